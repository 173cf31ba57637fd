/** The result of the analysis: possible solutions, safest cell, certain cells. */

import { panel } from "../controls.js";
import { el, fill } from "../element.js";
import { chanceInWords, placeOf } from "../words/cell_words.js";
import { percentInFull } from "../words/percent.js";
import { counted, grouped, powerOfTen, shortened } from "../words/quantities.js";

/** @import { AnalysisAnswer, BoardInfo } from "../api_types.js" */
/** @import { Chances } from "../board/face.js" */

const MOST_NAMED = 8;
const MOST_NUMBERS = 6;

export class ResultPanel {
  constructor() {
    this.body = el("div", { class: "result" });
    this.element = panel("Analysis", this.body);
  }

  /**
   * @param {AnalysisAnswer} analysis
   * @param {Chances} chances
   * @param {BoardInfo} board
   */
  show(analysis, chances, board) {
    const { best } = chances;
    const bestText =
      best === null
        ? "no cell left to open"
        : `${placeOf(board, best)}, mine chance ${chanceInWords(chances.mine[best], chances.exact[best])}`;
    fill(
      this.body,
      el(
        "dl",
        { class: "facts" },
        ...(analysis.mine_count === null
          ? []
          : fact("Number of mines", numbersInWords(analysis.mine_count), "number")),
        ...fact("Possible solutions", layouts(analysis), "layouts"),
        ...fact("Safest cell", bestText, "best"),
        ...fact("Safe", named([...chances.safe], board), "safe"),
        ...fact("Mines", named([...chances.mines], board), "mines"),
      ),
    );
  }

  /**
   * @param {string} problem
   * @param {boolean} contradiction
   */
  complain(problem, contradiction) {
    const title = contradiction ? "Contradiction" : "No analysis";
    fill(
      this.body,
      el("p", { class: "problem", role: "alert" }, el("b", {}, `${title}: `), problem),
    );
  }
}

/**
 * @param {string} name
 * @param {string | Node} value
 * @param {string} key
 */
function fact(name, value, key) {
  return [el("dt", {}, name), el("dd", { "data-fact": key }, value)];
}

/** @param {AnalysisAnswer} analysis */
function layouts(analysis) {
  const { solutions, log10_solutions: log10 } = analysis;
  if (solutions === null) return log10 === null ? "–" : powerOfTen(log10);
  const short = shortened(solutions);
  if (!short.includes("…")) return short;
  return el(
    "details",
    {},
    el("summary", {}, short),
    el("span", { class: "digits" }, grouped(solutions)),
  );
}

/**
 * The posterior of an unknown number of mines: the likeliest numbers, and the expected one.
 *
 * @param {{ mines: number, probability: number }[]} posterior
 */
export function numbersInWords(posterior) {
  const likeliest = [...posterior]
    .sort((one, other) => other.probability - one.probability)
    .slice(0, MOST_NUMBERS)
    .sort((one, other) => one.mines - other.mines);
  const shown = likeliest.map(
    ({ mines, probability }) => `${mines}: ${percentInFull(probability)}`,
  );
  if (posterior.length > likeliest.length)
    shown.push(counted(posterior.length - likeliest.length, "other"));
  const expected = posterior.reduce((sum, one) => sum + one.mines * one.probability, 0);
  return `${shown.join(", ")}; ${expected.toFixed(2)} expected`;
}

/**
 * @param {number[]} cells
 * @param {BoardInfo} board
 */
function named(cells, board) {
  if (cells.length === 0) return "none certain";
  const names = cells.slice(0, MOST_NAMED).map((cell) => placeOf(board, cell));
  const more = cells.length > MOST_NAMED ? " …" : "";
  return `${counted(cells.length, "cell")}: ${names.join(" ")}${more}`;
}

/**
 * The certain cells, in a sentence.
 *
 * @param {Chances} chances
 */
export function certainInWords({ safe, mines, best }) {
  if (best === null) return "No cell is left to open.";
  const said = [];
  if (safe.size > 0) said.push(`${counted(safe.size, "cell is", "cells are")} certainly safe`);
  if (mines.size > 0)
    said.push(`${counted(mines.size, "is certainly a mine", "are certainly mines")}`);
  return said.length === 0 ? "Nothing is certain here." : `${said.join(", ")}.`;
}
