/**
 * The bot: lets a strategy play click by click at any speed. The last click is marked and explained,
 * and the view scrolls to it. The bot can pause before every guess, and play several games with a
 * tally.
 */

import { pause, post, sentence } from "../api.js";
import { field, iconButton, panel } from "../controls.js";
import { el } from "../element.js";
import { inSentence } from "../shared/why_panel.js";
import { placeOf } from "../words/cell_words.js";
import { percentIfKnown } from "../words/percent.js";
import { WatchTally } from "./watch_tally.js";

/** @import { Advice, StrategyInfo } from "../api_types.js" */
/** @import { Light } from "../board/face.js" */
/** @import { GameSession } from "./game_session.js" */

/**
 * @typedef {object} PlayerHandlers
 * @property {() => GameSession | null} session
 * @property {() => void} acting called before the bot chooses a click of the game
 * @property {(problem: string) => void} problem
 * @property {(cell: number, lights: [number, Light][], text: string) => void} clicked marks a cell
 *   and shows the explanation, if the text is not empty
 * @property {() => Promise<void>} next deals the next game
 */

/** The longest delay between two clicks, in milliseconds. */
const SLOWEST = 2000;
/** The steps of the speed slider. */
const STEPS = 40;
/** Below this delay, in milliseconds, explanations are not shown: they could not be read. */
const READABLE = 250;
/** The longest pause after a game, in milliseconds. */
const LONGEST_LOOK = 2500;
const MOST_GAMES = 10_000;

/** The names of strategy families have a placeholder; these are examples of members. */
/** @type {Record<string, string>} */
const EXAMPLES = {
  "heuristic:ORDER": "heuristic:PSEQ",
  "agent003:N": "agent003:3",
  "book004:NAME": "book004:pseq",
};

export class StrategyPlayer {
  /** @param {PlayerHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.running = false;
    this.dealing = false;
    /** The game that the bot plays, and how many of its moves the bot made. */
    /** @type {{ session: GameSession, moves: number } | null} */
    this.own = null;
    /** The guess before which the bot paused, as the number of moves made by then. */
    /** @type {{ session: GameSession, moves: number } | null} */
    this.paused = null;
    this.left = 0;
    this.name = el("select", { onchange: () => this.describe() });
    this.member = el("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    this.memberField = field("Variant", this.member);
    this.about = el("p", { class: "soft" });
    this.speed = el("input", { type: "range", min: 0, max: STEPS, value: 26 });
    this.games = el("input", { type: "number", min: 1, max: MOST_GAMES, step: 1, value: 1 });
    this.guesses = el("input", { type: "checkbox" });
    this.explanation = el("p", { class: "watched" });
    this.tally = new WatchTally();
    this.start = iconButton("Autoplay", "play", () => this.toggle());
    this.one = iconButton("Step", "step", () => void this.step());
    this.element = panel(
      "Watch the bot",
      field("Strategy", this.name),
      this.memberField,
      this.about,
      el(
        "div",
        { class: "field-row" },
        field("Speed", this.speed),
        field("Games in a row", this.games),
      ),
      el("label", { class: "check" }, this.guesses, el("span", {}, "Pause at guesses")),
      el("div", { class: "buttons" }, this.start, this.one),
      this.explanation,
      this.tally.element,
    );
    /** @type {StrategyInfo[]} */
    this.strategies = [];
  }

  /** @param {StrategyInfo[]} strategies */
  setStrategies(strategies) {
    this.strategies = strategies;
    this.name.replaceChildren(
      ...this.strategies.map(({ name }) =>
        el("option", { value: name, selected: name === "best" }, name),
      ),
    );
    this.describe();
  }

  describe() {
    const chosen = this.strategies.find(({ name }) => name === this.name.value);
    this.about.textContent =
      chosen === undefined ? "" : `${inSentence(chosen.description)} Source: ${chosen.source}.`;
    this.memberField.hidden = !chosen?.family;
    this.member.value = EXAMPLES[this.name.value] ?? this.name.value;
  }

  get strategy() {
    return this.member.value.trim();
  }

  toggle() {
    if (this.running) this.halt();
    else void this.run();
  }

  /** Stops the bot because the game changed or the room was left, unless the bot itself deals a game. */
  stop() {
    if (this.dealing) return;
    this.halt();
    this.tally.stop();
  }

  halt() {
    this.running = false;
    this.label();
  }

  label() {
    const made = this.running ? ["Pause", "pause"] : ["Autoplay", "play"];
    const fresh = iconButton(made[0], made[1], () => this.toggle());
    this.start.replaceChildren(...fresh.childNodes);
  }

  async run() {
    this.running = true;
    this.label();
    this.left = Math.min(MOST_GAMES, Math.max(1, Math.floor(Number(this.games.value) || 1)));
    if (this.handlers.session()?.over && this.left > 1) await this.nextGame();
    while (this.running) {
      const goesOn = await this.step();
      if (!this.running) return;
      if (!goesOn) {
        this.left -= 1;
        if (this.left <= 0 || !this.handlers.session()?.over) break;
        await pause(Math.min(LONGEST_LOOK, 4 * this.delay));
        if (!this.running) return;
        await this.nextGame();
      } else await pause(this.delay);
    }
    this.halt();
  }

  async nextGame() {
    this.dealing = true;
    await this.handlers.next();
    this.dealing = false;
  }

  /** Milliseconds between clicks; none at full speed. */
  get delay() {
    const slowness = 1 - Number(this.speed.value) / STEPS;
    return SLOWEST * slowness ** 3;
  }

  /** @returns {Promise<boolean>} whether the game goes on */
  async step() {
    const session = this.handlers.session();
    if (session === null || session.over) return false;
    this.handlers.acting();
    const watched = !this.running || this.delay >= READABLE;
    const careful = this.running && this.guesses.checked;
    try {
      const { strategy } = this;
      const advice = await post("/api/game/advise", {
        ...session.request(),
        strategy,
        explain: watched || careful,
      });
      if (session !== this.handlers.session()) return false;
      if (careful && !advice.certain && !this.isAgreed(session)) {
        this.paused = { session, moves: session.moves.length };
        this.mark(session, advice, "target", true);
        this.halt();
        return false;
      }
      if (session.moves.length === 0) this.own = { session, moves: 0 };
      if (session.flags.has(advice.cell)) session.toggleFlag(advice.cell);
      await session.open(advice.cell);
      if (session !== this.handlers.session()) return false;
      if (this.own?.session === session) this.own.moves += 1;
      this.mark(session, advice, "last", watched && !session.over);
      if (session.over) this.count(session, strategy);
      return !session.over;
    } catch (error) {
      this.handlers.problem(sentence(error));
      this.halt();
      return false;
    }
  }

  /**
   * Whether the bot has already paused before this guess.
   *
   * @param {GameSession} session
   */
  isAgreed(session) {
    return this.paused?.session === session && this.paused.moves === session.moves.length;
  }

  /**
   * @param {GameSession} session
   * @param {Advice} advice
   * @param {"last" | "target"} light
   * @param {boolean} announced whether the room shows the explanation, too
   */
  mark(session, advice, light, announced) {
    const { cell, why } = advice;
    const place = placeOf(session.board, cell);
    const reason =
      why?.text ??
      (advice.certain
        ? "certainly safe"
        : `a guess, mine chance ${percentIfKnown(advice.mine_probability)}`);
    const text =
      light === "last"
        ? `${this.strategy} opened ${place}: ${reason}.`
        : `${this.strategy} would open ${place}: ${reason}. Press Autoplay to continue.`;
    this.explanation.textContent = text;
    /** @type {[number, Light][]} */
    const clues = announced ? (why?.clues ?? []).map((clue) => [clue, "clue"]) : [];
    this.handlers.clicked(cell, [...clues, [cell, light]], announced ? text : "");
  }

  /**
   * Counts a finished game if the strategy made all its moves.
   *
   * @param {GameSession} session
   * @param {string} strategy
   */
  count(session, strategy) {
    const whole = this.own?.session === session && this.own.moves === session.moves.length;
    if (!whole || session.undone > 0) return;
    this.tally.add(strategy, session.request([]), session.state.status === "won");
  }
}
