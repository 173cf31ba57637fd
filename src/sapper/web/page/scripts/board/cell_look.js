/** The look of a cell: fill, text and mark. Pure functions; cell_sprites.js draws the looks. */

import { OUTSIDE } from "../cell_states.js";
import { bitsInCell, percent } from "../words/percent.js";

/** @import { Chances, Face } from "./face.js" */

/** The number of steps of a colour scale; more would not be visible. */
export const SHADES = 24;

export const MOST_COLORED = 8;

/**
 * @typedef {object} Look
 * @property {string} fill a named colour, or "risk-N" or "scale-N" for a step of a scale
 * @property {string} ink a named colour
 * @property {string} text
 * @property {boolean} large whether the text is a clue; otherwise it is a small number
 * @property {"" | "flag" | "mine" | "wrong"} mark
 * @property {"" | "safe" | "mine" | "flag"} corner a small mark next to the text
 */

/**
 * @param {Face} face
 * @param {number} cell
 * @returns {Look}
 */
export function cellLook(face, cell) {
  const clue = face.clues[cell];
  if (clue !== null) return clue < 0 ? unreadLook(clue) : clueLook(clue);
  if (face.layout !== null) return endLook(face, cell, face.layout[cell]);
  const flagged = face.flags.has(cell);
  const look = face.chances === null ? null : chanceLook(face, face.chances, cell);
  if (look === null) return coveredLook(flagged);
  if (flagged) look.corner = "flag";
  return look;
}

/**
 * @param {number} clue
 * @returns {Look}
 */
function clueLook(clue) {
  return {
    fill: "open",
    ink: `clue-${Math.min(clue, MOST_COLORED)}`,
    text: clue === 0 ? "" : String(clue),
    large: true,
    mark: "",
    corner: "",
  };
}

/**
 * @param {number} clue
 * @returns {Look}
 */
function unreadLook(clue) {
  const text = clue === OUTSIDE ? "~" : "?";
  return { fill: "open", ink: "clue-0", text, large: clue !== OUTSIDE, mark: "", corner: "" };
}

/**
 * @param {boolean} flagged
 * @returns {Look}
 */
export function coveredLook(flagged) {
  return {
    fill: "tile",
    ink: "ink",
    text: "",
    large: false,
    mark: flagged ? "flag" : "",
    corner: "",
  };
}

/**
 * A covered cell while a button is held on it.
 *
 * @returns {Look}
 */
export function pressedLook() {
  return { fill: "open", ink: "ink", text: "", large: false, mark: "", corner: "" };
}

/**
 * @param {Face} face
 * @param {number} cell
 * @param {number} mines
 * @returns {Look}
 */
function endLook(face, cell, mines) {
  const flagged = face.flags.has(cell);
  const exploded = face.exploded === cell;
  /** @type {Look["mark"]} */
  let mark = flagged ? "flag" : mines > 0 ? "mine" : "";
  if (flagged && mines === 0) mark = "wrong";
  return {
    fill: exploded ? "lost" : "tile",
    ink: exploded ? "lost-ink" : "ink",
    text: "",
    large: false,
    mark: exploded ? "mine" : mark,
    corner: "",
  };
}

/**
 * @param {Face} face
 * @param {Chances} chances
 * @param {number} cell
 * @returns {Look | null}
 */
function chanceLook(face, chances, cell) {
  const values = chances[face.overlay === "none" ? "mine" : face.overlay];
  const value = values[cell];
  if (face.overlay === "none" || Number.isNaN(value)) return null;
  /** @type {Look} */
  const look = { fill: "", ink: "ink", text: "", large: false, mark: "", corner: "" };
  if (face.overlay === "mine") {
    look.fill = `risk-${shade(value)}`;
    look.text = percent(value);
    look.corner = chances.safe.has(cell) ? "safe" : chances.mines.has(cell) ? "mine" : "";
  } else if (face.overlay === "zero") {
    look.fill = `scale-${shade(value)}`;
    look.text = percent(value);
  } else {
    look.fill = `scale-${shade(value / (chances.mostInformation || 1))}`;
    look.text = bitsInCell(value);
  }
  return look;
}

/**
 * The step of a value from 0 to 1; the first and the last step are reserved for certain values.
 *
 * @param {number} value
 */
export function shade(value) {
  if (value <= 0) return 0;
  if (value >= 1) return SHADES;
  return 1 + Math.min(SHADES - 2, Math.floor(value * (SHADES - 1)));
}
