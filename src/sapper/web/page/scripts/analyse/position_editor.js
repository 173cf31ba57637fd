/** The edited position: board, clues, flags and number of mines, with an undo history. */

import { UNREAD } from "../cell_states.js";
import { faultOfMines } from "./possible_mines.js";

/** @import { BoardInfo, Position } from "../api_types.js" */
/** @import { BoardRef } from "../types.js" */

/** The content that a brush paints: a clue (also UNREAD and OUTSIDE), a flag, or covered. */
/** @typedef {number | "flag" | "covered"} Paint */

const MOST_REMEMBERED = 300;

/**
 * @param {Paint} paint
 * @param {number} clues the number of clues that the cell can show
 */
function placeInCycle(paint, clues) {
  if (paint === "covered") return 0;
  if (paint === "flag") return clues + 1;
  return paint < 0 ? clues + 2 : Math.min(paint, clues - 1) + 1;
}

export class PositionEditor {
  /**
   * @param {BoardInfo} board
   * @param {BoardRef} ref
   */
  constructor(board, ref) {
    this.board = board;
    this.ref = ref;
    /** @type {(number | null)[]} */
    this.clues = new Array(board.size).fill(null);
    /** @type {Set<number>} */
    this.flags = new Set();
    /**
     * The number of mines, or the text of a range or a distribution if it is unknown.
     *
     * @type {number | string | null}
     */
    this.mines = board.mines ?? Math.round(board.size * 0.2);
    /** @type {number | null} */
    this.density = null;
    this.maxPerCell = 1;
    /**
     * How the symbols of its text were read, if it comes from a text in another notation.
     *
     * @type {Record<string, string>}
     */
    this.symbols = {};
    /** @type {{ clues: (number | null)[], flags: Set<number> }[]} */
    this.past = [];
  }

  /** @param {number} cell */
  paintOf(cell) {
    const clue = this.clues[cell];
    if (clue !== null) return clue;
    return this.flags.has(cell) ? "flag" : "covered";
  }

  /**
   * @param {number} cell
   * @param {Paint} paint
   * @returns {boolean} whether that changed anything
   */
  paint(cell, paint) {
    if (this.paintOf(cell) === paint) return false;
    this.clues[cell] = typeof paint === "number" ? paint : null;
    if (paint === "flag") this.flags.add(cell);
    else this.flags.delete(cell);
    return true;
  }

  /** The largest clue that a cell can show. */
  /** @param {number} cell */
  mostClue(cell) {
    return this.board.neighbors[cell].length * this.maxPerCell;
  }

  /**
   * The paint some steps further in the cycle covered, 0, 1, …, the largest clue, flag, unread.
   *
   * @param {number} cell
   * @param {number} steps
   * @returns {Paint}
   */
  turned(cell, steps) {
    const clues = this.mostClue(cell) + 1;
    const paint = this.paintOf(cell);
    const next = (placeInCycle(paint, clues) + steps + clues + 3) % (clues + 3);
    if (next === 0) return "covered";
    if (next === clues + 2) return UNREAD;
    return next === clues + 1 ? "flag" : next - 1;
  }

  /** Saves the current position for undo. */
  remember() {
    this.past.push({ clues: [...this.clues], flags: new Set(this.flags) });
    if (this.past.length > MOST_REMEMBERED) this.past.shift();
  }

  /** @returns {boolean} whether there was anything to undo */
  undo() {
    const before = this.past.pop();
    if (before === undefined) return false;
    this.clues = before.clues;
    this.flags = before.flags;
    return true;
  }

  clear() {
    this.remember();
    this.clues.fill(null);
    this.flags.clear();
  }

  /** The reason why the position cannot be analysed, or null. */
  get fault() {
    if (this.density === null) {
      if (this.mines === null) return "Enter the number of mines.";
      return typeof this.mines === "string" ? faultOfMines(this.mines) : null;
    }
    const within = this.density > 0 && this.density < 1;
    return within ? null : "The density must be between 0 and 1.";
  }

  /** @returns {Position} */
  request() {
    return {
      board: this.ref,
      clues: /** @type {Position["clues"]} */ (this.clues),
      flags: [...this.flags].sort((one, other) => one - other),
      mines: this.density === null ? this.mines : null,
      density: this.density,
      max_per_cell: this.maxPerCell,
    };
  }
}
