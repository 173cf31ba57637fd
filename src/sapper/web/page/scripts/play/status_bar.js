/** The figures of a running game in one line: mines left, time, cells to open. */

import { el } from "../element.js";
import { clockTime, preciseTime } from "../words/quantities.js";

/** @import { GameSession } from "./game_session.js" */

/** @type {[string, string, string][]} */
const FIGURES = [
  ["mines", "Mines", "Mines left to flag"],
  ["time", "Time", "Time since the first click"],
  ["safe", "To open", "Safe cells still covered"],
];

export class StatusBar {
  constructor() {
    this.element = el("dl", { class: "status" });
    /** @type {Record<string, HTMLElement>} */
    this.values = {};
    for (const [name, label, title] of FIGURES) {
      const value = el("dd", { "data-figure": name }, "–");
      this.values[name] = value;
      this.element.append(el("div", { title }, el("dt", {}, label), value));
    }
  }

  /** @param {GameSession} session */
  show(session) {
    const { state } = session;
    this.set("mines", String(state.status === "won" ? 0 : session.minesLeft));
    this.set("safe", state.safe_left === null ? "–" : String(state.safe_left));
  }

  /**
   * @param {number | null} seconds null if unknown
   * @param {boolean} running
   */
  showTime(seconds, running) {
    if (seconds === null) this.set("time", "–");
    else this.set("time", running || seconds === 0 ? clockTime(seconds) : preciseTime(seconds));
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    if (this.values[name].textContent !== text) this.values[name].textContent = text;
  }
}
