/** Positions as text, and in the files and links of others: read and written by the server. */

import { post } from "../api.js";
import { fetchAnalysed } from "../board_specs.js";
import { PositionEditor } from "./position_editor.js";

/** @import { WrittenFile } from "../api_types.js" */

/**
 * @param {string} text
 * @param {PositionEditor | null} before whose mines, undo and edges go on where they fit
 * @returns {Promise<PositionEditor>}
 */
export async function readPosition(text, before) {
  const most = before?.maxPerCell ?? 1;
  // The edges of a graph are not in its text.
  const known = /^\s*graph/i.test(text) && before !== null ? { board: before.ref } : {};
  const request = { text, mines: null, max_per_cell: most, ...known };
  const parsed = await post("/api/parse", request);
  const board = await fetchAnalysed(parsed.board);
  const editor = new PositionEditor(board, parsed.board);
  editor.clues = parsed.clues;
  editor.flags = new Set(parsed.flags);
  editor.maxPerCell = most;
  if (parsed.mines !== null) editor.mines = parsed.mines;
  if (before === null || JSON.stringify(before.ref) !== JSON.stringify(parsed.board)) return editor;
  editor.mines = parsed.mines ?? before.mines;
  // A text tells how many mines there are, but no density.
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
 * Writes a position in a format of others, or says why that cannot hold it.
 *
 * @param {PositionEditor} editor
 * @param {string} format
 * @returns {Promise<WrittenFile>}
 */
export async function writeAs(editor, format) {
  if (format !== "json" && editor.board.kind !== "grid")
    throw new Error(`JSMinesweeper knows grids, not ${editor.board.spec}.`);
  if (editor.fault !== null) throw new Error(editor.fault);
  if (format !== "json" && (editor.density !== null || editor.maxPerCell > 1))
    throw new Error("JSMinesweeper needs the number of mines, one a cell at most.");
  return post("/api/files/write", { format, position: editor.request() });
}

/**
 * What of a position its text does not hold, in a sentence; empty where it holds all.
 *
 * @param {PositionEditor} editor
 */
export function notInText({ density, maxPerCell, ref }) {
  const missing = [];
  if (density !== null) missing.push("the density");
  if (maxPerCell > 1) missing.push("the most mines in a cell");
  if (!("spec" in ref)) missing.push("the edges of the graph");
  if (missing.length === 0) return "";
  return `A text does not hold ${missing.join(" and ")}: the JSON file and the link do.`;
}
