/** The result of a deep analysis (rollout search) in words. */

import { percentInFull } from "./percent.js";
import { placeOf } from "./cell_words.js";
import { counted } from "./quantities.js";

/** @import { BoardInfo, ConsideredClick, Thinking } from "../api_types.js" */

/**
 * The best move and how many samples it is based on.
 *
 * @param {Thinking} thinking
 * @param {BoardInfo} board
 */
export function bestMoveInWords(thinking, board) {
  const { best, certain, considered, layouts, note, ended } = thinking;
  const place = placeOf(board, best);
  if (note !== "") return `Best move: ${place} (${note}).`;
  if (certain) return `${place} is certainly safe.`;
  if (considered[0]?.exact) return `Best move: ${place}. The win chances are exact.`;
  return `${ended ? "Best move" : "Best so far"}: ${place} (${counted(layouts, "sample")}).`;
}

/**
 * The win chance after a click. An estimate is never shown as 0 % or 100 %.
 *
 * @param {ConsideredClick} click
 */
export function winChanceOfMove({ value, error, exact, layouts }) {
  if (value === null) return "–";
  if (exact) return percentInFull(value);
  const rounded = `${(100 * value).toFixed(1)} %`;
  const short = rounded === "0.0 %" ? "< 0.1 %" : rounded === "100.0 %" ? "> 99.9 %" : rounded;
  return layouts === 0 ? `about ${short}` : `${short} ± ${(196 * error).toFixed(1)}`;
}
