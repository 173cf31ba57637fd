/** A small chart of past games: the win rate as a line, the time of each win as a dot. */

import { svg } from "../element.js";
import { preciseTime } from "../words/quantities.js";
import { rollingRate } from "./game_history.js";

/** @import { FinishedGame } from "./game_history.js" */

const WIDTH = 320;
const HEIGHT = 96;
const EDGE = 8;

/** Games per point of the line. */
const WINDOW = 20;

export const CURVE_LEGEND = `Line: win rate of the last ${WINDOW} games. Dots: times of wins.`;

/** The most games that are drawn. */
const MOST = 400;

/**
 * @param {FinishedGame[]} all games of one kind without help
 * @returns {SVGSVGElement | null} null with fewer than two games
 */
export function historyCurve(all) {
  const games = all.slice(-MOST);
  if (games.length < 2) return null;
  const rates = rollingRate(all, WINDOW).slice(-MOST);
  const slowest = Math.max(...games.map(({ seconds }) => seconds ?? 0), 0.01);
  const x = (/** @type {number} */ at) => EDGE + (at / (games.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ share) => HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE);
  const line = rates.map((rate, at) => `${x(at).toFixed(1)},${y(rate).toFixed(1)}`).join(" ");
  const dots = games.flatMap(({ won, seconds }, at) =>
    won && seconds !== null ? [svg("circle", { cx: x(at), cy: y(seconds / slowest), r: 2.2 })] : [],
  );
  const label =
    `The last ${games.length} games. Line: win rate of the last ${WINDOW} games, ` +
    `now ${(100 * rates[rates.length - 1]).toFixed(0)} %. ` +
    `Dots: times of wins, up to ${preciseTime(slowest)}.`;
  return svg(
    "svg",
    { class: "history-curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    svg("title", {}, label),
    svg("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0) }),
    svg("polyline", { points: line }),
    ...dots,
  );
}
