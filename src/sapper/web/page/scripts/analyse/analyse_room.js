/** The Analyse room: paint any position and see at once what follows from it. */

import { post, sentence } from "../api.js";
import { BoardView } from "../board/board_view.js";
import { chancesOf } from "../board/face.js";
import { zoomButtons } from "../board/zoom_buttons.js";
import { bareBoard, boardFromParams, fetchBoard, readBoard } from "../board_specs.js";
import {
  chooseSegment,
  iconButton,
  panel,
  segments,
  setPressed,
  toggleButton,
} from "../controls.js";
import { el } from "../element.js";
import { listenForHotkeys } from "../hotkeys.js";
import { flushAddress, replaceAddress } from "../router.js";
import { AskMode, proofLights } from "../shared/ask_mode.js";
import { Notice } from "../shared/notice.js";
import { WhyPanel, inSentence } from "../shared/why_panel.js";
import { BrushPalette } from "./brush_palette.js";
import { ExchangePanel } from "./exchange_panel.js";
import { LiveAnalysis } from "./live_analysis.js";
import { listenForPositions, readPosition, writePosition } from "./position_text.js";
import { boardPicture } from "./png_export.js";
import { PositionEditor } from "./position_editor.js";
import { fillFromParams, overlayFromParams, positionHash } from "./position_link.js";
import { PositionPanel } from "./position_panel.js";
import { ResultPanel } from "./result_panel.js";
import { WinPanel } from "./win_panel.js";

/** @import { Chances, Face, Light, Overlay } from "../board/face.js" */
/** @import { AnalysisAnswer } from "../api_types.js" */
/** @import { BoardRef } from "../types.js" */
/** @import { Paint } from "./position_editor.js" */

/** @type {[Overlay, string][]} */
const OVERLAYS = [
  ["mine", "Mine %"],
  ["zero", "Zero %"],
  ["information", "Bits"],
  ["none", "None"],
];

const SECOND_BUTTON = 2;

export class AnalyseRoom {
  constructor() {
    /** @type {PositionEditor | null} */
    this.editor = null;
    /** @type {Chances | null} */
    this.chances = null;
    /** @type {Map<number, Light>} */
    this.lit = new Map();
    /** @type {Overlay} */
    this.overlay = "mine";
    this.active = false;
    this.moving = false;
    this.inStroke = false;

    this.palette = new BrushPalette();
    this.results = new ResultPanel();
    this.win = new WinPanel(() => (this.editor?.fault === null ? this.editor.request() : null));
    this.why = new WhyPanel((cell) => this.light([[cell, "target"]]));
    this.view = new BoardView("Position", {
      main: (cell) => this.mainClick(cell),
      second: (cell) =>
        this.change(cell, this.editor?.paintOf(cell) === "covered" ? "flag" : "covered"),
      drag: (cell, button) =>
        this.stroke(cell, button === SECOND_BUTTON ? "covered" : this.palette.brush),
      wheel: (cell, steps) => this.editor && this.change(cell, this.editor.turned(cell, steps)),
      tap: (cell) => this.tap(cell),
      longPress: (cell) => this.change(cell, "covered"),
      drags: () => !this.moving,
      key: (key, cell, event) => this.key(key, cell, event),
    });
    this.live = new LiveAnalysis({
      found: (analysis) => this.found(analysis),
      failed: (problem, clues) => this.failed(problem, clues),
    });
    this.form = new PositionPanel({
      board: (spec, edges) => void this.newBoard(readBoard(spec, edges).board),
      mines: (mines, density, most) => this.setMines(mines, density, most),
      text: (text) => void this.read(text),
    });
    this.exchange = new ExchangePanel({
      text: (text) => void this.read(text),
      picture: () => this.picture(),
      link: () => this.link(),
    });
    this.overlays = segments("Show", OVERLAYS, this.overlay, (overlay) =>
      this.showOverlay(overlay),
    );
    this.ask = new AskMode(this.view.scroller);
    this.moveMode = toggleButton("Move", "hand", (on) => this.setMoving(on), {
      title: "Drag moves the board instead of painting it",
    });
    this.notice = new Notice();
    this.element = this.layOut();
    this.listen();
  }

  layOut() {
    const tools = el(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Position" },
      this.ask.button,
      iconButton("Undo", "undo", () => this.undo(), { title: "Undo the last stroke (U)" }),
      iconButton("Clear", "clear", () => this.clear()),
      this.moveMode,
    );
    const stage = el(
      "div",
      { class: "stage" },
      el("div", { class: "stage-head" }, this.palette.element),
      el("div", { class: "stage-middle" }, this.overlays, zoomButtons(this.view)),
      this.notice.element,
      this.view.element,
      el("div", { class: "stage-foot" }, tools),
    );
    const side = el(
      "aside",
      { class: "side", "aria-label": "Analysis and position" },
      this.results.element,
      this.win.element,
      this.why.element,
      panel("Position", this.form.element),
      this.exchange.element,
    );
    const title = el("h1", { class: "visually-hidden" }, "Analyse");
    return el("section", { class: "room analyse", "aria-label": "Analyse" }, title, stage, side);
  }

  listen() {
    listenForHotkeys(this.view, () => this.active);
    document.addEventListener("pointerup", () => (this.inStroke = false));
    document.addEventListener("pointercancel", () => (this.inStroke = false));
    listenForPositions(
      this.element,
      () => this.active,
      (text) => void this.read(text),
      (file) => void this.exchange.readFile(file),
    );
  }

  /** @param {URLSearchParams} params */
  async enter(params) {
    this.active = true;
    const ref = boardFromParams(params);
    if (ref !== null) await this.newBoard(ref, params);
    else if (this.editor === null) await this.newBoard({ spec: "9x9/10" });
    else this.changed();
  }

  leave() {
    this.active = false;
    this.live.stop();
    this.win.stop();
  }

  /**
   * @param {BoardRef} ref
   * @param {URLSearchParams} [params] the rest of the position
   */
  async newBoard(ref, params) {
    try {
      const board = await fetchBoard(ref);
      const editor = new PositionEditor(board, bareBoard(board, ref));
      if (params !== undefined) {
        fillFromParams(params, editor);
        this.setOverlay(overlayFromParams(params));
      }
      this.begin(editor);
    } catch (error) {
      this.notice.say("bad", sentence(error));
    }
  }

  /** @param {PositionEditor} editor */
  begin(editor) {
    this.editor = editor;
    this.chances = null;
    this.view.setBoard(editor.board);
    this.setMoving(this.moving);
    this.form.show(editor);
    this.changed();
  }

  /** The position is another: show it, ask about it, put it into the address. */
  changed() {
    const { editor } = this;
    if (editor === null) return;
    this.lit = new Map();
    this.why.clear();
    this.win.clear();
    this.notice.say("calm", "");
    this.view.show(this.face());
    if (editor.fault === null) {
      void this.live.ask(editor.request());
      void this.writeText();
    } else {
      this.live.stop();
      this.failed(editor.fault, null);
    }
    if (this.active) replaceAddress(positionHash(editor, this.overlay));
  }

  /** @returns {Face} */
  face() {
    const { clues, flags } = /** @type {PositionEditor} */ (this.editor);
    const { chances, overlay, lit } = this;
    return { clues, flags, layout: null, exploded: null, chances, overlay, lit };
  }

  render() {
    if (this.editor !== null) this.view.show(this.face());
  }

  /** @param {AnalysisAnswer} analysis */
  found(analysis) {
    const { editor } = this;
    if (editor === null) return;
    this.chances = chancesOf(analysis, editor.board);
    this.results.show(analysis, this.chances, editor.board);
    this.notice.say("calm", "");
    this.render();
  }

  /**
   * @param {string} problem
   * @param {number[] | null} clues
   */
  failed(problem, clues) {
    this.chances = null;
    this.lit = new Map((clues ?? []).map((clue) => [clue, /** @type {Light} */ ("conflict")]));
    this.results.complain(problem, clues !== null);
    this.notice.say("bad", clues === null ? problem : `Contradiction: ${problem}.`);
    this.render();
  }

  // -- painting -----------------------------------------------------------------------------------

  /**
   * @param {number} cell
   * @param {Paint} paint
   */
  change(cell, paint) {
    const { editor } = this;
    if (editor === null || editor.paintOf(cell) === paint) return;
    editor.remember();
    editor.paint(cell, paint);
    this.changed();
  }

  /**
   * One cell of a drag; a whole drag is undone at once.
   *
   * @param {number} cell
   * @param {Paint} paint
   */
  stroke(cell, paint) {
    const { editor } = this;
    if (editor === null || this.ask.on) return;
    if (!this.inStroke) editor.remember();
    this.inStroke = true;
    if (editor.paint(cell, paint)) this.changed();
  }

  /** @param {number} cell */
  mainClick(cell) {
    const { editor } = this;
    if (editor === null) return;
    if (this.ask.on) void this.askWhy(cell);
    else {
      const { brush } = this.palette;
      this.change(cell, editor.paintOf(cell) === brush ? "covered" : brush);
    }
  }

  /** @param {number} cell */
  tap(cell) {
    if (!this.moving || this.ask.on) this.mainClick(cell);
    this.view.hover(cell);
  }

  /**
   * @param {string} key
   * @param {number | null} cell
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(key, cell, event) {
    const { editor } = this;
    const undo = key === "u" || key === "U" || (key === "z" && (event.ctrlKey || event.metaKey));
    if (undo) this.undo();
    if (undo) return true;
    if (editor === null || cell === null || event.ctrlKey || event.metaKey) return false;
    if (/^\d$/.test(key)) this.change(cell, Number(key));
    else if (["#", "-", "Delete", "Backspace"].includes(key)) this.change(cell, "covered");
    else if (key === "+") this.change(cell, editor.turned(cell, 1));
    else if (key === "f" || key === "F") this.change(cell, "flag");
    else if (key === "w" || key === "W") void this.askWhy(cell);
    else if (key === "Enter" || key === " ") this.mainClick(cell);
    else return false;
    return true;
  }

  undo() {
    if (this.editor?.undo()) this.changed();
  }

  clear() {
    this.editor?.clear();
    this.changed();
  }

  /** @param {boolean} on */
  setMoving(on) {
    this.moving = on;
    setPressed(this.moveMode, on);
    this.view.scroller.classList.toggle("paints", !on);
  }

  /**
   * @param {number | null} mines
   * @param {number | null} density
   * @param {number} most
   */
  setMines(mines, density, most) {
    const { editor } = this;
    if (editor === null) return;
    editor.mines = mines;
    editor.density = density;
    editor.maxPerCell = most;
    this.changed();
  }

  /** @param {Overlay} overlay */
  showOverlay(overlay) {
    this.setOverlay(overlay);
    this.render();
    if (this.editor !== null) replaceAddress(positionHash(this.editor, overlay));
  }

  /** @param {Overlay} overlay */
  setOverlay(overlay) {
    this.overlay = overlay;
    chooseSegment(this.overlays, overlay);
  }

  // -- reasons, text, links -----------------------------------------------------------------------

  /** @param {number} cell */
  async askWhy(cell) {
    const { editor } = this;
    this.ask.set(false);
    if (editor === null || editor.clues[cell] !== null) return;
    try {
      const { why } = await post("/api/why", { ...editor.request(), cell });
      this.why.showWhy(why);
      this.light(proofLights(cell, why));
      this.notice.say("calm", inSentence(why.text));
    } catch (error) {
      this.why.say(sentence(error));
    }
  }

  /** @param {[number, Light][]} lights */
  light(lights) {
    this.lit = new Map(lights);
    this.render();
  }

  /** @param {string} text */
  async read(text) {
    try {
      this.begin(await readPosition(text, this.editor));
    } catch (error) {
      this.notice.say("bad", sentence(error));
    }
  }

  async writeText() {
    const { editor } = this;
    if (editor === null) return;
    try {
      const text = await writePosition(editor);
      if (editor === this.editor) this.exchange.show(text);
    } catch {
      // The analysis of the same position says what is wrong with it.
    }
  }

  picture() {
    const { editor } = this;
    if (editor === null) return Promise.reject(new Error("There is no position yet."));
    return boardPicture(editor.board, this.face(), this.view.element);
  }

  link() {
    flushAddress();
    return location.href;
  }
}
