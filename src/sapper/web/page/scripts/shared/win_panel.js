/**
 * The win chance of a position, and the win chances of its good moves, on request. Both are shown
 * while they become more precise, and can be stopped at any time. The win chance is estimated in small
 * steps, between which the server keeps no state; the deep analysis is a stream that ends when the
 * page closes the connection.
 */

import { isAborted, post, postForEvents, sentence } from "../api.js";
import { iconButton, panel } from "../controls.js";
import { el, fill, refill } from "../element.js";
import { winChanceInWords } from "../words/win_words.js";
import { moveTable } from "./thought_table.js";

/** @import { BoardInfo, Position, Thinking, WinAnswer } from "../api_types.js" */

/** @typedef {{ request: Position, board: BoardInfo }} Asked */

/** Samples per request. */
const STEP = 250;
const MOST_SAMPLES = 10000;
/** The estimate stops when half the width of its 95 % interval is at most this. */
const PRECISE = 0.01;

export class WinPanel {
  /**
   * @param {() => Asked | string} position the position to estimate, or the reason why it cannot be
   * @param {(cell: number) => void} onPoint called when a move is hovered or focused
   */
  constructor(position, onPoint) {
    this.position = position;
    this.onPoint = onPoint;
    this.asked = new AbortController();
    this.result = el("p", { "data-fact": "win", role: "status" });
    this.moves = el("div", { class: "move-values" });
    this.chance = iconButton("Estimate win chance", "percent", () => void this.play(), {
      title: "Play from here with the bot best on random possible solutions",
    });
    this.deep = iconButton("Deep analysis", "hint", () => void this.analyseDeeply(), {
      title: "The win chance of each good move, estimated by the bot deep",
    });
    this.end = iconButton("Stop", "stop", () => this.stop(), { hidden: true });
    this.buttons = el("div", { class: "buttons" }, this.chance, this.deep, this.end);
    this.element = panel("Win chance", this.result, this.moves, this.buttons);
    this.clear();
  }

  /** @param {HTMLElement} button a further action of the room */
  addButton(button) {
    this.buttons.append(button);
  }

  /** Resets the panel after a change of the position. */
  clear() {
    this.stop();
    fill(this.moves);
    fill(this.result, el("span", { class: "soft" }, "Estimate the win chance from here."));
  }

  stop() {
    this.asked.abort();
    this.show(false);
  }

  /** @param {boolean} busy */
  show(busy) {
    const hadFocus = document.activeElement === this.end;
    this.chance.hidden = busy;
    this.deep.hidden = busy;
    this.end.hidden = !busy;
    if (hadFocus && !busy) this.deep.focus();
  }

  play() {
    return this.run((asked, signal) => this.steps(asked.request, signal));
  }

  analyseDeeply() {
    return this.run((asked, signal) => this.streamMoves(asked, signal));
  }

  /** @param {(asked: Asked, signal: AbortSignal) => Promise<void>} work */
  async run(work) {
    this.stop();
    const asked = this.position();
    if (typeof asked === "string") {
      fill(this.result, asked);
      return;
    }
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.show(true);
    this.end.focus();
    try {
      await work(asked, signal);
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) fill(this.result, sentence(error));
    }
    if (!signal.aborted) this.show(false);
  }

  /**
   * @param {Position} position
   * @param {AbortSignal} signal
   */
  async steps(position, signal) {
    /** @type {WinAnswer | null} */
    let known = null;
    do {
      const before = known?.samples ?? 0;
      /** @type {WinAnswer} */
      const found = await post(
        "/api/win",
        { ...position, samples: STEP, samples_before: before, wins_before: known?.wins ?? 0 },
        signal,
      );
      if (signal.aborted) return;
      fill(this.result, winChanceInWords(found));
      if (found.samples === before) return;
      known = found;
    } while (!isEnough(known));
  }

  /**
   * @param {Asked} asked
   * @param {AbortSignal} signal
   */
  async streamMoves({ request, board }, signal) {
    for await (const event of postForEvents("/api/think/events", request, signal)) {
      if (signal.aborted) return;
      const thinking = /** @type {Thinking} */ (event);
      refill(this.moves, moveTable(thinking, board, this.onPoint));
    }
  }
}

/** @param {WinAnswer} found */
function isEnough(found) {
  const [low, high] = found.interval;
  return found.exact || found.samples >= MOST_SAMPLES || (high - low) / 2 <= PRECISE;
}
