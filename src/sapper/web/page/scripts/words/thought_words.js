/** What was thought about a position, in words. */

import { percentInFull } from "./percent.js";
import { placeOf } from "./cell_words.js";
import { counted } from "./quantities.js";

/** @import { BoardInfo, ConsideredClick, Thinking } from "../api_types.js" */

/**
 * @param {Thinking} thinking
 * @param {BoardInfo} board
 */
export function thoughtInWords(thinking, board) {
  const { best, certain, considered, layouts, note, ended } = thinking;
  const place = placeOf(board, best);
  if (note !== "") return `It opens ${place}: ${note}.`;
  if (certain) return `${place} is certainly safe.`;
  if (considered[0]?.exact) return `It opens ${place}. What each click is worth is known exactly.`;
  const so = ended ? "after" : "so far, with";
  return `It opens ${place} ${so} ${counted(layouts, "layout")}.`;
}

/**
 * The chance of winning by a click; an estimate is never rounded to a certainty.
 *
 * @param {ConsideredClick} click
 */
export function worthInWords({ value, error, exact, layouts }) {
  if (value === null) return "–";
  if (exact) return percentInFull(value);
  const told = `${(100 * value).toFixed(1)} %`;
  const short = told === "0.0 %" ? "< 0.1 %" : told === "100.0 %" ? "> 99.9 %" : told;
  return layouts === 0 ? `about ${short}` : `${short} ± ${(196 * error).toFixed(1)}`;
}
