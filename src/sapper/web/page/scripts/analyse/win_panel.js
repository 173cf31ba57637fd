/**
 * The chance of winning from the position, when it is asked for. The server plays in small steps and
 * keeps nothing between them, so the chance is shown as it grows sharper, and stopped at any time.
 */

import { isAborted, post, sentence } from "../api.js";
import { iconButton, panel } from "../controls.js";
import { el, fill } from "../element.js";
import { chanceOfWinning } from "../words/win_words.js";

/** @import { Position, WinAnswer } from "../api_types.js" */

const STEP = 250;
const MOST = 10000;
/** Half the width of an interval that is narrow enough. */
const SHARP = 0.01;

export class WinPanel {
  /** @param {() => Position | null} position what is to be played on from; null where it cannot */
  constructor(position) {
    this.position = position;
    this.asked = new AbortController();
    this.said = el("p", { "data-fact": "win", role: "status" });
    this.start = iconButton("Play on", "play", () => void this.play(), {
      title: "Let the strategy best play on from here on layouts that fit",
    });
    this.end = iconButton("Stop", "stop", () => this.stop(), { hidden: true });
    this.element = panel("Winning", this.said, el("div", {}, this.start, this.end));
    this.clear();
  }

  /** The position is another. */
  clear() {
    this.stop();
    fill(
      this.said,
      el("span", { class: "soft" }, "How often would a strong player win from here?"),
    );
  }

  stop() {
    this.asked.abort();
    this.show(false);
  }

  /** @param {boolean} playing */
  show(playing) {
    this.start.hidden = playing;
    this.end.hidden = !playing;
  }

  async play() {
    const position = this.position();
    if (position === null) return;
    this.stop();
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.show(true);
    this.end.focus();
    try {
      await this.steps(position, signal);
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
}

/** @param {WinAnswer} found */
function isEnough(found) {
  const [low, high] = found.interval;
  return found.exact || found.samples >= MOST || (high - low) / 2 <= SHARP;
}
