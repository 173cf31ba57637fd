/**
 * The board for keyboards and screen readers: an invisible ARIA grid over the canvas that ignores the
 * pointer. The label of a cell has its place, its state and its mine chance.
 *
 * A large board has elements only for the cells around the focused one; aria-rowcount and
 * aria-colcount give its full size.
 */

import { el } from "../element.js";
import { spokenPlace, stateInWords } from "../words/cell_words.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Face } from "./face.js" */
/** @import { Geometry } from "./geometry.js" */

/** Up to this number of cells, every cell has an element. */
const MOST_WHOLE = 1500;

/** Rows and columns on each side of the focused cell that have elements on a large board. */
const AROUND = 12;

export class AccessibleGrid {
  /**
   * @param {string} label
   * @param {(cell: number, focused: boolean) => void} onFocus
   */
  constructor(label, onFocus) {
    this.element = el("div", { class: "cells", role: "grid", "aria-label": label });
    /** Announces changes of the focused cell. */
    this.announcer = el("div", { class: "visually-hidden", "aria-live": "polite" });
    this.onFocus = onFocus;
    /** @type {Map<number, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    this.current = 0;
    /** @type {BoardInfo | null} */
    this.board = null;
    /** @type {Geometry | null} */
    this.geometry = null;
    /** @type {Face | null} */
    this.face = null;
    this.element.addEventListener("focusin", (event) => this.focusMoved(event.target, true));
    this.element.addEventListener("focusout", (event) => this.focusMoved(event.target, false));
  }

  /**
   * @param {BoardInfo} board
   * @param {Geometry} geometry
   */
  setBoard(board, geometry) {
    this.board = board;
    this.geometry = geometry;
    this.columns = board.tiling === "graph" ? 1 : board.shape[board.shape.length - 1];
    this.current = Math.min(this.current, board.size - 1);
    this.element.setAttribute("aria-rowcount", String(board.size / this.columns));
    this.element.setAttribute("aria-colcount", String(this.columns));
    this.clear();
  }

  clear() {
    this.element.replaceChildren();
    this.cells.clear();
    this.rows.clear();
  }

  /** @param {Face} face */
  show(face) {
    this.face = face;
    if (this.cells.size === 0) this.keepAround(this.current);
    const focused = this.cells.get(this.cellOf(document.activeElement) ?? -1);
    const before = focused?.ariaLabel;
    for (const [cell, element] of this.cells) this.describe(cell, element);
    if (focused !== undefined && focused.ariaLabel !== before) {
      this.announcer.textContent = focused.ariaLabel;
    }
  }

  /**
   * Moves the focus to a cell.
   *
   * @param {number} cell
   */
  focus(cell) {
    this.makeCurrent(cell);
    this.cells.get(cell)?.focus({ preventScroll: true });
  }

  /**
   * Makes a cell the one that receives the focus by Tab.
   *
   * @param {number} cell
   */
  makeCurrent(cell) {
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = cell;
    this.keepAround(cell);
    this.cells.get(cell)?.setAttribute("tabindex", "0");
  }

  /**
   * The cell of an element, or null.
   *
   * @param {EventTarget | null} target
   */
  cellOf(target) {
    const inside = target instanceof HTMLElement && this.element.contains(target);
    const index = inside ? target.dataset.cell : undefined;
    return index === undefined ? null : Number(index);
  }

  /**
   * @param {EventTarget | null} target
   * @param {boolean} focused
   */
  focusMoved(target, focused) {
    const cell = this.cellOf(target);
    if (cell === null) return;
    if (focused && cell !== this.current) this.makeCurrent(cell);
    this.onFocus(cell, focused);
  }

  /** @param {number} center */
  keepAround(center) {
    const { board } = this;
    if (board === null || this.face === null) return;
    if (board.size <= MOST_WHOLE) {
      if (this.cells.size === 0) for (let cell = 0; cell < board.size; cell++) this.add(cell);
      return;
    }
    const columns = this.columns ?? 1;
    const [row, column] = [Math.floor(center / columns), center % columns];
    const wanted = new Set();
    const lastRow = Math.min(board.size / columns - 1, row + AROUND);
    const lastColumn = Math.min(columns - 1, column + AROUND);
    for (let r = Math.max(0, row - AROUND); r <= lastRow; r++) {
      for (let c = Math.max(0, column - AROUND); c <= lastColumn; c++) wanted.add(r * columns + c);
    }
    const focused = this.cellOf(document.activeElement);
    for (const cell of [...this.cells.keys()]) {
      if (!wanted.has(cell) && cell !== focused) this.remove(cell);
    }
    for (const cell of wanted) if (!this.cells.has(cell)) this.add(cell);
  }

  /** @param {number} cell */
  add(cell) {
    const { board, geometry } = this;
    if (board === null || geometry === null) return;
    const columns = this.columns ?? 1;
    const { points } = geometry.outlines[geometry.variant[cell]];
    const left = Math.min(...points.map(([x]) => x));
    const top = Math.min(...points.map(([, y]) => y));
    const element = el("div", {
      class: "cell",
      role: "gridcell",
      tabindex: cell === this.current ? 0 : -1,
      "data-cell": cell,
      "aria-colindex": (cell % columns) + 1,
    });
    element.style.setProperty("--x", String(geometry.x[cell] + left));
    element.style.setProperty("--y", String(geometry.y[cell] + top));
    element.style.setProperty("--w", String(-2 * left));
    element.style.setProperty("--h", String(-2 * top));
    this.describe(cell, element);
    this.cells.set(cell, element);
    this.rowOf(Math.floor(cell / columns)).append(element);
  }

  /** @param {number} cell */
  remove(cell) {
    const element = this.cells.get(cell);
    const row = element?.parentElement;
    element?.remove();
    this.cells.delete(cell);
    if (row && row.childElementCount === 0) {
      row.remove();
      this.rows.delete(Number(row.getAttribute("aria-rowindex")) - 1);
    }
  }

  /** @param {number} row */
  rowOf(row) {
    const known = this.rows.get(row);
    if (known !== undefined) return known;
    const made = el("div", { role: "row", "aria-rowindex": row + 1 });
    const after = [...this.rows.keys()].filter((other) => other > row);
    const next = after.length > 0 ? this.rows.get(Math.min(...after)) : undefined;
    this.element.insertBefore(made, next ?? null);
    this.rows.set(row, made);
    return made;
  }

  /**
   * @param {number} cell
   * @param {HTMLElement} element
   */
  describe(cell, element) {
    if (this.board === null || this.face === null) return;
    const label = `${spokenPlace(this.board, cell)}, ${stateInWords(this.face, cell)}`;
    if (element.ariaLabel !== label) element.ariaLabel = label;
  }
}
