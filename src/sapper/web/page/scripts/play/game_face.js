/** The board of the Play room: the current game, or the game after some of its clicks. */

import { blankFace } from "../board/face.js";

/** @import { Face } from "../board/face.js" */
/** @import { ReplayStep } from "../api_types.js" */
/** @import { GameSession } from "./game_session.js" */

/** Cached sets of the mined cells of layouts. */
/** @type {WeakMap<number[], Set<number>>} */
const mined = new WeakMap();

/** @param {number[]} layout */
function minesOf(layout) {
  const known = mined.get(layout);
  if (known !== undefined) return known;
  /** @type {Set<number>} */
  const found = new Set();
  for (let cell = 0; cell < layout.length; cell++) if (layout[cell] > 0) found.add(cell);
  mined.set(layout, found);
  return found;
}

/**
 * @param {GameSession} session
 * @returns {Face}
 */
export function gameFace(session) {
  const { clues, layout, exploded, status } = session.state;
  const won = status === "won" && layout !== null;
  const flags = won ? minesOf(layout) : session.flags;
  return { ...blankFace(0), clues, flags, layout, exploded };
}

/**
 * The board after the first `count` clicks of a finished game.
 *
 * @param {GameSession} session
 * @param {ReplayStep[]} steps
 * @param {number} count
 * @returns {Face}
 */
export function replayFace(session, steps, count) {
  if (count === steps.length) return gameFace(session);
  const { clues } = session.state;
  const face = blankFace(clues.length);
  for (const step of steps.slice(0, count)) {
    for (const cell of step.opened) face.clues[cell] = clues[cell];
  }
  return face;
}
