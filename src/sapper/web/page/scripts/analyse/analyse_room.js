/** The Analyse room: an editor for positions whose analysis is updated after every change. */

import { post, sentence } from "../api.js";
import { BoardView } from "../board/board_view.js";
import { blankFace, chancesOf } from "../board/face.js";
import { zoomButtons } from "../board/zoom_buttons.js";
import { readBoard, writtenBoard } from "../board_specs.js";
import { UNREAD } from "../cell_states.js";
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
import { currentRoute, flushAddress, replaceAddress } from "../router.js";
import { AskMode, proofLights } from "../shared/ask_mode.js";
import { Notice } from "../shared/notice.js";
import { WhyPanel, inSentence } from "../shared/why_panel.js";
import { WinPanel } from "../shared/win_panel.js";
import { WrongLink } from "../shared/wrong_link.js";
import { BrushPalette } from "./brush_palette.js";
import { emptyEditor } from "./empty_editor.js";
import { ExchangePanel } from "./exchange_panel.js";
import { LiveAnalysis } from "./live_analysis.js";
import {
  notInText,
  readPosition,
  symbolsInWords,
  writeAs,
  writePosition,
} from "./position_text.js";
import { boardPicture } from "./png_export.js";
import { fillFromParams, overlayFromParams, positionHash } from "./position_link.js";
import { PositionPanel } from "./position_panel.js";
import { ResultPanel, certainInWords } from "./result_panel.js";

/** @import { Chances, Face, Light, Overlay } from "../board/face.js" */
/** @import { AnalysisAnswer } from "../api_types.js" */
/** @import { FileIntake } from "../files/file_intake.js" */
/** @import { WrittenBoard } from "../board_specs.js" */
/** @import { PositionEditor } from "./position_editor.js" */
/** @import { Paint } from "./position_editor.js" */
/** @import { LinkedPosition } from "./position_link.js" */

/** @type {[Overlay, string][]} */
const OVERLAYS = [
  ["mine", "Mine %"],
  ["zero", "Zero %"],
  ["information", "Information"],
  ["none", "Off"],
];

const SECOND_BUTTON = 2;
/** @type {WrittenBoard} */
const EMPTY = { board: { spec: "9x9/10" }, mines: 10 };

export class AnalyseRoom {
  /**
   * @param {() => FileIntake} files reads texts and files of any format
   * @param {(position: LinkedPosition) => void} onPlay starts a game from a position
   */
  constructor(files, onPlay) {
    this.onPlay = onPlay;
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
    /** Counts requests for the text, so that a late answer does not replace a newer one. */
    this.written = 0;

    this.palette = new BrushPalette();
    this.results = new ResultPanel();
    this.win = new WinPanel(
      () => this.asked(),
      (cell) => this.light([[cell, "target"]]),
    );
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
      board: (spec, edges) => void this.newBoard(readBoard(spec, edges)),
      mines: (mines, density, most) => this.setMines(mines, density, most),
      text: (text) => void this.read(text),
    });
    this.exchange = new ExchangePanel({
      text: (text) => void files().readText(text),
      open: () => files().open(),
      file: (format) => this.file(format),
      picture: () => this.picture(),
      link: () => this.link(),
      lost: () => (this.editor === null ? "" : notInText(this.editor)),
    });
    this.overlays = segments("Show", OVERLAYS, this.overlay, (overlay) =>
      this.showOverlay(overlay),
    );
    this.ask = new AskMode(this.view.scroller);
    this.moveMode = toggleButton("Move", "hand", (on) => this.setMoving(on), {
      title: "Drag to move the board instead of painting",
    });
    this.notice = new Notice();
    this.wrong = new WrongLink("Open an empty board", () => void this.newBoard(EMPTY));
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
      iconButton("Play from here", "play", () => void this.playOn(), {
        title: "Start a game from this position, with a random possible solution",
      }),
    );
    const stage = el(
      "div",
      { class: "stage" },
      el("div", { class: "stage-head" }, this.palette.element),
      el("div", { class: "stage-middle" }, this.overlays, zoomButtons(this.view)),
      this.wrong.element,
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
  }

  /** @param {URLSearchParams} params */
  async enter(params) {
    this.active = true;
    this.wrong.clear();
    const linked = writtenBoard(params);
    if (linked !== null) await this.follow(linked, params);
    else if (this.editor === null) await this.newBoard(EMPTY);
    else this.changed();
  }

  leave() {
    this.active = false;
    this.live.stop();
    this.win.stop();
  }

  /** The server answers again: repeats the requests that failed. */
  async again() {
    if (this.editor === null) await this.enter(currentRoute().params);
    else this.changed();
  }

  /**
   * Shows the position of a link, or what is wrong with the link.
   *
   * @param {WrittenBoard} linked
   * @param {URLSearchParams} params the rest of the position
   */
  async follow(linked, params) {
    try {
      const editor = await emptyEditor(linked);
      fillFromParams(params, editor);
      this.setOverlay(overlayFromParams(params));
      this.begin(editor);
    } catch (error) {
      this.wrong.say(capitalised(sentence(error)));
    }
  }

  /** @param {WrittenBoard} written */
  async newBoard(written) {
    try {
      this.begin(await emptyEditor(written));
    } catch (error) {
      this.notice.say("bad", sentence(error));
    }
  }

  /**
   * @param {PositionEditor} editor
   * @param {boolean} [typed] whether its text is being typed and must not be overwritten
   */
  begin(editor, typed = false) {
    this.editor = editor;
    this.wrong.clear();
    this.chances = null;
    this.view.setBoard(editor.board);
    this.setMoving(this.moving);
    this.form.show(editor);
    this.changed(typed);
  }

  /**
   * Updates the room after a change of the position: board, analysis, text and address.
   *
   * @param {boolean} [typed] whether it comes from the text
   */
  changed(typed = false) {
    const { editor } = this;
    if (editor === null) return;
    this.lit = new Map();
    this.why.clear();
    this.win.clear();
    this.view.show(this.face());
    if (editor.fault === null) {
      this.live.ask(editor.request());
      void this.writeText(typed);
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
    return { ...blankFace(0), clues, flags, chances, overlay, lit };
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
    this.notice.say("calm", certainInWords(this.chances));
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

  /** The request for the position, or the reason why there is none. */
  asked() {
    const { editor } = this;
    if (editor === null) return "There is no position yet.";
    if (editor.fault !== null) return editor.fault;
    return { request: editor.request(), board: editor.board };
  }

  async playOn() {
    await this.live.settled();
    const { editor } = this;
    if (editor === null || !this.active) return;
    if (editor.density !== null)
      this.notice.say("bad", "A game needs a number of mines, not a density.");
    else if (typeof editor.mines === "string")
      this.notice.say("bad", `A game needs a number of mines, not ${editor.mines}.`);
    else if (editor.clues.some((clue) => clue !== null && clue < 0))
      this.notice.say("bad", "A game needs the number of every open cell: some are unread.");
    else if (editor.maxPerCell > 1)
      this.notice.say("bad", "A game has at most one mine per cell: set Max mines per cell to 1.");
    else if (this.chances === null)
      this.notice.say("bad", "This position cannot be played: there is no analysis of it.");
    else if (this.chances.mine.every((risk) => !(risk < 1)))
      this.notice.say("bad", "No safe cell is left to open in this position.");
    else this.onPlay(editor);
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
   * Paints one cell of a drag. Undo reverts the whole drag.
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
    else if (key === "q" || key === "Q") this.change(cell, UNREAD);
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
   * @param {number | string | null} mines
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
    if (editor === null) return;
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
      const editor = await readPosition(text, this.editor);
      this.exchange.say(symbolsInWords(editor.symbols));
      this.begin(editor, this.exchange.isTyped(text));
    } catch (error) {
      this.notice.say("bad", sentence(error));
    }
  }

  /** @param {boolean} typed whether the position comes from the text field */
  async writeText(typed) {
    const { editor } = this;
    if (editor === null) return;
    this.written += 1;
    if (typed) return;
    this.exchange.forgetTyped();
    const { written } = this;
    try {
      const text = await writePosition(editor);
      if (written === this.written) this.exchange.show(text);
    } catch {
      // The analysis of the same position reports the error.
    }
  }

  /** @param {string} format */
  file(format) {
    const { editor } = this;
    if (editor === null) return Promise.reject(new Error("There is no position yet."));
    return writeAs(editor, format);
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

/** @param {string} text */
function capitalised(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
