/** Win rates with their 95 % confidence intervals. */

import { counted, grouped } from "./quantities.js";

/**
 * @param {number} wins
 * @param {number} games
 * @param {number[]} interval
 */
export function rateInWords(wins, games, interval) {
  if (games === 0) return "No games yet.";
  const share = `${(100 * (wins / games)).toFixed(1)} %`;
  return `Won ${grouped(wins)} of ${counted(games, "game")}: ${share} (${boundsInWords(interval)})`;
}

/** @param {number[]} interval */
export function boundsInWords([low = 0, high = 1]) {
  return `95 % CI ${percentage(low)}–${percentage(high)}`;
}

/**
 * A difference of two rates, in percentage points.
 *
 * @param {number} difference
 */
export function pointsInWords(difference) {
  const points = (100 * Math.abs(difference)).toFixed(2);
  if (Number(points) === 0) return "0.00";
  return `${difference < 0 ? "−" : "+"}${points}`;
}

/** @param {number} rate */
function percentage(rate) {
  return (100 * rate).toFixed(1);
}
