/** The status message above a board or a chart. */

import { el } from "../element.js";

/** @typedef {"calm" | "good" | "bad" | "careful"} Tone */

export class Notice {
  constructor() {
    this.element = el("p", { class: "notice", role: "status" });
  }

  /**
   * @param {Tone} tone
   * @param {string} text
   */
  say(tone, text) {
    this.element.dataset.tone = tone;
    // A screen reader would announce an unchanged text again.
    if (this.element.textContent !== text) this.element.textContent = text;
  }
}
