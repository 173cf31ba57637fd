/** An error in the link that opened a room, with a button to continue. */

import { el, fill } from "../element.js";

export class WrongLink {
  /**
   * @param {string} label the label of the button
   * @param {() => void} onLeave
   */
  constructor(label, onLeave) {
    this.label = label;
    this.onLeave = onLeave;
    this.element = el("div", { class: "wrong-link", role: "alert", hidden: true });
  }

  /** @param {string} problem */
  say(problem) {
    this.element.hidden = false;
    const leave = () => {
      this.clear();
      this.onLeave();
    };
    fill(
      this.element,
      el("span", {}, problem),
      el("button", { type: "button", class: "button", onclick: leave }, this.label),
    );
  }

  clear() {
    this.element.hidden = true;
    fill(this.element);
  }
}
