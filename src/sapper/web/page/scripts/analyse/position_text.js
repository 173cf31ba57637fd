/** Positions as text and in the formats of other programs; the server reads and writes them. */

import { post } from "../api.js";
import { fetchAnalysed } from "../board_specs.js";
import { PositionEditor } from "./position_editor.js";

/** @import { WrittenFile } from "../api_types.js" */

const STANDARD = new Map([
  ["#", "covered"],
  ["F", "flag"],
  ["?", "unread"],
  ["~", "outside"],
  [".", "zero"],
  ["0", "zero"],
]);

/**
 * @param {string} text
 * @param {PositionEditor | null} before the previous position, whose mines, undo history and edges are kept if the board is the same
 * @returns {Promise<PositionEditor>}
 */
export async function readPosition(text, before) {
  const most = before?.maxPerCell ?? 1;
  // The text of a graph does not include its edges.
  const known = /^\s*graph/i.test(text) && before !== null ? { board: before.ref } : {};
  const request = { text, mines: null, max_per_cell: most, ...known };
  const parsed = await post("/api/parse", request);
  const board = await fetchAnalysed(parsed.board);
  const editor = new PositionEditor(board, parsed.board);
  editor.clues = parsed.clues;
  editor.flags = new Set(parsed.flags);
  editor.symbols = parsed.symbols;
  editor.maxPerCell = most;
  if (parsed.mines !== null) editor.mines = parsed.mines;
  if (before === null || JSON.stringify(before.ref) !== JSON.stringify(parsed.board)) return editor;
  editor.mines = parsed.mines ?? before.mines;
  // A text may include the number of mines, but not a density.
  if (parsed.mines === null) editor.density = before.density;
  before.remember();
  editor.past = before.past;
  return editor;
}

/**
 * @param {PositionEditor} editor
 * @returns {Promise<string>}
 */
export async function writePosition(editor) {
  return (await post("/api/format", editor.request())).text;
}

/**
 * Writes a position in another format; throws an Error if the format cannot represent it.
 *
 * @param {PositionEditor} editor
 * @param {string} format
 * @returns {Promise<WrittenFile>}
 */
export async function writeAs(editor, format) {
  if (format !== "json" && editor.board.kind !== "grid")
    throw new Error(`JSMinesweeper supports only square grids, not ${editor.board.spec}.`);
  if (editor.fault !== null) throw new Error(editor.fault);
  const unknown = editor.density !== null || typeof editor.mines === "string";
  if (format !== "json" && (unknown || editor.maxPerCell > 1))
    throw new Error("JSMinesweeper needs a number of mines, with at most one mine per cell.");
  return post("/api/files/write", { format, position: editor.request() });
}

/**
 * A sentence about how the symbols of a text were read; empty if it is in standard notation.
 *
 * @param {Record<string, string>} symbols
 */
export function symbolsInWords(symbols) {
  const unusual = Object.entries(symbols).filter(
    ([symbol, meaning]) => (STANDARD.get(symbol) ?? symbol) !== meaning,
  );
  if (unusual.length === 0) return "";
  const parts = unusual.map(
    ([symbol, meaning]) => `${symbol === " " ? "an empty field" : symbol} as ${meaning}`,
  );
  return `Read ${parts.join(", ")}.`;
}

/**
 * A sentence about the parts of a position that its text does not include; empty if there are none.
 *
 * @param {PositionEditor} editor
 */
export function notInText({ mines, density, maxPerCell, ref }) {
  const missing = [];
  if (density !== null) missing.push("the density");
  else if (typeof mines === "string") missing.push("the possible numbers of mines");
  if (maxPerCell > 1) missing.push("the maximum of mines per cell");
  if (!("spec" in ref)) missing.push("the edges of the graph");
  if (missing.length === 0) return "";
  return `The text does not include ${missing.join(" and ")}: use the JSON file or the link.`;
}
