/** Shares of games and their intervals in words; an estimate is never rounded to a certainty. */

import { counted, grouped } from "./quantities.js";

/**
 * @param {number} wins
 * @param {number} games
 * @param {number[]} interval
 */
export function rateInWords(wins, games, interval) {
  if (games === 0) return "No game is over yet.";
  const share = `${(100 * (wins / games)).toFixed(1)} %`;
  return `Won ${grouped(wins)} of ${counted(games, "game")}: ${share}, ${boundsInWords(interval)}`;
}

/** @param {number[]} interval */
export function boundsInWords([low = 0, high = 1]) {
  return `${percentage(low)} to ${percentage(high)} with 95 %`;
}

/**
 * A difference of two rates, in points of a hundred.
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
