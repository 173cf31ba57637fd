/** The win chance of a position in a sentence. An estimate is never shown as 0 % or 100 %. */

import { percentInFull } from "./percent.js";
import { counted } from "./quantities.js";

/** @import { WinAnswer } from "../api_types.js" */

/** @param {WinAnswer} found */
export function winChanceInWords(found) {
  const { value, exact, samples, strategy, note } = found;
  if (value === null) return `No estimate: the bot ${strategy} is too slow on this position.`;
  const chance = exact ? precisely(value, found.fraction) : about(value, found.interval);
  const basis = exact ? solutionsInWords(samples) : counted(samples, "sample");
  const more = note === "" ? "" : ` ${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
  return `Win chance from here: ${chance} (${strategy}, ${basis}).${more}`;
}

/** @param {number} count */
function solutionsInWords(count) {
  return count === 1 ? "the only possible solution" : `all ${counted(count, "possible solution")}`;
}

/**
 * @param {number} value
 * @param {string | null} fraction null if it is too long
 */
function precisely(value, fraction) {
  const hasFraction = fraction !== null && value !== 0 && value !== 1;
  return hasFraction ? `${percentInFull(value)}, exactly ${fraction}` : percentInFull(value);
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
  const rounded = short === "0.0 %" || short === "100.0 %" ? percentInFull(value) : short;
  return `${rounded} ± ${(50 * (high - low)).toFixed(1)}`;
}
