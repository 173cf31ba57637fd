/** A board stood upright, so that one that is wide fills a screen that is high. */

/** @import { Direction, Geometry } from "./geometry.js" */

/** @type {Record<Direction, Direction>} */
const TURNED = { up: "left", down: "right", left: "up", right: "down" };

/**
 * Whether a board looks right with rows and columns exchanged: text above or below a cell's middle
 * would lie beside it, and captions and lines have their places.
 *
 * @param {Geometry} geometry
 */
export function canTurn(geometry) {
  const plain = geometry.captions.length === 0 && geometry.lines.length === 0;
  return plain && geometry.outlines.every(({ textY }) => textY === 0);
}

/**
 * The same cells with what was to the right below, and what was below to the right.
 *
 * @param {Geometry} geometry
 * @returns {Geometry}
 */
export function turned(geometry) {
  const { ruler } = geometry;
  return {
    ...geometry,
    width: geometry.height,
    height: geometry.width,
    x: geometry.y,
    y: geometry.x,
    outlines: geometry.outlines.map((outline) => ({
      ...outline,
      points: outline.points.map(([across, along]) => [along, across]),
    })),
    ghosts: geometry.ghosts.map(({ cell, x, y }) => ({ cell, x: y, y: x })),
    ruler: ruler === null ? null : { rows: ruler.columns, columns: ruler.rows },
    step: (cell, direction) => geometry.step(cell, TURNED[direction]),
  };
}
