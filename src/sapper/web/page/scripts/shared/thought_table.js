/** The best move of a deep analysis, and a table of the win chances of the good moves. */

import { el } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentInFull } from "../words/percent.js";
import { bestMoveInWords, winChanceOfMove } from "../words/thought_words.js";

/** @import { BoardInfo, ConsideredClick, Thinking } from "../api_types.js" */

/** @type {[string, string][]} */
const COLUMNS = [
  ["Cell", "The cell to open"],
  ["Win chance", "Estimated win chance after this move, ± half the width of its 95 % interval"],
  ["Safe", "Chance that the cell is not a mine"],
  ["Samples", "Possible solutions on which the move was played to the end"],
];

const MOST_SHOWN = 8;

/**
 * @param {Thinking} thinking
 * @param {BoardInfo} board
 * @param {(cell: number) => void} onPoint
 */
export function moveTable(thinking, board, onPoint) {
  const words = el("p", { class: "best-move" }, bestMoveInWords(thinking, board));
  const shown = thinking.considered.filter(({ value }) => value !== null).slice(0, MOST_SHOWN);
  if (shown.length === 0) return words;
  const head = COLUMNS.map(([name, title]) => el("th", { scope: "col", title }, name));
  const table = el(
    "table",
    { class: "numbers candidates" },
    el("caption", { class: "visually-hidden" }, "Win chance of each move, best first"),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...shown.map((click) => row(click, board, onPoint))),
  );
  const more = thinking.considered.length - shown.length;
  return el(
    "div",
    {},
    words,
    el("div", { class: "table-scroll" }, table),
    more > 0 ? el("p", { class: "soft" }, `${more} weaker moves are not listed.`) : null,
  );
}

/**
 * @param {ConsideredClick} click
 * @param {BoardInfo} board
 * @param {(cell: number) => void} onPoint
 */
function row(click, board, onPoint) {
  const point = () => onPoint(click.cell);
  return el(
    "tr",
    { onmouseenter: point, class: click.dropped ? "soft" : null },
    el(
      "th",
      { scope: "row" },
      el(
        "button",
        {
          type: "button",
          class: "link",
          "data-key": click.cell,
          onclick: point,
          onfocus: point,
        },
        placeOf(board, click.cell),
      ),
    ),
    el("td", {}, winChanceOfMove(click)),
    el("td", {}, percentInFull(click.safety)),
    el("td", {}, click.layouts),
  );
}
