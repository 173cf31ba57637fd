/** Begins a new position on an empty board. */

import { bareBoard, fetchAnalysed } from "../board_specs.js";
import { grouped } from "../words/quantities.js";
import { PositionEditor } from "./position_editor.js";

/** @import { WrittenBoard } from "../board_specs.js" */

const MOST_NODES = 400;

/** @param {WrittenBoard} written */
export async function emptyEditor({ board: ref, mines }) {
  if ("spec" in ref && ref.spec === "") throw new Error("Enter a board, for example 9x9/10.");
  if ("nodes" in ref && ref.nodes > MOST_NODES)
    throw new Error(
      `A graph can have at most ${grouped(MOST_NODES)} nodes, not ${grouped(ref.nodes)}.`,
    );
  const board = await fetchAnalysed(ref);
  const editor = new PositionEditor(board, bareBoard(board, ref));
  if (mines !== null) editor.mines = mines;
  return editor;
}
