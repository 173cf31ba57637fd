/** The board of a replay after some of its clicks. */

import { blankFace } from "../board/face.js";

/** @import { BoardInfo, RecordedMove, RecordingAnalysis } from "../api_types.js" */
/** @import { Face } from "../board/face.js" */

/**
 * @param {RecordingAnalysis} analysis
 * @param {number[]} mines by cell
 * @param {number} count the number of clicks made
 * @returns {Face}
 */
export function momentFace(analysis, mines, count) {
  const { moves, numbers } = analysis;
  const face = blankFace(numbers.length);
  for (const move of moves.slice(0, count)) {
    for (const cell of move.opened) face.clues[cell] = numbers[cell];
    if (move.kind === "flag" && !move.wasted && !face.flags.delete(move.cell))
      face.flags.add(move.cell);
    if (move.exploded.length > 0) {
      face.layout = mines;
      face.exploded = move.exploded[0];
    }
  }
  if (count > 0) face.lit.set(moves[count - 1].cell, "target");
  return face;
}

/**
 * The odds of surviving the first `count` clicks; null if a risk is unknown.
 *
 * @param {RecordedMove[]} moves
 * @param {number} count
 */
export function luckAfter(moves, count) {
  let luck = 1;
  for (const { risk, opened, exploded } of moves.slice(0, count)) {
    if (risk === null && opened.length + exploded.length > 0) return null;
    if (risk !== null && exploded.length === 0) luck *= 1 - risk;
  }
  return luck;
}

/**
 * The cells that a click on a layout opens; empty if it is a mine.
 *
 * @param {BoardInfo} board
 * @param {number[]} mines
 * @param {number[]} numbers
 * @param {number} cell
 */
export function openedBy(board, mines, numbers, cell) {
  /** @type {Set<number>} */
  const opened = new Set();
  const waiting = mines[cell] > 0 ? [] : [cell];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    if (opened.has(here)) continue;
    opened.add(here);
    if (numbers[here] === 0) waiting.push(...board.neighbors[here]);
  }
  return opened;
}
