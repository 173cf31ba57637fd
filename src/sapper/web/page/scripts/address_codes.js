/**
 * Encodes lists of cells and whole positions as short text for the address.
 *
 * A position is a run-length encoded string of symbols: "-" covered, "f" flagged, a digit or "(12)" a
 * clue; "1*5." stands for five times "1". A list of cells is in base 36, joined by dots; the cells of
 * a chord are joined by underscores.
 */

import { OUTSIDE, UNREAD } from "./cell_states.js";

/** @import { Move } from "./types.js" */

const SHORTEST_RUN = 4;
const LONGEST = 1_000_000;

/** @param {Iterable<number>} cells */
export function encodeList(cells) {
  return Array.from(cells, (cell) => cell.toString(36)).join(".");
}

/**
 * @param {string | null} text
 * @returns {number[]}
 */
export function decodeList(text) {
  if (text === null || text === "") return [];
  const cells = text.split(".").map((digits) => parseInt(digits, 36));
  return cells.every((cell) => Number.isSafeInteger(cell) && cell >= 0) ? cells : [];
}

/** @param {Move[]} moves */
export function encodeMoves(moves) {
  const cells = (/** @type {Move} */ move) => (Array.isArray(move) ? move : [move]);
  return moves.map((move) => encodeList(cells(move)).replaceAll(".", "_")).join(".");
}

/**
 * @param {string | null} text
 * @returns {Move[]}
 */
export function decodeMoves(text) {
  if (text === null || text === "") return [];
  return text.split(".").map((move) => {
    const cells = decodeList(move.replaceAll("_", "."));
    return cells.length === 1 ? cells[0] : cells;
  });
}

/**
 * @param {(number | null)[]} clues
 * @param {Set<number>} flags
 */
export function encodePosition(clues, flags) {
  const symbols = clues.map((clue, cell) => {
    if (clue === null) return flags.has(cell) ? "f" : "-";
    if (clue < 0) return clue === UNREAD ? "u" : "o";
    return clue < 10 ? String(clue) : `(${clue})`;
  });
  let text = "";
  for (let at = 0; at < symbols.length;) {
    let end = at + 1;
    while (end < symbols.length && symbols[end] === symbols[at]) end++;
    const run = end - at;
    text += run < SHORTEST_RUN ? symbols[at].repeat(run) : `${symbols[at]}*${run}.`;
    at = end;
  }
  return text;
}

/** Matches a complete encoded position. */
const CELLS = /^(?:(?:[-fuo]|\d|\(\d{1,5}\))(?:\*\d{1,8}\.)?)+$/;

/**
 * @param {string} text
 * @returns {{ clues: (number | null)[], flags: Set<number> } | null} null if the text is no position
 */
export function decodeCells(text) {
  if (!CELLS.test(text)) return null;
  /** @type {(number | null)[]} */
  const clues = [];
  /** @type {Set<number>} */
  const flags = new Set();
  for (const match of text.matchAll(/([-fuo]|\d|\(\d+\))(?:\*(\d+)\.)?/g)) {
    const [, symbol, run = "1"] = match;
    if (clues.length + Number(run) > LONGEST) return null;
    for (let time = 0; time < Number(run); time++) {
      if (symbol === "f") flags.add(clues.length);
      clues.push(clueOf(symbol));
    }
  }
  return { clues, flags };
}

/** @param {string} symbol */
function clueOf(symbol) {
  if (symbol === "-" || symbol === "f") return null;
  if (symbol === "u") return UNREAD;
  return symbol === "o" ? OUTSIDE : Number(symbol.replace(/[()]/g, ""));
}

/**
 * @param {string} text
 * @param {number} size
 * @returns {{ clues: (number | null)[], flags: Set<number> } | null} null if the text has another size
 */
export function decodePosition(text, size) {
  const cells = decodeCells(text);
  return cells?.clues.length === size ? cells : null;
}
