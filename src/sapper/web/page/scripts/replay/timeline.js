/** The timeline of a replay: a slider, the risks below it, and buttons to play it. */

import { pause } from "../api.js";
import { field, iconButton, select } from "../controls.js";
import { el } from "../element.js";
import { moveInWords } from "./replay_words.js";
import { RiskStrip } from "./risk_strip.js";

/** @import { BoardInfo, RecordedMove } from "../api_types.js" */

/** Longer pauses between two clicks are shortened to this, in milliseconds. */
const LONGEST_PAUSE = 2000;

/** @type {[string, string][]} */
const SPEEDS = [
  ["1", "1×"],
  ["2", "2×"],
  ["5", "5×"],
  ["20", "20×"],
];

export class Timeline {
  /** @param {(count: number) => void} onShow shows the replay after this many clicks */
  constructor(onShow) {
    this.onShow = onShow;
    /** @type {RecordedMove[]} */
    this.moves = [];
    /** @type {BoardInfo | null} */
    this.board = null;
    this.playing = false;
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Click of the replay",
      oninput: () => this.show(Number(this.slider.value)),
    });
    this.strip = new RiskStrip((count) => this.show(count));
    this.start = iconButton("Play", "play", () => this.toggle(), {
      title: "Play or pause (Space)",
    });
    this.speed = select(SPEEDS, "1");
    this.element = el(
      "div",
      { class: "timeline" },
      this.slider,
      this.strip.element,
      el(
        "div",
        { class: "toolbar", role: "toolbar", "aria-label": "Replay" },
        iconButton("Previous", "back", () => this.show(this.shown - 1), {
          title: "Previous click (B)",
        }),
        this.start,
        iconButton("Next", "step", () => this.show(this.shown + 1), { title: "Next click (N)" }),
        iconButton("Next guess", "dice", () => this.nextGuess(), { title: "Next guess (G)" }),
        field("Speed", this.speed),
      ),
    );
  }

  get shown() {
    return Number(this.slider.value);
  }

  /**
   * @param {RecordedMove[]} moves
   * @param {BoardInfo} board
   */
  setMoves(moves, board) {
    this.stop();
    this.moves = moves;
    this.board = board;
    this.slider.max = String(moves.length);
    this.strip.setMoves(moves);
  }

  /** @param {number} count */
  show(count) {
    const within = Math.max(0, Math.min(this.moves.length, count));
    this.slider.value = String(within);
    this.slider.setAttribute("aria-valuetext", this.inWords(within));
    this.strip.show(within);
    this.onShow(within);
  }

  /** @param {number} count */
  inWords(count) {
    if (count === 0 || this.board === null) return "Before the first click.";
    const move = moveInWords(this.moves[count - 1], this.board);
    return `Click ${count} of ${this.moves.length}: ${move}`;
  }

  /** Goes to the next guess, and after the last one to the first. */
  nextGuess() {
    const guesses = this.moves.filter(({ needed }) => needed !== null);
    const next = guesses.find(({ number }) => number >= this.shown) ?? guesses.at(0);
    if (next !== undefined) this.show(next.number + 1);
  }

  toggle() {
    if (this.playing) this.stop();
    else void this.run();
  }

  stop() {
    this.playing = false;
    this.label();
  }

  label() {
    const made = this.playing ? ["Pause", "pause"] : ["Play", "play"];
    const fresh = iconButton(made[0], made[1], () => this.toggle());
    this.start.replaceChildren(...fresh.childNodes);
  }

  async run() {
    const { moves } = this;
    this.playing = true;
    this.label();
    if (this.shown === moves.length) this.show(0);
    while (this.playing && moves === this.moves && this.shown < moves.length) {
      await pause(this.delay(this.shown));
      if (this.playing && moves === this.moves) this.show(this.shown + 1);
    }
    if (moves === this.moves) this.stop();
  }

  /**
   * Milliseconds to wait before a click.
   *
   * @param {number} number
   */
  delay(number) {
    const before = number === 0 ? this.moves[0].time : this.moves[number - 1].time;
    const waited = (1000 * (this.moves[number].time - before)) / Number(this.speed.value);
    return Math.max(0, Math.min(LONGEST_PAUSE, waited));
  }
}
