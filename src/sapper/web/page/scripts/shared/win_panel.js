/**
 * The chance of winning from the position, and what each of the good clicks is worth, when they are
 * asked for. Both are shown as they grow sharper, and stopped at any time: the chance is played in
 * small steps, of which the server keeps nothing, and thinking ends when the page listens no more.
 */

import { isAborted, post, postForEvents, sentence } from "../api.js";
import { iconButton, panel } from "../controls.js";
import { el, fill, refill } from "../element.js";
import { chanceOfWinning } from "../words/win_words.js";
import { thoughtTable } from "./thought_table.js";

/** @import { BoardInfo, Position, Thinking, WinAnswer } from "../api_types.js" */

/** @typedef {{ request: Position, board: BoardInfo }} Asked */

const STEP = 250;
const MOST = 10000;
/** Half the width of an interval that is narrow enough. */
const SHARP = 0.01;

export class WinPanel {
  /**
   * @param {() => Asked | string} position what is to be played on from, or why that cannot be
   * @param {(cell: number) => void} onPoint a click was pointed at
   */
  constructor(position, onPoint) {
    this.position = position;
    this.onPoint = onPoint;
    this.asked = new AbortController();
    this.said = el("p", { "data-fact": "win", role: "status" });
    this.thought = el("div", { class: "thought" });
    this.chance = iconButton("Chance of winning", "percent", () => void this.play(), {
      title: "Let the strategy best play on from here on layouts that fit",
    });
    this.think = iconButton("Think", "hint", () => void this.ponder(), {
      title: "What each of the good clicks is worth, as the strategy deep sees it",
    });
    this.end = iconButton("Stop", "stop", () => this.stop(), { hidden: true });
    this.buttons = el("div", { class: "buttons" }, this.chance, this.think, this.end);
    this.element = panel("Winning", this.said, this.thought, this.buttons);
    this.clear();
  }

  /** @param {HTMLElement} button what else a room does with the position */
  addButton(button) {
    this.buttons.append(button);
  }

  /** The position is another. */
  clear() {
    this.stop();
    fill(this.thought);
    fill(
      this.said,
      el("span", { class: "soft" }, "How often would a strong player win from here, and how?"),
    );
  }

  stop() {
    this.asked.abort();
    this.show(false);
  }

  /** @param {boolean} busy */
  show(busy) {
    const hadFocus = document.activeElement === this.end;
    this.chance.hidden = busy;
    this.think.hidden = busy;
    this.end.hidden = !busy;
    if (hadFocus && !busy) this.think.focus();
  }

  play() {
    return this.run((asked, signal) => this.steps(asked.request, signal));
  }

  ponder() {
    return this.run((asked, signal) => this.thoughts(asked, signal));
  }

  /** @param {(asked: Asked, signal: AbortSignal) => Promise<void>} work */
  async run(work) {
    this.stop();
    const asked = this.position();
    if (typeof asked === "string") {
      fill(this.said, asked);
      return;
    }
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.show(true);
    this.end.focus();
    try {
      await work(asked, signal);
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) fill(this.said, sentence(error));
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
      fill(this.said, chanceOfWinning(found));
      if (found.samples === before) return;
      known = found;
    } while (!isEnough(known));
  }

  /**
   * @param {Asked} asked
   * @param {AbortSignal} signal
   */
  async thoughts({ request, board }, signal) {
    for await (const event of postForEvents("/api/think/events", request, signal)) {
      if (signal.aborted) return;
      const thinking = /** @type {Thinking} */ (event);
      refill(this.thought, thoughtTable(thinking, board, this.onPoint));
    }
  }
}

/** @param {WinAnswer} found */
function isEnough(found) {
  const [low, high] = found.interval;
  return found.exact || found.samples >= MOST || (high - low) / 2 <= SHARP;
}
