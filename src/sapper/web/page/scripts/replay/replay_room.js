/** The Replay room: a recorded game click by click, with the risk of every click. */

import { post, sentence } from "../api.js";
import { BoardView } from "../board/board_view.js";
import { blankFace } from "../board/face.js";
import { zoomButtons } from "../board/zoom_buttons.js";
import { fetchBoard } from "../board_specs.js";
import { iconButton, panel, setPressed, toggleButton } from "../controls.js";
import { el } from "../element.js";
import { listenForHotkeys } from "../hotkeys.js";
import { replaceAddress, routeHash } from "../router.js";
import { ChanceOverlay } from "../shared/chance_overlay.js";
import { Notice } from "../shared/notice.js";
import { percentIfKnown } from "../words/percent.js";
import { keepFile, keptFile } from "./kept_file.js";
import { luckAfter, momentFace, openedBy } from "./moments.js";
import { GuessesPanel, SummaryPanel } from "./replay_panels.js";
import { secondsInWords } from "./replay_words.js";
import { Timeline } from "./timeline.js";

/** @import { BoardInfo, FileFound, RecordingAnalysis } from "../api_types.js" */
/** @import { Face } from "../board/face.js" */
/** @import { BoardRef } from "../types.js" */
/** @import { KeptFile } from "./kept_file.js" */

/**
 * The visible part of a layout, without flags.
 *
 * @typedef {object} SeenPosition
 * @property {BoardRef} ref
 * @property {(number | null)[]} clues
 * @property {number} mines
 * @property {number} maxPerCell
 */

/** @type {[string, string, string][]} */
const FIGURES = [
  ["click", "Click", "Clicks so far"],
  ["time", "Time", "Time of the last click"],
  ["risk", "Risk", "Mine chance of the last click"],
  ["luck", "Luck", "Odds of surviving the guesses so far"],
  ["flags", "Flags", "Flagged cells"],
];

export class ReplayRoom {
  /**
   * @param {() => void} onOpen lets the user choose a file
   * @param {(position: SeenPosition) => void} onAnalyse
   */
  constructor(onOpen, onAnalyse) {
    this.onAnalyse = onAnalyse;
    this.active = false;
    /** @type {KeptFile | null} */
    this.file = null;
    /** @type {FileFound | null} the file that the board shows */
    this.shown = null;
    /** @type {BoardInfo | null} */
    this.board = null;
    /** @type {RecordingAnalysis | null} */
    this.analysis = null;
    this.notice = new Notice();
    this.view = new BoardView("Replay", {
      main: (cell) => this.analyseFrom(cell),
      second: () => undefined,
      key: (key, cell) => this.key(key, cell),
    });
    this.chances = new ChanceOverlay(
      () => this.render(),
      (problem) => this.notice.say("bad", problem),
    );
    this.chanceMode = toggleButton("Chances", "percent", (on) => this.showChances(on), {
      title: "Show the mine chance of every cell (P)",
    });
    this.timeline = new Timeline((count) => this.moved(count));
    this.summary = new SummaryPanel();
    this.guesses = new GuessesPanel((count) => this.timeline.show(count));
    /** @type {Record<string, HTMLElement>} */
    this.figures = {};
    this.status = el("dl", { class: "status" });
    for (const [name, label, title] of FIGURES) {
      this.figures[name] = el("dd", { "data-figure": name }, "–");
      this.status.append(el("div", { title }, el("dt", {}, label), this.figures[name]));
    }
    this.analyseButton = iconButton("Analyse this", "hint", () => this.analyseShown(), {
      title: "Open this position, without its flags, in the Analyse tab",
    });
    this.name = el("p", { class: "soft file-name" });
    this.element = this.layOut(onOpen);
    listenForHotkeys(this.view, () => this.active);
    this.showParts();
  }

  /** @param {() => void} onOpen */
  layOut(onOpen) {
    const stage = el(
      "div",
      { class: "stage" },
      this.status,
      el("div", { class: "stage-middle" }, this.notice.element, zoomButtons(this.view)),
      this.view.element,
      this.timeline.element,
    );
    const side = el(
      "aside",
      { class: "side", "aria-label": "File, figures and guesses" },
      panel(
        "File",
        this.name,
        el(
          "p",
          { class: "soft" },
          "Open a replay, a layout or a position in any supported format, or drop it anywhere on the page.",
        ),
        el(
          "div",
          { class: "buttons" },
          iconButton("Open a file…", "open", onOpen, { class: "button primary" }),
          this.chanceMode,
          this.analyseButton,
        ),
      ),
      this.summary.element,
      this.guesses.element,
    );
    const title = el("h1", { class: "visually-hidden" }, "Replay");
    return el("section", { class: "room replay", "aria-label": "Replay" }, title, stage, side);
  }

  /**
   * Sets the replay or layout that is shown when the room is entered.
   *
   * @param {FileFound} found
   * @param {string} name
   */
  take(found, name) {
    this.file = { found, name };
    keepFile(this.file);
  }

  /** @param {URLSearchParams} params */
  async enter(params) {
    this.active = true;
    this.file ??= keptFile();
    if (this.file === null) {
      this.notice.say("calm", "Open or drop a replay to watch it click by click.");
      return;
    }
    const click = Number(params.get("click") ?? 0);
    if (this.shown !== this.file.found) await this.begin(this.file);
    if (this.analysis !== null) this.timeline.show(Number.isFinite(click) ? click : 0);
  }

  leave() {
    this.active = false;
    this.timeline.stop();
    this.chances.newest.stop();
  }

  /** @param {KeptFile} file */
  async begin({ found, name }) {
    const { layout, facts, replay } = found;
    if (layout === null || facts === null) return;
    this.analysis = null;
    this.shown = found;
    this.chances.forget();
    this.timeline.stop();
    this.name.textContent = name;
    try {
      const board = await fetchBoard(layout.board);
      if (this.shown !== found) return;
      this.board = board;
      this.view.setBoard(board);
      this.summary.showLayout(facts);
      this.showParts();
      this.render();
      if (replay !== null) await this.analyse(found);
      else this.notice.say("calm", "Click a cell to open it and analyse the position.");
    } catch (error) {
      this.notice.say("bad", sentence(error));
    }
  }

  /** @param {FileFound} found */
  async analyse(found) {
    const { replay } = found;
    if (replay === null || this.board === null) return;
    this.notice.say("calm", `Analysing ${replay.clicks.length} clicks…`);
    const analysis = await post("/api/replay", replay);
    if (this.shown !== found) return;
    this.analysis = analysis;
    this.timeline.setMoves(analysis.moves, this.board);
    this.summary.showReplay(replay, analysis);
    this.guesses.show(analysis, this.board);
    this.showParts();
  }

  /** Shows the parts that have content, and hides the others. */
  showParts() {
    const replayed = this.analysis !== null;
    this.status.hidden = !replayed;
    this.timeline.element.hidden = !replayed;
    this.guesses.element.hidden = !replayed;
    this.chanceMode.hidden = !replayed;
    this.analyseButton.hidden = !replayed;
    this.summary.element.hidden = this.board === null;
    this.view.element.hidden = this.board === null;
    this.name.hidden = this.name.textContent === "";
  }

  /** @param {number} count */
  moved(count) {
    const { analysis } = this;
    if (analysis === null) return;
    const { moves } = analysis;
    const last = count > 0 ? moves[count - 1] : null;
    const face = this.face();
    this.setFigure("click", `${count} / ${moves.length}`);
    this.setFigure("time", last === null ? "–" : secondsInWords(last.time));
    this.setFigure("risk", last === null ? "–" : percentIfKnown(last.risk, "–"));
    this.setFigure("luck", percentIfKnown(luckAfter(moves, count), "–"));
    this.setFigure("flags", String(face.flags.size));
    const lost = last !== null && last.exploded.length > 0;
    const guessed = last !== null && last.needed !== null;
    this.notice.say(lost ? "bad" : guessed ? "careful" : "calm", this.timeline.inWords(count));
    this.render();
    this.refreshChances();
    if (last !== null) this.view.scrollTo(last.cell);
    if (this.active) replaceAddress(routeHash("replay", [["click", String(count)]]));
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  setFigure(name, text) {
    this.figures[name].textContent = text;
  }

  /** @returns {Face} */
  face() {
    const { analysis, shown } = this;
    const mines = shown?.layout?.mines ?? [];
    const { chances, overlay } = this.chances;
    if (analysis === null) return { ...blankFace(mines.length), layout: mines };
    return { ...momentFace(analysis, mines, this.timeline.shown), chances, overlay };
  }

  render() {
    if (this.board !== null) this.view.show(this.face());
  }

  /** @param {boolean} on */
  showChances(on) {
    this.chances.on = on;
    setPressed(this.chanceMode, on);
    this.refreshChances();
  }

  refreshChances() {
    const { board, shown } = this;
    if (board === null || !shown?.layout) return;
    const setup = { board: shown.layout.board, mines: mineCount(shown) };
    void this.chances.refresh(setup, board, this.face());
  }

  /**
   * @param {string} key
   * @param {number | null} cell
   * @returns {boolean}
   */
  key(key, cell) {
    const { timeline } = this;
    const pressed = key.toLowerCase();
    if (this.analysis === null) {
      if (pressed !== "enter" || cell === null) return false;
      this.analyseFrom(cell);
      return true;
    }
    if (pressed === "b") timeline.show(timeline.shown - 1);
    else if (pressed === "n") timeline.show(timeline.shown + 1);
    else if (pressed === "g") timeline.nextGuess();
    else if (pressed === "p") this.showChances(!this.chances.on);
    else if (pressed === " ") timeline.toggle();
    else return false;
    return true;
  }

  analyseShown() {
    if (this.shown !== null) this.onAnalyse(seen(this.shown, this.face().clues));
  }

  /**
   * Opens a cell of a layout, and the resulting position in the Analyse room.
   *
   * @param {number} cell
   */
  analyseFrom(cell) {
    const { board, shown } = this;
    if (board === null || !shown?.layout || !shown.facts || shown.replay !== null) return;
    const { numbers } = shown.facts;
    const opened = openedBy(board, shown.layout.mines, numbers, cell);
    if (opened.size === 0) {
      this.notice.say("bad", "That cell is a mine: click another one.");
      return;
    }
    const clues = numbers.map((number, at) => (opened.has(at) ? number : null));
    this.onAnalyse(seen(shown, clues));
  }
}

/** @param {FileFound} found */
function mineCount({ layout }) {
  return (layout?.mines ?? []).reduce((sum, mines) => sum + mines, 0);
}

/**
 * @param {FileFound} found
 * @param {(number | null)[]} clues
 * @returns {SeenPosition}
 */
function seen(found, clues) {
  const mines = found.layout?.mines ?? [];
  const maxPerCell = mines.reduce((most, count) => Math.max(most, count), 1);
  return { ref: found.layout?.board ?? { spec: "" }, clues, mines: mineCount(found), maxPerCell };
}
