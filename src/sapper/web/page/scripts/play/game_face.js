/** What the board of the Play room shows: the game as it stands, or as it stood after some clicks. */

import { blankFace } from "../board/face.js";

/** @import { Face } from "../board/face.js" */
/** @import { ReplayStep } from "../api_types.js" */
/** @import { GameSession } from "./game_session.js" */

/**
 * @param {GameSession} session
 * @returns {Face}
 */
export function gameFace(session) {
  const { state } = session;
  const face = blankFace(state.clues.length);
  face.clues = state.clues;
  face.layout = state.layout;
  face.exploded = state.exploded;
  face.flags = session.flags;
  if (state.status === "won" && state.layout !== null) {
    face.flags = new Set(state.layout.flatMap((mines, cell) => (mines > 0 ? [cell] : [])));
  }
  return face;
}

/**
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
