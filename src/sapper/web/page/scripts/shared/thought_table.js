/** What each of the good clicks in a position is worth, as a table that can be pointed at. */

import { el } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentInFull } from "../words/percent.js";
import { thoughtInWords, worthInWords } from "../words/thought_words.js";

/** @import { BoardInfo, ConsideredClick, Thinking } from "../api_types.js" */

/** @type {[string, string][]} */
const COLUMNS = [
  ["Cell", "The cell to open"],
  ["Wins", "The chance of winning by it, with the half width of its interval of 95 %"],
  ["Safe", "The chance that it is no mine"],
  ["Layouts", "The layouts that it was tried on"],
];

const MOST_SHOWN = 8;

/**
 * @param {Thinking} thinking
 * @param {BoardInfo} board
 * @param {(cell: number) => void} onPoint
 */
export function thoughtTable(thinking, board, onPoint) {
  const words = el("p", { class: "thought-text" }, thoughtInWords(thinking, board));
  const shown = thinking.considered.filter(({ value }) => value !== null).slice(0, MOST_SHOWN);
  if (shown.length === 0) return words;
  const head = COLUMNS.map(([name, title]) => el("th", { scope: "col", title }, name));
  const table = el(
    "table",
    { class: "numbers candidates" },
    el("caption", { class: "visually-hidden" }, "What each click is worth, best first"),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...shown.map((click) => row(click, board, onPoint))),
  );
  const more = thinking.considered.length - shown.length;
  return el(
    "div",
    {},
    words,
    el("div", { class: "table-scroll" }, table),
    more > 0 ? el("p", { class: "soft" }, `${more} more are behind these.`) : null,
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
    el("td", {}, worthInWords(click)),
    el("td", {}, percentInFull(click.safety)),
    el("td", {}, click.layouts),
  );
}
