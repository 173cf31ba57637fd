/** The Play room: a game with its figures, its help and its statistics. */

import { get, sentence } from "../api.js";
import { BoardView } from "../board/board_view.js";
import { bareBoard, fetchBoard } from "../board_specs.js";
import { iconButton, setPressed, toggleButton } from "../controls.js";
import { copyText } from "../downloads.js";
import { listenForHotkeys } from "../hotkeys.js";
import { currentRoute, flushAddress, replaceAddress } from "../router.js";
import { AskMode } from "../shared/ask_mode.js";
import { ChanceOverlay } from "../shared/chance_overlay.js";
import { Notice } from "../shared/notice.js";
import { inSentence } from "../shared/why_panel.js";
import { Adviser } from "./adviser.js";
import { GameClock } from "./game_clock.js";
import { GameEnd } from "./game_end.js";
import { gameFace, replayFace } from "./game_face.js";
import { kindOf } from "./game_history.js";
import { LinkError, checkOnBoard, gameFromParams, gameHash, setupHash } from "./game_link.js";
import { GameSession } from "./game_session.js";
import { GameSetupForm } from "./game_setup.js";
import { keepTally, tallyOf } from "./game_tally.js";
import { LuckPanel } from "./luck_panel.js";
import { layOutPlay, sideTabs } from "./play_layout.js";
import { PlayOptions } from "./play_options.js";
import { USUAL, changeSettings, playSettings } from "./play_settings.js";
import { PlayerInput } from "./player_input.js";
import { positionPanel } from "./position_panel.js";
import { ReplayPanel } from "./replay_panel.js";
import { StatusBar } from "./status_bar.js";
import { StrategyPlayer } from "./strategy_player.js";
import { resultInWords, verdict } from "./verdicts.js";

/** @import { LinkedPosition } from "../analyse/position_link.js" */
/** @import { Face, Light } from "../board/face.js" */
/** @import { ReplayStep } from "../api_types.js" */
/** @import { LinkedGame } from "./game_link.js" */
/** @import { WantedGame } from "./game_setup.js" */
/** @import { Tally } from "./game_tally.js" */

export class PlayRoom {
  /** @param {(position: LinkedPosition) => void} onAnalyse opens a position in the Analyse room */
  constructor(onAnalyse) {
    /** @type {GameSession | null} */
    this.session = null;
    /** @type {Map<number, Light>} */
    this.lit = new Map();
    /** The number of clicks that the replay shows; null while the current game is shown. */
    /** @type {number | null} */
    this.replayed = null;
    /** @type {ReplayStep[]} */
    this.steps = [];
    this.active = false;
    /** @type {Tally} */
    this.tally = tallyOf("", false);
    /** The unfinished game that a new one replaced, until the first click of the new one. */
    /** @type {{ session: GameSession, tally: Tally } | null} */
    this.replaced = null;
    /** Counts requested games, so that a late answer does not replace a newer game. */
    this.dealt = 0;
    const settings = playSettings();
    this.flagging = settings.flagging;
    this.wantsChances = settings.chances;
    this.chances = new ChanceOverlay(
      () => this.render(),
      (problem) => this.complain(problem),
    );

    this.status = new StatusBar();
    this.clock = new GameClock((seconds, running) => this.status.showTime(seconds, running));
    this.notice = new Notice();
    this.leadOn = iconButton("Play a beginner game", "new", () => this.playUsual(), {
      class: "button primary",
      hidden: true,
    });
    const input = new PlayerInput(this);
    this.view = new BoardView("Minefield", input.handlers);
    this.adviser = new Adviser(this.view, {
      session: () => this.session,
      helping: () => this.helped(),
      clicked: () => input.clicked(),
      light: (lights) => this.light(lights),
      say: (text) => this.notice.say("calm", text),
      complain: (problem) => this.complain(problem),
    });
    this.end = new GameEnd({
      again: () => void this.setup.startFresh(),
      replay: () => this.tabs.show("Replay"),
      share: () => this.share(),
    });
    this.options = new PlayOptions(() => this.optionsChanged());
    this.luck = new LuckPanel();
    this.win = positionPanel({
      session: () => this.session,
      clues: () => (this.session === null ? [] : this.face(this.session).clues),
      light: (cell) => this.light([[cell, "target"]]),
      helped: () => this.helped(),
      analyse: onAnalyse,
    });
    this.setup = new GameSetupForm((wanted) => this.begin(wanted));
    this.strategy = new StrategyPlayer({
      session: () => this.session,
      acting: () => this.helped(),
      problem: (problem) => this.complain(problem),
      clicked: (cell, lights, text) => this.watch(cell, lights, text),
      next: () => this.nextGame(),
    });
    this.replay = new ReplayPanel(
      (count, steps) => this.showReplay(count, steps),
      (moves) => this.rewind(moves),
      (problem) => this.complain(problem),
    );
    this.flagMode = toggleButton("Flag", "flag", (on) => this.setFlagging(on), {
      title: "Flag mode: click or tap to flag; right click or long press to open",
    });
    setPressed(this.flagMode, this.flagging);
    this.ask = new AskMode(this.view.scroller);
    this.chanceMode = toggleButton("Chances", "percent", (on) => this.showChances(on), {
      title: "Show the mine chance of every cell (P)",
    });
    setPressed(this.chanceMode, this.wantsChances);
    this.undo = iconButton("Undo", "undo", () => this.takeBack(), { disabled: true });
    this.tabs = sideTabs(this);
    this.element = layOutPlay(this);
    this.setup.take(settings);
    listenForHotkeys(this.view, () => this.active);
    addEventListener("beforeunload", () => this.active && flushAddress());
    addEventListener("pagehide", () => this.keep());
  }

  async load() {
    const [presets, strategies] = await Promise.all([get("/api/presets"), get("/api/strategies")]);
    this.setup.setPresets(presets);
    this.strategy.setStrategies(strategies);
  }

  /** @param {URLSearchParams} params */
  async enter(params) {
    this.active = true;
    if (params.size > 0) this.dealt += 1;
    try {
      const linked = gameFromParams(params, playSettings().first);
      if (linked !== null) await this.deal(linked);
      else if (this.session === null) await this.setup.startFresh();
      else {
        replaceAddress(gameHash(this.session));
        this.view.layOut();
        if (this.session.state.status === "playing") this.clock.start();
      }
    } catch (error) {
      this.refuse(sentence(error));
    }
  }

  /** The server answers again: repeats the requests that failed. */
  async again() {
    if (this.session === null) await this.enter(currentRoute().params);
    else if (this.replayed === null) this.changed();
  }

  leave() {
    this.active = false;
    this.strategy.stop();
    this.win.stop();
    this.clock.stop();
    this.keep();
  }

  /**
   * Starts the game that the form describes.
   *
   * @param {WantedGame} wanted
   */
  async begin(wanted) {
    const { board, mines, first, yields, noGuess, seed } = wanted;
    const running = this.session?.state.status === "playing" ? this.session : null;
    const { tally } = this;
    const setup = { board, mines, first, noGuess, seed, index: 0 };
    try {
      const dealt = await this.deal({ setup, moves: [], flags: [] }, yields);
      if (!dealt) return;
      this.replaced = running === null ? null : { session: running, tally };
      this.changed();
      const { spec, edges } = this.setup.board;
      changeSettings({ spec: spec.value, edges: edges.value, first, noGuess });
    } catch (error) {
      this.refuse(sentence(error));
    }
  }

  /** Deals the next game of the same kind and seed. */
  async nextGame() {
    const { session } = this;
    if (session === null) return;
    const { setup } = session;
    try {
      await this.deal({ setup: { ...setup, index: setup.index + 1 }, moves: [], flags: [] });
    } catch (error) {
      this.refuse(sentence(error));
    }
  }

  /**
   * Marks the cell that a strategy opened or would open, scrolls to it and shows the reason.
   *
   * @param {number} cell
   * @param {[number, Light][]} lights
   * @param {string} text
   */
  watch(cell, lights, text) {
    this.light(lights);
    this.view.scrollTo(cell);
    if (text !== "") this.notice.say("calm", text);
  }

  /**
   * Deals a game and shows it after its moves; throws if the server rejects it.
   *
   * @param {LinkedGame} linked
   * @param {boolean} [yields] whether the rule may change to safe if the board has no room for an opening
   * @returns {Promise<boolean>} false if another game was requested meanwhile
   */
  async deal({ setup, moves, flags }, yields = false) {
    this.strategy.stop();
    this.dealt += 1;
    const { dealt } = this;
    const info = await fetchBoard(setup.board);
    const mines = setup.mines ?? info.mines;
    if (mines === null) throw new Error(`Add the number of mines, for example ${info.spec}/10.`);
    const full = { ...setup, mines, board: bareBoard(info, setup.board) };
    checkOnBoard({ setup: full, moves, flags }, info);
    const cramped = full.first === "open" && mines > info.size - info.max_degree - 1;
    if (cramped && yields) full.first = "safe";
    const tally = tallyOf(setupHash(full), moves.length > 0);
    const session = new GameSession(full, info, {
      moved: () => (session === this.session ? this.changed() : this.endedLate(session, tally)),
      flagged: () => session === this.session && this.flagged(),
    });
    session.undone = tally.undone;
    if (moves.length > 0 || flags.length > 0 || full.from || !this.isOfKnownKind(session))
      await session.resume(moves, flags);
    if (dealt !== this.dealt) return false;
    if (session.moves.length < moves.length)
      throw new LinkError(
        `Move ${session.moves.length} of the link comes after the end of the game.`,
      );
    this.replaced = null;
    this.install(session, tally);
    const lastMove = [session.moves.at(-1) ?? []].flat();
    if (lastMove.length > 0) this.view.goTo(lastMove[0]);
    return true;
  }

  /**
   * Whether the current game is of the same kind, so that the server has already accepted such games.
   *
   * @param {GameSession} session
   */
  isOfKnownKind(session) {
    return this.session !== null && kindOf(this.session.setup) === kindOf(session.setup);
  }

  /**
   * @param {GameSession} session
   * @param {Tally} tally
   */
  install(session, tally) {
    this.keep();
    this.session = session;
    this.tally = tally;
    this.leadOn.hidden = true;
    this.chances.forget();
    this.replay.close();
    this.setup.show(session.setup);
    this.view.setBoard(session.board);
    this.clock.set(tally.seconds);
    this.end.history.show(kindOf(session.setup));
    this.changed();
  }

  /**
   * Shows why a game cannot be played, with a button that starts a playable one.
   *
   * @param {string} problem
   */
  refuse(problem) {
    this.complain(problem);
    this.leadOn.hidden = false;
  }

  playUsual() {
    this.setup.take({ ...USUAL, first: playSettings().first });
    void this.setup.startFresh();
  }

  /** Stores time and clicks on the device. */
  keep() {
    const { session, tally } = this;
    if (session === null || session.state.status === "new") return;
    tally.seconds = this.clock.seconds;
    tally.undone = session.undone;
    keepTally(setupHash(session.setup), tally);
  }

  /**
   * Records a game that ended after another had replaced it.
   *
   * @param {GameSession} session
   * @param {Tally} tally
   */
  endedLate(session, tally) {
    if (!session.over) return;
    this.end.finish(session, tally).catch(() => undefined);
    keepTally(setupHash(session.setup), tally);
  }

  /** Updates the room after a change of the flags. */
  flagged() {
    const { session } = this;
    if (session === null) return;
    this.status.show(session);
    this.render();
    if (!this.active) return;
    replaceAddress(gameHash(session));
    if (session.over) flushAddress();
  }

  /** Updates the room after a change of the position: a move, an undo or a new game. */
  changed() {
    const { session } = this;
    if (session === null) return;
    this.replayed = null;
    this.lit = new Map();
    this.ask.set(false);
    this.adviser.why.clear();
    this.win.clear();
    if (session.over) this.clock.stop(!this.tally.helped);
    else if (session.state.status === "playing" && this.active) this.clock.start();
    if (session.state.status !== "new") this.replaced = null;
    this.luck.show(session.state, session.board);
    if (session.over) void this.replay.load(session);
    else this.replay.close();
    this.tabs.offer("Replay", session.over);
    this.showVerdict(session);
    this.flagged();
    this.keep();
    void this.end.follow(session, this.tally);
    void this.refreshChances(session);
  }

  /** @param {GameSession} session */
  showVerdict(session) {
    const { tone, text } = verdict(session, this.clock.seconds, this.assists);
    const undoHint = this.replaced === null ? "" : " Press U to return to your last game.";
    this.notice.say(tone, text + undoHint);
    this.undo.disabled = !this.canTakeBack;
    this.undo.title =
      this.replaced === null ? "Undo the last click (U)" : "Return to your last game (U)";
    this.element.classList.toggle("unassisted", !this.assists);
  }

  /** Whether help is shown: if the option is on, and always when the game is over. */
  get assists() {
    return this.options.on.assistance || (this.session?.over ?? false);
  }

  /** Records that help was used in the game. */
  helped() {
    const { session } = this;
    if (session !== null && !session.over) this.tally.helped = true;
  }

  optionsChanged() {
    const { session } = this;
    if (session === null) return;
    this.showVerdict(session);
    void this.refreshChances(session);
  }

  /** @param {GameSession} session */
  refreshChances(session) {
    this.chances.on = this.wantsChances && this.assists;
    if (this.chances.on && session.state.status === "playing") this.helped();
    return this.chances.refresh(session.setup, session.board, this.face(session));
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
    // The rulers are needed only where a text names cells by row and column.
    const numbered = this.lit.size > 0 || session.over;
    return { ...face, chances, overlay, lit: this.lit, numbered };
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
    this.win.clear();
    this.lit = new Map(count > 0 ? [[steps[count - 1].cell, /** @type {Light} */ ("target")]] : []);
    this.render();
    void this.refreshChances(session);
  }

  /** @param {boolean} on */
  showChances(on) {
    this.wantsChances = on;
    setPressed(this.chanceMode, on);
    changeSettings({ chances: on });
    if (this.session !== null) void this.refreshChances(this.session);
  }

  /**
   * Shares the board of the game, without the clicks, and its result.
   *
   * @returns {Promise<string>} what was done
   */
  async share() {
    const { session } = this;
    if (session === null) return "";
    const address = new URL(location.href);
    address.hash = setupHash(session.setup);
    const text = `${resultInWords(session, this.tally)}\n${address.href}`;
    return (await copyText(text)) ? "The result and a link to this board were copied." : text;
  }

  /** @param {boolean} on */
  setFlagging(on) {
    this.flagging = on;
    changeSettings({ flagging: on });
  }

  get canTakeBack() {
    const { session } = this;
    if (session === null) return false;
    const { status } = session.state;
    if (status === "new") return this.replaced !== null;
    return status === "lost" || (status === "playing" && this.options.on.practice);
  }

  /** Undoes the last click, or returns from a new game without a click to the previous one. */
  takeBack() {
    const { session, replaced } = this;
    if (session === null || !this.canTakeBack) return;
    if (replaced === null) {
      this.rewind(session.moves.length - 1);
      return;
    }
    this.replaced = null;
    this.install(replaced.session, replaced.tally);
  }

  /** @param {number} moves */
  rewind(moves) {
    this.act((session) => session.rewind(moves));
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
    act(session).catch((error) => {
      if (session.state.status === "new") this.clock.set(0);
      this.complain(sentence(error));
    });
  }

  /** @param {string} problem */
  complain(problem) {
    this.notice.say("bad", inSentence(problem));
  }
}
