/** The sentence above a board or a chart that says how things stand. */

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
    // A text that is set again would be read out again.
    if (this.element.textContent !== text) this.element.textContent = text;
  }
}
