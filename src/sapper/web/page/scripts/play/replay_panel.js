/** The replay of a finished game: a slider over its clicks, each with its risk and its verdict. */

import { post, pause, sentence } from "../api.js";
import { iconButton, panel } from "../controls.js";
import { el } from "../element.js";
import { stepInWords } from "./verdicts.js";

/** @import { ReplayStep } from "../api_types.js" */
/** @import { Move } from "../types.js" */
/** @import { GameSession } from "./game_session.js" */

/** Milliseconds between two clicks. */
const PACE = 350;

export class ReplayPanel {
  /**
   * @param {(count: number, steps: ReplayStep[]) => void} onShow shows the game after this many clicks
   * @param {(moves: number) => void} onContinue continues the game after this many moves
   * @param {(problem: string) => void} onProblem
   */
  constructor(onShow, onContinue, onProblem) {
    this.onShow = onShow;
    this.onProblem = onProblem;
    /** @type {ReplayStep[]} */
    this.steps = [];
    /** The session of the replay, and its moves. */
    /** @type {GameSession | null} */
    this.session = null;
    /** @type {Move[] | null} */
    this.moves = null;
    this.playing = false;
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Click of the game",
      oninput: () => this.show(Number(this.slider.value)),
    });
    this.text = el("p", { class: "replay-text", "aria-live": "polite" });
    this.start = iconButton("Play", "play", () => this.toggle());
    this.element = panel(
      "Replay",
      this.slider,
      this.text,
      el(
        "div",
        { class: "buttons" },
        iconButton("Previous", "back", () => this.show(this.shown - 1)),
        this.start,
        iconButton("Next", "step", () => this.show(this.shown + 1)),
        iconButton("Continue from here", "undo", () => onContinue(this.movesShown)),
      ),
    );
    this.element.hidden = true;
  }

  get shown() {
    return Number(this.slider.value);
  }

  /** The number of moves that are shown; a chord is one move of several clicks. */
  get movesShown() {
    return this.shown === 0 ? 0 : this.steps[this.shown - 1].move + 1;
  }

  get open() {
    return !this.element.hidden;
  }

  close() {
    this.element.hidden = true;
    this.playing = false;
    this.steps = [];
    this.session = null;
    this.moves = null;
  }

  /**
   * Loads the replay of a finished game, unless it is loaded already.
   *
   * @param {GameSession} session
   */
  async load(session) {
    const { moves } = session;
    if (this.session === session && this.moves === moves) return;
    this.close();
    this.session = session;
    this.moves = moves;
    try {
      const { steps } = await post("/api/game/replay", session.request());
      if (this.session !== session || this.moves !== moves) return;
      this.steps = steps;
    } catch (error) {
      this.onProblem(sentence(error));
      return;
    }
    this.slider.max = String(this.steps.length);
    this.slider.value = this.slider.max;
    this.describe(this.steps.length);
    this.element.hidden = false;
  }

  /** @param {number} count */
  show(count) {
    const within = Math.max(0, Math.min(this.steps.length, count));
    this.slider.value = String(within);
    this.describe(within);
    this.onShow(within, this.steps);
  }

  /** @param {number} count */
  describe(count) {
    const { session } = this;
    if (count === 0 || session === null) {
      this.text.textContent = "Before the first click.";
      return;
    }
    const step = stepInWords(this.steps[count - 1], session.board);
    this.text.textContent = `Click ${count} of ${this.steps.length}: ${step}`;
  }

  async toggle() {
    this.playing = !this.playing;
    if (!this.playing) return;
    if (this.shown === this.steps.length) this.show(0);
    while (this.playing && this.open && this.shown < this.steps.length) {
      await pause(PACE);
      if (this.playing) this.show(this.shown + 1);
    }
    this.playing = false;
  }
}
