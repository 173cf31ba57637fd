/** A face is what a board shows: clues, flags, chances and highlights. Rooms create faces, the view draws them. */

/** @import { AnalysisAnswer, BoardInfo } from "../api_types.js" */

/**
 * The result of an analysis by cell; NaN or null for cells without a value.
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
 * @typedef {"clue" | "target" | "last" | "conflict"} Light
 *
 * @typedef {object} Face
 * @property {(number | null)[]} clues
 * @property {Set<number>} flags
 * @property {number[] | null} layout the mines per cell, if the game is over
 * @property {number | null} exploded
 * @property {Chances | null} chances
 * @property {Overlay} overlay
 * @property {Map<number, Light>} lit
 * @property {boolean} numbered whether the rulers show the numbers of rows and columns
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
    numbered: true,
  };
}

/**
 * The index of a cell from its coordinates.
 *
 * @param {number[]} shape the shape of the board
 * @param {number[]} where
 */
export function cellAt(shape, where) {
  return where.reduce((cell, along, axis) => cell * shape[axis] + along, 0);
}

/**
 * Converts an analysis to arrays indexed by cell.
 *
 * @param {AnalysisAnswer} analysis
 * @param {BoardInfo} board
 * @returns {Chances}
 */
export function chancesOf(analysis, { shape, size }) {
  const mine = new Float64Array(size).fill(NaN);
  const zero = new Float64Array(size).fill(NaN);
  const information = new Float64Array(size).fill(NaN);
  /** @type {(string | null)[]} */
  const exact = new Array(size).fill(null);
  let mostInformation = 0;
  for (const cell of analysis.cells) {
    mine[cell.index] = cell.mine_probability;
    exact[cell.index] = cell.exact;
    if (cell.zero_probability !== null) zero[cell.index] = cell.zero_probability;
    if (cell.information !== null) {
      information[cell.index] = cell.information;
      mostInformation = Math.max(mostInformation, cell.information);
    }
  }
  const indices = (/** @type {number[][]} */ cells) => cells.map((where) => cellAt(shape, where));
  return {
    mine,
    exact,
    zero,
    information,
    mostInformation,
    safe: new Set(indices(analysis.safe)),
    mines: new Set(indices(analysis.mines)),
    best: analysis.best === null ? null : cellAt(shape, analysis.best),
  };
}
