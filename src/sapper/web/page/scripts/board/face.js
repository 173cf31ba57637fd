/** What a board shows: clues, flags, chances and what is lit. Rooms make faces, the view draws them. */

/** @import { Analysis } from "../types.js" */

/**
 * What an analysis says of each cell, by cell; NaN and null where it says nothing.
 *
 * @typedef {object} Chances
 * @property {Float64Array} mine
 * @property {(string | null)[]} exact
 * @property {Float64Array} zero
 * @property {Float64Array} information
 * @property {number} mostInformation
 * @property {Set<number>} safe
 * @property {Set<number>} mines
 * @property {number | null} best
 *
 * @typedef {"none" | "mine" | "zero" | "information"} Overlay
 * @typedef {"clue" | "target" | "conflict"} Light
 *
 * @typedef {object} Face
 * @property {(number | null)[]} clues
 * @property {Set<number>} flags
 * @property {number[] | null} layout the mines of each cell, once the game is over
 * @property {number | null} exploded
 * @property {Chances | null} chances
 * @property {Overlay} overlay
 * @property {Map<number, Light>} lit
 */

/**
 * @param {number} size
 * @returns {Face}
 */
export function blankFace(size) {
  return {
    clues: new Array(size).fill(null),
    flags: new Set(),
    layout: null,
    exploded: null,
    chances: null,
    overlay: "none",
    lit: new Map(),
  };
}

/**
 * @param {Analysis} analysis
 * @param {number} size
 * @returns {Chances}
 */
export function chancesOf(analysis, size) {
  const mine = new Float64Array(size).fill(NaN);
  const zero = new Float64Array(size).fill(NaN);
  const information = new Float64Array(size).fill(NaN);
  /** @type {(string | null)[]} */
  const exact = new Array(size).fill(null);
  let mostInformation = 0;
  for (const cell of analysis.cells) {
    mine[cell.cell] = cell.mine_probability;
    exact[cell.cell] = cell.exact;
    if (cell.zero_probability !== null) zero[cell.cell] = cell.zero_probability;
    if (cell.information !== null) {
      information[cell.cell] = cell.information;
      mostInformation = Math.max(mostInformation, cell.information);
    }
  }
  return {
    mine,
    exact,
    zero,
    information,
    mostInformation,
    safe: new Set(analysis.safe),
    mines: new Set(analysis.mines),
    best: analysis.best,
  };
}
