/** Keyboard navigation on a board: arrows, Home and End; all other keys are handled by the room. */

/** @import { Direction, Geometry } from "./geometry.js" */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/**
 * The cell that a key moves to, or null if it is no navigation key.
 *
 * @param {KeyboardEvent} event
 * @param {number} cell
 * @param {Geometry} geometry
 * @returns {number | null}
 */
export function keyMove(event, cell, geometry) {
  if (event.altKey || event.metaKey) return null;
  const direction = ARROWS[event.key];
  if (direction !== undefined) {
    return event.ctrlKey ? farthest(cell, direction, geometry) : geometry.step(cell, direction);
  }
  if (event.key === "Home") return event.ctrlKey ? 0 : farthest(cell, "left", geometry);
  if (event.key === "End")
    return event.ctrlKey ? geometry.size - 1 : farthest(cell, "right", geometry);
  return null;
}

/**
 * @param {number} cell
 * @param {Direction} direction
 * @param {Geometry} geometry
 */
function farthest(cell, direction, geometry) {
  const axis = direction === "up" || direction === "down" ? geometry.y : geometry.x;
  const sign = direction === "up" || direction === "left" ? -1 : 1;
  let at = cell;
  for (let steps = 0; steps < geometry.size; steps++) {
    const next = geometry.step(at, direction);
    if (sign * (axis[next] - axis[at]) <= 0) break;
    at = next;
  }
  return at;
}
