/**
 * The Why panel: the proof that a cell is safe or a mine or, for a guess, a table of candidates. The
 * room highlights the clues of the proof on the board.
 */

import { panel } from "../controls.js";
import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentInFull } from "../words/percent.js";

/** @import { BoardInfo, Candidate, Hint, Why } from "../api_types.js" */

/** @type {[string, string][]} */
const COLUMNS = [
  ["Cell", "The cell to open"],
  ["Safe", "Chance that the cell is not a mine"],
  ["Helps", "Chance that its number reveals a safe cell"],
  ["Survive next", "Chance of surviving this click and the best one after it"],
  ["Information", "Expected information of its number, in bits"],
];

export class WhyPanel {
  /** @param {(cell: number) => void} onPoint called when a candidate is hovered or focused */
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
        "Ask for a hint, or point at a cell and press W to highlight the clues that prove it.",
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
          candidate.equals > 1 ? el("small", {}, ` and ${candidate.equals - 1} equal`) : null,
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

/** The clues that each kind of proof uses. */
/** @type {Record<string, string>} */
const KINDS = {
  "one clue": "One clue is enough.",
  subset: "Two clues: the covered cells of one are among those of the other.",
  overlap: "Two clues that share covered cells.",
  "several clues": "Several clues together.",
  "mine count": "The total number of mines is part of the proof.",
};

/** @param {Why} why */
function kindNote(why) {
  const words = KINDS[why.kind];
  return words === undefined ? null : el("p", { class: "soft" }, words);
}

/**
 * Capitalises a text and adds a full stop if it has none.
 *
 * @param {string} text
 */
export function inSentence(text) {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
