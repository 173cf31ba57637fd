/** Positions as text: read and written by the server, pasted and dropped by people. */

import { post } from "../api.js";
import { fetchBoard } from "../board_specs.js";
import { PositionEditor } from "./position_editor.js";

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
  const board = await fetchBoard(parsed.board);
  const editor = new PositionEditor(board, parsed.board);
  editor.clues = parsed.clues;
  editor.flags = new Set(parsed.flags);
  editor.maxPerCell = most;
  if (parsed.mines !== null) editor.mines = parsed.mines;
  if (before === null || JSON.stringify(before.ref) !== JSON.stringify(parsed.board)) return editor;
  editor.mines = parsed.mines ?? before.mines;
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
 * Listens for text and files that come from outside the page.
 *
 * @param {HTMLElement} element where things are dropped
 * @param {() => boolean} isActive whether pasted text is meant for it
 * @param {(text: string) => void} onText
 * @param {(file: File) => void} onFile
 */
export function listenForPositions(element, isActive, onText, onFile) {
  document.addEventListener("paste", (event) => {
    const { target } = event;
    const typed = target instanceof Element && target.closest("input, textarea");
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!isActive() || typed || text.trim() === "") return;
    event.preventDefault();
    onText(text);
  });
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file !== undefined) onFile(file);
    else if (text !== "") onText(text);
  });
}
