/**
 * A board on the screen: a canvas of the size of the visible part in a scrolling pane, below a grid of
 * elements for keyboards and screen readers.
 *
 * A canvas draws squares, hexagons, triangles, layers and graphs in the same way. A frame copies one
 * small sprite per visible cell, so that boards of ten thousand cells with chances scroll smoothly,
 * which as many DOM elements would not. If cells are too small, the board is drawn as one image with a
 * pixel per cell, which is also its map, so that a million cells cost no more.
 */

import { el } from "../element.js";
import { AccessibleGrid } from "./accessible_grid.js";
import { fitsUpright, fittedSize, roomIn, wholeSize } from "./board_fit.js";
import { BoardPainter } from "./board_painter.js";
import { CellFinder } from "./cell_finder.js";
import { CellTip } from "./cell_tip.js";
import { readColors } from "./colors.js";
import { blankFace } from "./face.js";
import { FarView } from "./far_view.js";
import { geometryOf } from "./geometry.js";
import { keyMove } from "./keyboard_input.js";
import { listenToMouse } from "./mouse_input.js";
import { listenToPanAndZoom } from "./pan_and_zoom.js";
import { listenToTouch } from "./touch_input.js";
import { canTurn, turned } from "./turned_geometry.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Face } from "./face.js" */
/** @import { Geometry } from "./geometry.js" */

/**
 * The reactions of a room to input on a board.
 *
 * @typedef {object} BoardHandlers
 * @property {(cell: number) => void} main
 * @property {(cell: number) => void} second
 * @property {(cell: number) => boolean} [secondDown] right button pressed; returns whether the press is handled
 * @property {(cell: number) => void} [middle] middle button, or left and right button together
 * @property {(cell: number) => boolean} [hold] left button held; returns whether the press is handled
 * @property {(cell: number, chord: boolean) => number[]} [pressed] the cells that look pressed
 * @property {(cell: number, button: number) => void} [drag]
 * @property {(cell: number, steps: number) => void} [wheel]
 * @property {(cell: number) => void} [tap]
 * @property {(cell: number) => void} [longPress]
 * @property {() => boolean} [drags]
 * @property {(key: string, cell: number | null, event: KeyboardEvent) => boolean} key returns whether the key was used
 */

const RULER = 18;
const SMALLEST = 10;
const LARGEST = 90;
const ZOOM_STEP = 1.25;
const OPENINGS_SHOWN = 3000;

export class BoardView {
  /**
   * @param {string} label
   * @param {BoardHandlers} handlers
   */
  constructor(label, handlers) {
    this.handlers = handlers;
    this.canvas = el("canvas", { "aria-hidden": "true" });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.grid = new AccessibleGrid(label, (cell, focused) => this.focusMoved(cell, focused));
    this.spacer = el("div", { class: "board-spacer" }, this.canvas, this.grid.element);
    this.scroller = el("div", { class: "board-scroll", tabindex: -1 }, this.spacer);
    this.tip = new CellTip();
    this.far = new FarView((x, y) => this.centerOn(x, y));
    this.element = el(
      "div",
      { class: "board-frame" },
      this.scroller,
      this.tip.element,
      this.grid.announcer,
    );
    /** @type {BoardInfo | null} */
    this.board = null;
    /** @type {Geometry | null} */
    this.geometry = null;
    /** @type {CellFinder | null} */
    this.finder = null;
    /** @type {BoardPainter | null} */
    this.painter = null;
    this.upright = false;
    this.face = blankFace(0);
    /**
     * The size of a cell in pixels that the user chose, "whole" to show the whole board, or null for
     * the default size (see board_fit.js).
     *
     * @type {number | "whole" | null}
     */
    this.chosenSize = null;
    this.cellSize = 0;
    /** @type {number | null} */
    this.hovered = null;
    /** @type {number | null} */
    this.cursor = null;
    /** The cells that look pressed while a button or a finger is held on them. */
    /** @type {Set<number>} */
    this.pressed = new Set();
    /** @type {Map<number, number>} */
    this.opened = new Map();
    this.frame = 0;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.listen();
  }

  /** @param {BoardInfo} board */
  setBoard(board) {
    this.board = board;
    this.face = blankFace(board.size);
    this.hovered = null;
    this.pressed.clear();
    this.chosenSize = null;
    this.opened.clear();
    this.place(board, geometryOf(board), false);
    this.layOut();
  }

  /**
   * @param {BoardInfo} board
   * @param {Geometry} geometry
   * @param {boolean} upright
   */
  place(board, geometry, upright) {
    this.geometry = geometry;
    this.upright = upright;
    this.finder = new CellFinder(geometry);
    this.far.forget();
    this.grid.setBoard(board, geometry);
  }

  /** Rotates a wide board on a phone in portrait mode, or rotates it back. */
  turnToFit() {
    const { board, geometry } = this;
    if (board === null || geometry === null) return;
    const [wide, high] = this.upright
      ? [geometry.height, geometry.width]
      : [geometry.width, geometry.height];
    const upright = fitsUpright(wide, high) && canTurn(geometry);
    if (upright === this.upright) return;
    this.place(board, turned(geometry), upright);
    this.grid.show(this.face);
  }

  /** @param {Face} face */
  show(face) {
    this.rememberOpened(face);
    this.face = face;
    this.grid.show(face);
    this.showTip();
    this.repaint();
  }

  /** @param {number} cell */
  focusCell(cell) {
    this.grid.focus(cell);
  }

  /**
   * Scrolls to a cell and makes it the one that receives the focus by Tab.
   *
   * @param {number} cell
   */
  goTo(cell) {
    this.grid.makeCurrent(cell);
    this.scrollTo(cell);
  }

  /** Whether a cell has the keyboard focus. */
  get hasFocus() {
    return this.cursor !== null;
  }

  /** The cell that a key acts on: the one under the pointer, else the focused one, or null. */
  get pointedCell() {
    return this.hovered ?? this.cursor;
  }

  /**
   * @param {number} factor
   * @param {{ clientX: number, clientY: number }} [about] the fixed point; default: the middle of the pane
   */
  zoom(factor, about) {
    const { scroller, ruler } = this;
    const box = scroller.getBoundingClientRect();
    const x = about === undefined ? scroller.clientWidth / 2 : about.clientX - box.left;
    const y = about === undefined ? scroller.clientHeight / 2 : about.clientY - box.top;
    const across = (scroller.scrollLeft + x - ruler) / this.cellSize;
    const along = (scroller.scrollTop + y - ruler) / this.cellSize;
    const least = Math.min(SMALLEST, this.whole);
    this.chosenSize = Math.min(LARGEST, Math.max(least, this.cellSize * factor));
    this.layOut();
    scroller.scrollLeft = across * this.cellSize + ruler - x;
    scroller.scrollTop = along * this.cellSize + ruler - y;
  }

  zoomIn() {
    this.zoom(ZOOM_STEP);
  }

  zoomOut() {
    this.zoom(1 / ZOOM_STEP);
  }

  /** Shows the whole board, however small its cells. */
  zoomToFit() {
    this.chosenSize = "whole";
    this.layOut();
  }

  /**
   * Scrolls a place to the middle of the pane.
   *
   * @param {number} x as a fraction of the board
   * @param {number} y
   */
  centerOn(x, y) {
    const { scroller, geometry } = this;
    if (geometry === null) return;
    scroller.scrollLeft = x * geometry.width * this.cellSize - scroller.clientWidth / 2;
    scroller.scrollTop = y * geometry.height * this.cellSize - scroller.clientHeight / 2;
  }

  /** Whether the board is larger than its pane. */
  get scrolls() {
    const { scroller } = this;
    return (
      scroller.scrollHeight > scroller.clientHeight + 1 ||
      scroller.scrollWidth > scroller.clientWidth + 1
    );
  }

  listen() {
    const cellAt = this.cellAt.bind(this);
    const { handlers } = this;
    const pick = (/** @type {number} */ cell) => this.grid.makeCurrent(cell);
    listenToMouse(this.scroller, {
      cellAt,
      main: (cell) => {
        pick(cell);
        handlers.main(cell);
      },
      second: (cell) => {
        pick(cell);
        handlers.second(cell);
      },
      secondDown: (cell) => {
        pick(cell);
        return handlers.secondDown?.(cell) ?? false;
      },
      middle: (cell) => handlers.middle?.(cell),
      hold: (cell) => handlers.hold?.(cell) ?? false,
      press: (cell, chord) => this.press(cell, chord),
      drag: handlers.drag ?? null,
      wheel: (cell, steps, event) => {
        if (handlers.wheel === undefined || (this.scrolls && !event.altKey)) return false;
        handlers.wheel(cell, steps);
        return true;
      },
      hover: (cell) => this.hover(cell),
    });
    listenToTouch(this.scroller, {
      cellAt,
      tap: (cell) => {
        pick(cell);
        (handlers.tap ?? handlers.main)(cell);
      },
      longPress: (cell) => (handlers.longPress ?? handlers.second)(cell),
      press: (cell) => this.press(cell, false),
      drag: (cell) => handlers.drag?.(cell, 0),
      drags: () => handlers.drags?.() ?? false,
      pinch: (factor) => this.zoom(factor),
    });
    listenToPanAndZoom(this.scroller, (factor, about) => this.zoom(factor, about));
    this.grid.element.addEventListener("keydown", (event) => this.keyPressed(event));
    // Screen readers click the element itself; it receives no pointer events.
    this.grid.element.addEventListener("click", (event) => {
      const cell = this.grid.cellOf(event.target);
      if (cell !== null) handlers.main(cell);
    });
    this.scroller.addEventListener("scroll", () => this.repaint(), { passive: true });
    new ResizeObserver(() => this.layOut()).observe(this.element);
    addEventListener("resize", () => this.layOut());
    document.addEventListener("themechange", () => this.layOut());
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    const cell = this.grid.cellOf(event.target);
    if (cell === null || this.geometry === null) return;
    const next = keyMove(event, cell, this.geometry);
    if (next !== null) {
      event.preventDefault();
      this.hover(null);
      this.grid.focus(next);
    } else if (this.handlers.key(event.key, cell, event)) {
      event.preventDefault();
    }
  }

  /**
   * @param {number} cell
   * @param {boolean} focused
   */
  focusMoved(cell, focused) {
    this.cursor = focused ? cell : null;
    if (focused) this.scrollTo(cell);
    this.showTip();
    this.repaint();
  }

  /** @param {number | null} cell */
  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.showTip();
    this.repaint();
  }

  /**
   * Shows cells as pressed while a button or a finger is held.
   *
   * @param {number | null} cell
   * @param {boolean} chord
   */
  press(cell, chord) {
    const cells = cell === null ? [] : (this.handlers.pressed?.(cell, chord) ?? []);
    if (cells.length === 0 && this.pressed.size === 0) return;
    this.pressed = new Set(cells);
    this.repaint();
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {number | null}
   */
  cellAt(clientX, clientY) {
    if (this.finder === null) return null;
    const box = this.scroller.getBoundingClientRect();
    const x = clientX - box.left;
    const y = clientY - box.top;
    const inside =
      x >= this.ruler &&
      y >= this.ruler &&
      x < this.scroller.clientWidth &&
      y < this.scroller.clientHeight;
    if (!inside) return null;
    return this.finder.at(
      (x + this.scroller.scrollLeft - this.ruler) / this.cellSize,
      (y + this.scroller.scrollTop - this.ruler) / this.cellSize,
    );
  }

  get ruler() {
    return this.geometry?.ruler ? RULER : 0;
  }

  /** @param {number} cell */
  scrollTo(cell) {
    const { geometry, scroller, cellSize, ruler } = this;
    if (geometry === null) return;
    const x = geometry.x[cell] * cellSize + ruler;
    const y = geometry.y[cell] * cellSize + ruler;
    const margin = 1.5 * cellSize;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
    if (x - margin - ruler < scrollLeft) scroller.scrollLeft = x - margin - ruler;
    else if (x + margin > scrollLeft + clientWidth) scroller.scrollLeft = x + margin - clientWidth;
    if (y - margin - ruler < scrollTop) scroller.scrollTop = y - margin - ruler;
    else if (y + margin > scrollTop + clientHeight) scroller.scrollTop = y + margin - clientHeight;
  }

  /** Computes the size of a cell, and resizes canvas and pane. */
  layOut() {
    if (this.element.clientWidth === 0) return;
    this.turnToFit();
    const { geometry, finder, element } = this;
    if (geometry === null || finder === null) return;
    const ratio = window.devicePixelRatio || 1;
    const room = roomIn(element);
    const chosen = this.chosenSize === "whole" ? this.whole : this.chosenSize;
    const size = (chosen ?? fittedSize(this.whole)) * ratio;
    this.cellSize = (FarView.isFar(geometry, size) ? size : Math.max(1, Math.floor(size))) / ratio;
    const width = Math.ceil(geometry.width * this.cellSize + this.ruler) + 1;
    const height = Math.ceil(geometry.height * this.cellSize + this.ruler) + 1;
    const bars = this.scrollbarWidth(width > room.width, height > room.height);
    const viewWidth = Math.min(room.width, width + bars.right);
    const viewHeight = Math.min(room.height, height + bars.bottom);
    this.scroller.style.width = `${viewWidth}px`;
    this.scroller.style.height = `${viewHeight}px`;
    this.spacer.style.width = `${width}px`;
    this.spacer.style.height = `${height}px`;
    this.grid.element.style.setProperty("--cell", `${this.cellSize}px`);
    this.grid.element.style.setProperty("--ruler", `${this.ruler}px`);
    const { clientWidth, clientHeight } = this.scroller;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.canvas.style.width = `${clientWidth}px`;
    this.canvas.style.height = `${clientHeight}px`;
    const colors = readColors(element);
    this.painter = new BoardPainter(this.context, geometry, finder, colors, this.cellSize, ratio);
    this.far.forget();
    this.paint();
  }

  /**
   * @param {boolean} wide
   * @param {boolean} high
   */
  scrollbarWidth(wide, high) {
    const bar = this.scroller.offsetWidth - this.scroller.clientWidth;
    const thick = bar > 0 ? bar : 12;
    return { right: high ? thick : 0, bottom: wide ? thick : 0 };
  }

  /** The size of a cell at which the whole board is visible. */
  get whole() {
    const { geometry, ruler } = this;
    return geometry === null ? LARGEST : wholeSize(geometry, roomIn(this.element), ruler);
  }

  /** @param {Face} face */
  rememberOpened(face) {
    const now = performance.now();
    this.opened.clear();
    if (this.calm.matches || face.clues.length > OPENINGS_SHOWN) return;
    face.clues.forEach((clue, cell) => {
      if (clue !== null && this.face.clues[cell] === null) this.opened.set(cell, now);
    });
  }

  showTip() {
    const { board, geometry } = this;
    const cell = this.hovered ?? this.cursor;
    if (board === null || geometry === null || cell === null) {
      this.tip.hide();
      return;
    }
    const left = this.scroller.offsetLeft + this.ruler - this.scroller.scrollLeft;
    const top = this.scroller.offsetTop + this.ruler - this.scroller.scrollTop;
    const x = left + geometry.x[cell] * this.cellSize;
    const y = top + geometry.y[cell] * this.cellSize;
    const half = this.cellSize / 2;
    const box = { left: x - half, right: x + half, top: y - half, bottom: y + half };
    const frame = { width: this.element.clientWidth, height: this.element.clientHeight };
    this.tip.show(board, this.face, cell, box, frame);
  }

  repaint() {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  paint() {
    const { painter, geometry, board, scroller } = this;
    if (painter === null || geometry === null || board === null) return;
    const pointed = this.hovered ?? this.cursor;
    const moving = painter.paint({
      face: this.face,
      left: scroller.scrollLeft,
      top: scroller.scrollTop,
      width: scroller.clientWidth,
      height: scroller.clientHeight,
      ruler: this.ruler,
      cursor: this.cursor,
      hovered: this.hovered,
      near: geometry.showsNeighbors && pointed !== null ? board.neighbors[pointed] : [],
      opened: this.opened,
      pressed: this.pressed,
      now: performance.now(),
      overview: FarView.isFar(geometry, painter.scale)
        ? this.far.picture(geometry, painter.colors, this.face)
        : null,
    });
    const [width, height] = [geometry.width * this.cellSize, geometry.height * this.cellSize];
    this.far.paintMap(geometry, painter.colors, this.face, {
      left: scroller.scrollLeft / width,
      top: scroller.scrollTop / height,
      width: (scroller.clientWidth - this.ruler) / width,
      height: (scroller.clientHeight - this.ruler) / height,
    });
    if (moving) this.repaint();
  }
}
