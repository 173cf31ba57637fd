/** The panels next to a replay: its summary and its guesses; next to a layout: its figures. */

import { panel } from "../controls.js";
import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentIfKnown, percentInFull } from "../words/percent.js";
import { counted } from "../words/quantities.js";
import { resultInWords, secondsInWords } from "./replay_words.js";

/** @import { BoardInfo, LayoutFacts, Recording, RecordingAnalysis } from "../api_types.js" */
/** @import { Child } from "../element.js" */

export class SummaryPanel {
  constructor() {
    this.facts = el("dl", { class: "facts" });
    this.element = panel("Summary", this.facts);
  }

  /**
   * @param {Recording} recording
   * @param {RecordingAnalysis} analysis
   */
  showReplay(recording, analysis) {
    const { bbbv, bbbv_solved: solved, bbbv_per_second: speed, zini, efficiency } = analysis;
    const clicks = counted(analysis.moves.length, "click");
    this.show("Summary", [
      ["Board", analysis.spec],
      ["Player", recording.player ?? null],
      ["Program", recording.program ?? null],
      ["Result", resultInWords(analysis)],
      ["Time", secondsInWords(analysis.seconds)],
      ["3BV", `${solved} of ${bbbv}`],
      ["3BV/s", speed === null ? null : speed.toFixed(3)],
      ["Clicks", `${clicks}, ${analysis.wasted} wasted`],
      ["ZiNi", String(zini)],
      ["Efficiency", efficiency === null ? null : `${(100 * efficiency).toFixed(1)} %`],
      ["Guesses", `${analysis.needed_guesses} forced, ${analysis.unneeded_guesses} avoidable`],
      ["Luck", percentIfKnown(analysis.luck)],
    ]);
  }

  /** @param {LayoutFacts} facts */
  showLayout(facts) {
    this.show("Layout", [
      ["Board", facts.spec],
      ["3BV", String(facts.bbbv)],
      ["Openings", String(facts.openings)],
      ["Islands", String(facts.islands)],
      ["ZiNi", facts.zini === null ? null : String(facts.zini)],
      ["Human ZiNi", facts.human_zini === null ? null : String(facts.human_zini)],
    ]);
  }

  /**
   * @param {string} title
   * @param {[string, string | null][]} facts name and value; those without a value are omitted
   */
  show(title, facts) {
    this.element.setAttribute("aria-label", title);
    const heading = this.element.querySelector("h2");
    if (heading !== null) heading.textContent = title;
    /** @type {Child[]} */
    const rows = [];
    for (const [name, value] of facts)
      if (value !== null) rows.push(el("dt", {}, name), el("dd", { "data-fact": name }, value));
    fill(this.facts, ...rows);
  }
}

export class GuessesPanel {
  /** @param {(count: number) => void} onPoint shows the replay after this many clicks */
  constructor(onPoint) {
    this.onPoint = onPoint;
    this.body = el("div");
    this.element = panel("Guesses", this.body);
  }

  /**
   * @param {RecordingAnalysis} analysis
   * @param {BoardInfo} board
   */
  show(analysis, board) {
    const risky = analysis.moves.filter((move) => move.needed !== null || move.exploded.length > 0);
    if (risky.length === 0) {
      fill(this.body, el("p", { class: "soft" }, "No guesses: every click was certainly safe."));
      return;
    }
    const rows = risky.map((move) =>
      el(
        "tr",
        { "data-lost": move.exploded.length > 0 },
        el(
          "th",
          { scope: "row" },
          el(
            "button",
            { type: "button", class: "link", onclick: () => this.onPoint(move.number + 1) },
            `Click ${move.number + 1}`,
          ),
        ),
        el("td", {}, secondsInWords(move.time)),
        el("td", {}, placeOf(board, move.cell)),
        el("td", {}, move.risk === null ? "–" : percentInFull(move.risk)),
        el("td", {}, move.needed === null ? "–" : move.needed ? "forced" : "avoidable"),
      ),
    );
    const names = ["Click", "Time", "Cell", "Risk", "Guess"];
    const head = names.map((name) => el("th", { scope: "col" }, name));
    fill(
      this.body,
      el(
        "div",
        { class: "table-scroll guesses" },
        el(
          "table",
          { class: "numbers" },
          el("caption", { class: "visually-hidden" }, "Guesses and clicks on mines"),
          el("thead", {}, el("tr", {}, ...head)),
          el("tbody", {}, ...rows),
        ),
      ),
    );
  }
}
