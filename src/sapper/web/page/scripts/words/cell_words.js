/** Cells in words: place and state, for screen readers, tooltips and tables. */

import { OUTSIDE, UNREAD } from "../cell_states.js";
import { percentInFull } from "./percent.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Face, Light } from "../board/face.js" */

/**
 * The place of a cell as text: (row, column) from 0, or the node of a graph.
 *
 * @param {BoardInfo} board
 * @param {number} cell
 */
export function placeOf(board, cell) {
  const where = board.coordinates[cell];
  return where.length > 1 ? `(${where.join(", ")})` : String(where[0]);
}

/**
 * The place of a cell for screen readers.
 *
 * @param {BoardInfo} board
 * @param {number} cell
 */
export function spokenPlace(board, cell) {
  if (board.tiling === "graph") return `node ${cell}`;
  const where = board.coordinates[cell];
  const column = where[where.length - 1];
  if (where.length === 1) return `cell ${column}`;
  const inLayer = `row ${where[where.length - 2]}, column ${column}`;
  return where.length === 2 ? inLayer : `layer ${where.slice(0, -2).join(" ")}, ${inLayer}`;
}

/**
 * A mine chance, with the exact fraction if it is not a whole number.
 *
 * @param {number} probability
 * @param {string | null} exact
 */
export function chanceInWords(probability, exact) {
  const rounded = percentInFull(probability);
  return exact !== null && exact.includes("/") ? `${rounded}, exactly ${exact}` : rounded;
}

/** The meaning of a highlighted cell. */
/** @type {Record<Light, string>} */
const LIGHTS = {
  clue: "part of the reason",
  target: "the selected cell",
  last: "the last click",
  conflict: "part of the contradiction",
};

/**
 * The state of a cell in words, with its highlight.
 *
 * @param {Face} face
 * @param {number} cell
 */
export function stateInWords(face, cell) {
  const light = face.lit.get(cell);
  const state = plainState(face, cell);
  return light === undefined ? state : `${state}, ${LIGHTS[light]}`;
}

/**
 * @param {Face} face
 * @param {number} cell
 */
function plainState(face, cell) {
  const clue = face.clues[cell];
  if (clue === UNREAD) return "open, number unread";
  if (clue === OUTSIDE) return "out of view";
  if (clue !== null) return clue === 0 ? "open, no mines around" : `open, clue ${clue}`;
  if (face.layout !== null) return endInWords(face, cell, face.layout[cell]);
  const words = [face.flags.has(cell) ? "flagged" : "covered"];
  const { chances } = face;
  if (chances !== null && face.overlay !== "none" && !Number.isNaN(chances.mine[cell])) {
    const chance = chanceInWords(chances.mine[cell], chances.exact[cell]);
    if (chances.safe.has(cell)) words.push("certainly safe, mine chance 0 %");
    else if (chances.mines.has(cell)) words.push("certainly a mine, mine chance 100 %");
    else words.push(`mine chance ${chance}`);
    if (!Number.isNaN(chances.zero[cell]))
      words.push(`zero chance ${percentInFull(chances.zero[cell])}`);
    if (!Number.isNaN(chances.information[cell]))
      words.push(`${chances.information[cell].toFixed(2)} bits`);
  }
  return words.join(", ");
}

/**
 * @param {Face} face
 * @param {number} cell
 * @param {number} mines
 */
function endInWords(face, cell, mines) {
  if (face.exploded === cell) return "the mine that exploded";
  const flagged = face.flags.has(cell);
  if (mines > 0) return flagged ? "flagged, a mine" : "a mine";
  return flagged ? "wrongly flagged, no mine" : "covered, no mine";
}
