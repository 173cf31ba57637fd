/** A position in the address: board, clues and flags, mines or density, overlay. */

import { decodePosition, encodePosition } from "../address_codes.js";
import { boardParams } from "../board_specs.js";
import { routeHash } from "../router.js";

/** @import { Overlay } from "../board/face.js" */
/** @import { PositionEditor } from "./position_editor.js" */

/** @type {Overlay[]} */
const OVERLAYS = ["none", "mine", "zero", "information"];

/**
 * @param {PositionEditor} editor
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
 * Fills an editor, whose board is that of the address, with the rest of it.
 *
 * @param {URLSearchParams} params
 * @param {PositionEditor} editor
 */
export function fillFromParams(params, editor) {
  const cells = decodePosition(params.get("cells") ?? "", editor.board.size);
  if (cells !== null) {
    editor.clues = cells.clues;
    editor.flags = cells.flags;
  }
  editor.maxPerCell = Math.max(1, whole(params.get("max")) ?? 1);
  const density = params.get("density");
  if (density !== null && Number.isFinite(Number(density))) editor.density = Number(density);
  editor.mines = whole(params.get("mines")) ?? editor.mines;
}

/**
 * @param {URLSearchParams} params
 * @returns {Overlay}
 */
export function overlayFromParams(params) {
  return OVERLAYS.find((overlay) => overlay === params.get("show")) ?? "mine";
}

/** @param {string | null} digits */
function whole(digits) {
  return digits !== null && /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
