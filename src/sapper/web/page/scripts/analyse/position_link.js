/** A position in the address: board, clues and flags, mines or density, overlay. */

import { decodeCells, encodePosition } from "../address_codes.js";
import { boardParams } from "../board_specs.js";
import { routeHash } from "../router.js";
import { counted, grouped } from "../words/quantities.js";

/** @import { Overlay } from "../board/face.js" */
/** @import { PositionEditor } from "./position_editor.js" */

/** @typedef {Pick<PositionEditor, "ref" | "clues" | "flags" | "mines" | "density" | "maxPerCell">} LinkedPosition */

/** @type {Overlay[]} */
const OVERLAYS = ["none", "mine", "zero", "information"];
const MOST_IN_A_CELL = 99;
const LONGEST_QUOTE = 40;
const POSSIBLE_MINES = /^\d+[-:,][\d.,:/-]{1,4000}$/;

/**
 * @param {LinkedPosition} editor
 * @param {Overlay} overlay
 */
export function positionHash(editor, overlay) {
  /** @type {[string, string][]} */
  const params = [...boardParams(editor.ref)];
  if (editor.density !== null) params.push(["density", String(editor.density)]);
  else if (editor.mines !== null) params.push(["mines", String(editor.mines)]);
  if (editor.maxPerCell !== 1) params.push(["max", String(editor.maxPerCell)]);
  if (overlay !== "mine") params.push(["show", overlay]);
  params.push(["cells", encodePosition(editor.clues, editor.flags)]);
  return routeHash("analyse", params);
}

/**
 * Fills an editor that has the board of an address with the other parameters; throws an Error that
 * names the wrong parameter.
 *
 * @param {URLSearchParams} params
 * @param {PositionEditor} editor
 */
export function fillFromParams(params, editor) {
  const { board } = editor;
  editor.maxPerCell = whole(params, "max", 1, MOST_IN_A_CELL) ?? 1;
  editor.mines = possibleMines(params, board.size * editor.maxPerCell) ?? editor.mines;
  editor.density = density(params);
  const text = params.get("cells");
  if (text === null) return;
  const cells = decodeCells(text);
  if (cells === null) throw new Error(`The cells of this link cannot be read: ${quoted(text)}.`);
  const { clues, flags } = cells;
  if (clues.length !== board.size)
    throw new Error(
      `This link has ${counted(clues.length, "cell")}, but ${board.spec} has ${grouped(board.size)}.`,
    );
  editor.clues = clues;
  editor.flags = flags;
}

/**
 * @param {URLSearchParams} params
 * @returns {Overlay}
 */
export function overlayFromParams(params) {
  const shown = params.get("show") ?? "mine";
  const known = OVERLAYS.find((overlay) => overlay === shown);
  if (known !== undefined) return known;
  throw new Error(`In a link, show must be ${OVERLAYS.join(" or ")}, not ${quoted(shown)}.`);
}

/**
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {number} least
 * @param {number} most
 */
function whole(params, name, least, most) {
  const text = params.get(name);
  if (text === null) return null;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  const bounds = `from ${least} to ${grouped(most)}`;
  throw new Error(`In this link, ${name} must be a whole number ${bounds}, not ${quoted(text)}.`);
}

/**
 * The number of mines, or the text of a range or a distribution, which the server reads.
 *
 * @param {URLSearchParams} params
 * @param {number} most
 */
function possibleMines(params, most) {
  const text = params.get("mines");
  if (text !== null && POSSIBLE_MINES.test(text)) return text;
  return whole(params, "mines", 0, most);
}

/** @param {URLSearchParams} params */
function density(params) {
  const text = params.get("density");
  if (text === null) return null;
  const value = text.trim() === "" ? NaN : Number(text);
  if (value > 0 && value < 1) return value;
  throw new Error(`The density must be between 0 and 1, not ${quoted(text)}.`);
}

/** @param {string} text */
function quoted(text) {
  return `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}"`;
}
