/** The chance of winning in a sentence; an estimate is never rounded to a certainty. */

import { percentInFull } from "./percent.js";
import { counted } from "./quantities.js";

/** @import { WinAnswer } from "../api_types.js" */

/** @param {WinAnswer} found */
export function chanceOfWinning(found) {
  const { value, exact, samples, strategy, note } = found;
  if (value === null) return `${strategy} is too slow here to play a single layout.`;
  const chance = exact ? precisely(value, found.fraction) : about(value, found.interval);
  const played = `${strategy}, ${counted(samples, "layout")}`;
  const more = note === "" ? "" : ` ${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
  return `Chance of winning from here: ${chance} (${played}).${more}`;
}

/**
 * @param {number} value
 * @param {string | null} fraction
 */
function precisely(value, fraction) {
  const told = fraction === null || value === 0 || value === 1 ? "" : ` ${fraction}`;
  return `${percentInFull(value)}, exactly${told}`;
}

/**
 * @param {number} value
 * @param {number[]} interval
 */
function about(value, interval) {
  const [low = 0, high = 1] = interval;
  if (value === 0) return `less than ${(100 * high).toFixed(1)} %`;
  if (value === 1) return `more than ${(100 * low).toFixed(1)} %`;
  const short = `${(100 * value).toFixed(1)} %`;
  const told = short === "0.0 %" || short === "100.0 %" ? percentInFull(value) : short;
  return `${told} ± ${(50 * (high - low)).toFixed(1)}`;
}
