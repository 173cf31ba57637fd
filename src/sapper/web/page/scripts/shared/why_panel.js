/**
 * Reasons: the sentence that proves a cell, and for a guess the table of candidates. The room lights
 * the clues on the board; this panel says it in words.
 */

import { panel } from "../controls.js";
import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentInFull } from "../words/percent.js";

/** @import { BoardInfo, Candidate, Hint, Why } from "../api_types.js" */

/** @type {[string, string][]} */
const COLUMNS = [
  ["Cell", "The cell to open"],
  ["Safe", "The chance that it is no mine"],
  ["Progress", "The chance that a safe cell follows from what it shows"],
  ["After", "The chance of surviving this click and the best one that follows"],
  ["Bits", "What the click tells, in bits"],
];

export class WhyPanel {
  /** @param {(cell: number) => void} onPoint a candidate was pointed at */
  constructor(onPoint) {
    this.onPoint = onPoint;
    this.body = el("div", { class: "why-body" });
    this.element = panel("Why", this.body);
    this.element.classList.add("why");
    this.clear();
  }

  clear() {
    fill(
      this.body,
      el(
        "p",
        { class: "soft" },
        "Ask for a hint, or point at a cell and press W: the clues that prove it light up.",
      ),
    );
  }

  /** @param {string} text */
  say(text) {
    fill(this.body, el("p", {}, text));
  }

  /** @param {Why} why */
  showWhy(why) {
    fill(this.body, el("p", { class: "why-text" }, inSentence(why.text)), kindNote(why));
  }

  /**
   * @param {Hint} hint
   * @param {BoardInfo} board
   */
  showHint(hint, board) {
    if (hint.certain) {
      const others = hint.safe.length - 1;
      const more =
        others > 0 ? `${others} more ${others === 1 ? "cell is" : "cells are"} safe.` : "";
      fill(
        this.body,
        el("p", { class: "why-text" }, inSentence(hint.why.text)),
        kindNote(hint.why),
        more === "" ? null : el("p", { class: "soft" }, more),
      );
      return;
    }
    fill(
      this.body,
      el("p", { class: "why-text" }, inSentence(hint.why.text)),
      hint.candidates.length > 0 ? this.table(hint.candidates, board) : null,
    );
  }

  /**
   * @param {Candidate[]} candidates
   * @param {BoardInfo} board
   */
  table(candidates, board) {
    const rows = candidates.map((candidate) => {
      const point = () => this.onPoint(candidate.cell);
      return el(
        "tr",
        { onmouseenter: point },
        el(
          "th",
          { scope: "row" },
          el(
            "button",
            { type: "button", class: "link", onclick: point, onfocus: point },
            placeOf(board, candidate.cell),
          ),
          candidate.equals > 1 ? el("small", {}, ` and ${candidate.equals - 1} like it`) : null,
        ),
        el("td", {}, percentInFull(candidate.safety)),
        el("td", {}, percentInFull(candidate.progress)),
        el("td", {}, percentInFull(candidate.next)),
        el("td", {}, candidate.entropy.toFixed(2)),
      );
    });
    const head = COLUMNS.map(([name, title]) => el("th", { scope: "col", title }, name));
    return el(
      "div",
      { class: "table-scroll" },
      el(
        "table",
        { class: "numbers candidates" },
        el("caption", { class: "visually-hidden" }, "Candidates for the guess, best first"),
        el("thead", {}, el("tr", {}, ...head)),
        el("tbody", {}, ...rows),
      ),
    );
  }
}

/** How each kind of proof works, in a few words. */
/** @type {Record<string, string>} */
const KINDS = {
  "one clue": "One clue is enough.",
  subset: "Two clues, one within the other.",
  overlap: "Two clues that overlap.",
  "several clues": "Several clues together.",
  "mine count": "The number of mines takes part.",
};

/** @param {Why} why */
function kindNote(why) {
  const words = KINDS[why.kind];
  return words === undefined ? null : el("p", { class: "soft" }, words);
}

/**
 * A reason as a sentence of its own.
 *
 * @param {string} text
 */
export function inSentence(text) {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
