/** The figures of a game in one line: mines left, time, cells to open, guesses, luck, 3BV. */

import { el } from "../element.js";
import { clockTime, preciseTime } from "../words/quantities.js";
import { percentIfKnown } from "../words/percent.js";

/** @import { GameSession } from "./game_session.js" */

/** @type {[string, string, string][]} */
const FIGURES = [
  ["mines", "Mines", "Mines left to flag"],
  ["time", "Time", "Time since the first click"],
  ["safe", "To open", "Safe cells still covered"],
  ["guesses", "Guesses", "Clicks on cells that were not certainly safe"],
  ["luck", "Luck", "Odds of surviving the guesses you made"],
  ["bbbv", "3BV", "Fewest left clicks that solve this board; shown when the game is over"],
];

/** Figures that are hidden without assistance. */
const ASSISTING = ["guesses", "luck"];

export class StatusBar {
  constructor() {
    this.element = el("dl", { class: "status" });
    /** @type {Record<string, HTMLElement>} */
    this.values = {};
    for (const [name, label, title] of FIGURES) {
      const value = el("dd", { "data-figure": name }, "–");
      this.values[name] = value;
      const assist = ASSISTING.includes(name) ? "assist" : null;
      this.element.append(el("div", { title, class: assist }, el("dt", {}, label), value));
    }
  }

  /** @param {GameSession} session */
  show(session) {
    const { state } = session;
    this.set("mines", String(state.status === "won" ? 0 : session.minesLeft));
    this.set("safe", state.safe_left === null ? "–" : String(state.safe_left));
    this.set("guesses", state.judged ? String(state.guesses) : "–");
    this.set("luck", percentIfKnown(state.luck.survived, "–"));
    this.set("bbbv", state.bbbv === null ? "–" : String(state.bbbv));
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
