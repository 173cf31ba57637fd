/** The Play room: a game, its figures, and everything that helps to play it. */

import { get, post, sentence } from "../api.js";
import { BoardView } from "../board/board_view.js";
import { zoomButtons } from "../board/zoom_buttons.js";
import { bareBoard, boardText, fetchBoard } from "../board_specs.js";
import { iconButton, panel, setPressed, toggleButton } from "../controls.js";
import { el } from "../element.js";
import { listenForHotkeys } from "../hotkeys.js";
import { replaceAddress } from "../router.js";
import { AskMode, proofLights } from "../shared/ask_mode.js";
import { Notice } from "../shared/notice.js";
import { WhyPanel, inSentence } from "../shared/why_panel.js";
import { ChanceOverlay } from "./chance_overlay.js";
import { GameClock } from "./game_clock.js";
import { gameFace, replayFace } from "./game_face.js";
import { gameFromParams, gameHash } from "./game_link.js";
import { GameSession, freshSeed } from "./game_session.js";
import { GameSetupForm } from "./game_setup.js";
import { LuckPanel } from "./luck_panel.js";
import { ReplayPanel } from "./replay_panel.js";
import { StatusBar } from "./status_bar.js";
import { StrategyPlayer } from "./strategy_player.js";
import { verdict } from "./verdicts.js";

/** @import { Face, Light } from "../board/face.js" */
/** @import { ReplayStep, Why } from "../api_types.js" */
/** @import { Move } from "../types.js" */
/** @import { GameSetup } from "./game_session.js" */
/** @import { WantedGame } from "./game_setup.js" */

/** @type {GameSetup} */
const USUAL = { board: { spec: "9x9" }, mines: 10, first: "safe", seed: "0", index: 0 };

export class PlayRoom {
  constructor() {
    /** @type {GameSession | null} */
    this.session = null;
    /** @type {Map<number, Light>} */
    this.lit = new Map();
    /** How many clicks the replay shows; null while the game itself is shown. */
    /** @type {number | null} */
    this.replayed = null;
    /** @type {ReplayStep[]} */
    this.steps = [];
    this.active = false;
    this.flagging = false;
    this.chances = new ChanceOverlay(
      () => this.render(),
      (problem) => this.complain(problem),
    );

    this.status = new StatusBar();
    this.clock = new GameClock((seconds) => this.status.showTime(seconds));
    this.notice = new Notice();
    this.view = new BoardView("Minefield", {
      main: (cell) => this.mainClick(cell),
      second: (cell) => this.session?.toggleFlag(cell),
      middle: (cell) => this.act((session) => session.chord(cell)),
      longPress: (cell) => this.longPress(cell),
      key: (key, cell) => this.key(key, cell),
    });
    this.why = new WhyPanel((cell) => this.light([[cell, "target"]]));
    this.luck = new LuckPanel();
    this.setup = new GameSetupForm((wanted) => void this.begin(wanted));
    this.strategy = new StrategyPlayer(
      () => this.session,
      (problem) => this.complain(problem),
    );
    this.replay = new ReplayPanel(
      (count, steps) => this.showReplay(count, steps),
      (moves) => this.act((session) => session.rewind(moves)),
      (problem) => this.complain(problem),
    );
    this.flagMode = toggleButton("Flag", "flag", (on) => (this.flagging = on), {
      title: "Flag mode: a click or tap sets a flag, a long press opens",
    });
    this.ask = new AskMode(this.view.scroller);
    this.chanceMode = toggleButton("Chances", "percent", (on) => this.showChances(on), {
      title: "The chance of a mine in every cell (P)",
    });
    this.undo = iconButton("Undo", "undo", () => this.takeBack(), { disabled: true });
    this.element = this.layOut();
    listenForHotkeys(this.view, () => this.active);
  }

  layOut() {
    const tools = el(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Game" },
      this.flagMode,
      iconButton("Hint", "hint", () => void this.hint(false), { title: "A safe cell and why (H)" }),
      iconButton("Best", "best", () => void this.hint(true), { title: "Play the best move (B)" }),
      this.ask.button,
      this.chanceMode,
      this.undo,
      iconButton("New", "new", () => this.setup.startFresh(), { title: "A new game (N)" }),
    );
    const stage = el(
      "div",
      { class: "stage" },
      this.status.element,
      el("div", { class: "stage-middle" }, this.notice.element, zoomButtons(this.view)),
      this.view.element,
      el("div", { class: "stage-foot" }, tools),
    );
    const side = el(
      "aside",
      { class: "side", "aria-label": "Game, reasons and luck" },
      panel("Game", this.setup.element),
      this.why.element,
      this.replay.element,
      this.luck.element,
      this.strategy.element,
    );
    const title = el("h1", { class: "visually-hidden" }, "Play");
    return el("section", { class: "room play", "aria-label": "Play" }, title, stage, side);
  }

  async load() {
    const [presets, strategies] = await Promise.all([get("/api/presets"), get("/api/strategies")]);
    this.setup.setPresets(presets);
    this.strategy.setStrategies(strategies);
  }

  /** @param {URLSearchParams} params */
  async enter(params) {
    this.active = true;
    const linked = gameFromParams(params);
    if (linked !== null) await this.deal(linked.setup, linked.moves, linked.flags);
    else if (this.session === null) await this.deal({ ...USUAL, seed: freshSeed() }, [], []);
    else {
      replaceAddress(gameHash(this.session));
      this.view.layOut();
    }
  }

  leave() {
    this.active = false;
    this.strategy.stop();
  }

  /** @param {WantedGame} wanted */
  async begin(wanted) {
    const { board, mines, first, seed } = wanted;
    await this.deal({ board, mines: mines ?? NaN, first, seed, index: 0 }, [], []);
  }

  /**
   * @param {GameSetup} setup
   * @param {Move[]} moves
   * @param {number[]} flags
   */
  async deal(setup, moves, flags) {
    this.strategy.stop();
    try {
      const info = await fetchBoard(setup.board);
      const mines = Number.isNaN(setup.mines) ? info.mines : setup.mines;
      if (mines === null) throw new Error(`Say how many mines, as in ${info.spec}/10.`);
      const full = { ...setup, mines, board: bareBoard(info, setup.board) };
      const session = new GameSession(full, info, {
        moved: () => this.changed(),
        flagged: () => this.flagged(),
      });
      this.session = session;
      this.chances.forget();
      this.showSetup(full);
      this.view.setBoard(info);
      this.clock.reset();
      if (moves.length > 0 || flags.length > 0) await session.resume(moves, flags);
      else this.changed();
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  /** @param {GameSetup} setup */
  showSetup(setup) {
    const { board, mines, first, seed } = setup;
    this.setup.show(`${boardText(board)}/${mines}`, board, first, seed);
  }

  /** A flag came or went. */
  flagged() {
    const { session } = this;
    if (session === null) return;
    this.status.show(session);
    this.render();
    if (this.active) replaceAddress(gameHash(session));
  }

  /** The position is another: a move, a move taken back, a fresh deal. */
  changed() {
    const { session } = this;
    if (session === null) return;
    this.replayed = null;
    this.lit = new Map();
    this.ask.set(false);
    this.why.clear();
    if (session.over) this.clock.stop();
    else if (session.state.status === "playing") this.clock.start();
    this.luck.show(session.state, session.board);
    this.undo.disabled = session.state.status !== "lost";
    if (!session.over) this.replay.close();
    else if (!this.replay.open) void this.replay.load(session);
    const said = verdict(session, this.clock.seconds);
    this.notice.say(said.tone, said.text);
    this.flagged();
    void this.chances.refresh(session.setup, session.board, this.face(session));
  }

  render() {
    if (this.session !== null) this.view.show(this.face(this.session));
  }

  /**
   * @param {GameSession} session
   * @returns {Face}
   */
  face(session) {
    const { replayed, steps } = this;
    const face = replayed === null ? gameFace(session) : replayFace(session, steps, replayed);
    const { chances, overlay } = this.chances;
    return { ...face, chances, overlay, lit: this.lit };
  }

  /**
   * @param {number} count
   * @param {ReplayStep[]} steps
   */
  showReplay(count, steps) {
    const { session } = this;
    if (session === null) return;
    this.replayed = count;
    this.steps = steps;
    this.lit = new Map(count > 0 ? [[steps[count - 1].cell, /** @type {Light} */ ("target")]] : []);
    this.render();
    void this.chances.refresh(session.setup, session.board, this.face(session));
  }

  /** @param {boolean} on */
  showChances(on) {
    const { session } = this;
    this.chances.on = on;
    setPressed(this.chanceMode, on);
    if (session !== null)
      void this.chances.refresh(session.setup, session.board, this.face(session));
  }

  /** @param {number} cell */
  mainClick(cell) {
    const { session } = this;
    if (session === null) return;
    if (this.ask.on) void this.askWhy(cell);
    else if (session.state.clues[cell] !== null) this.act(() => session.chord(cell));
    else if (this.flagging) session.toggleFlag(cell);
    else this.act(() => session.open(cell));
  }

  /** @param {number} cell */
  longPress(cell) {
    const { session } = this;
    if (session === null) return;
    if (session.state.clues[cell] !== null) this.act(() => session.chord(cell));
    else if (this.flagging) this.act(() => session.open(cell));
    else session.toggleFlag(cell);
  }

  /**
   * @param {string} key
   * @param {number | null} cell
   * @returns {boolean}
   */
  key(key, cell) {
    const pressed = key.toLowerCase();
    const act = this.keys[pressed] ?? (cell === null ? undefined : this.cellKeys(cell)[pressed]);
    act?.();
    return act !== undefined;
  }

  /** What keys do wherever the mouse and the focus are. */
  get keys() {
    /** @type {Record<string, () => void>} */
    const acts = {
      h: () => void this.hint(false),
      b: () => void this.hint(true),
      p: () => this.showChances(!this.chances.on),
      u: () => this.takeBack(),
      n: () => this.setup.startFresh(),
    };
    return acts;
  }

  /**
   * What keys do to a cell.
   *
   * @param {number} cell
   */
  cellKeys(cell) {
    const open = () =>
      this.act((session) =>
        session.state.clues[cell] === null ? session.open(cell) : session.chord(cell),
      );
    /** @type {Record<string, () => void>} */
    const acts = {
      enter: open,
      " ": open,
      f: () => this.session?.toggleFlag(cell),
      c: () => this.act((session) => session.chord(cell)),
      w: () => void this.askWhy(cell),
    };
    return acts;
  }

  takeBack() {
    if (this.session?.state.status === "lost")
      this.act((session) => session.rewind(session.moves.length - 1));
  }

  /**
   * Shows the best cell and why, or plays it.
   *
   * @param {boolean} plays
   */
  async hint(plays) {
    const { session } = this;
    if (session === null || session.over) return;
    try {
      const hint = await post("/api/game/hint", session.request());
      if (session !== this.session) return;
      if (plays) {
        session.flags.delete(hint.cell);
        await session.open(hint.cell);
        return;
      }
      if (this.view.hasFocus) this.view.focusCell(hint.cell);
      this.why.showHint(hint, session.board);
      this.lightProof(hint.cell, hint.why);
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  /** @param {number} cell */
  async askWhy(cell) {
    const { session } = this;
    this.ask.set(false);
    if (session === null || session.over || session.state.clues[cell] !== null) return;
    try {
      const { why } = await post("/api/game/why", { ...session.request(), cell });
      if (session !== this.session) return;
      this.why.showWhy(why);
      this.lightProof(cell, why);
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  /**
   * @param {number} cell
   * @param {Why} why
   */
  lightProof(cell, why) {
    this.light(proofLights(cell, why));
    this.view.scrollTo(cell);
    this.notice.say("calm", inSentence(why.text));
  }

  /** @param {[number, Light][]} lights */
  light(lights) {
    this.lit = new Map(lights);
    this.render();
  }

  /** @param {(session: GameSession) => Promise<void>} act */
  act(act) {
    const { session } = this;
    if (session === null) return;
    act(session).catch((error) => this.complain(sentence(error)));
  }

  /** @param {string} problem */
  complain(problem) {
    this.notice.say("bad", problem);
  }
}
