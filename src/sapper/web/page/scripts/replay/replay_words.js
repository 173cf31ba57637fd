/** The clicks and the result of a replay in words. */

import { placeOf } from "../words/cell_words.js";
import { percentIfKnown } from "../words/percent.js";
import { counted } from "../words/quantities.js";

/** @import { BoardInfo, RecordedMove, RecordingAnalysis } from "../api_types.js" */

/** @type {Record<RecordedMove["kind"], string>} */
const KINDS = { open: "opened", flag: "flagged", chord: "chorded at" };

/** @param {number} seconds */
export function secondsInWords(seconds) {
  return `${seconds.toFixed(3)} s`;
}

/**
 * @param {RecordedMove} move
 * @param {BoardInfo} board
 */
export function moveInWords(move, board) {
  const what = `${secondsInWords(move.time)}, ${KINDS[move.kind]} ${placeOf(board, move.cell)}`;
  if (move.wasted) return `${what}. Nothing happened.`;
  if (move.kind === "flag") return `${what}.`;
  const risk = move.risk === 0 ? "certainly safe" : `risk ${percentIfKnown(move.risk)}`;
  const guess = move.needed === null ? "" : `, ${guessInWords(move.needed)}`;
  const mines = move.exploded.map((cell) => placeOf(board, cell)).join(" ");
  const end = mines === "" ? `${counted(move.opened.length, "cell")} opened` : `Mine at ${mines}`;
  return `${what}, ${risk}${guess}. ${end}.`;
}

/** @param {boolean} forced whether no cell was certainly safe */
function guessInWords(forced) {
  return forced ? "a forced guess" : "an avoidable guess";
}

/** @param {RecordingAnalysis} analysis */
export function resultInWords({ status, lost_at: lost }) {
  if (status === "won") return "Won";
  return status === "lost" && lost !== null ? `Lost at click ${lost + 1}` : "Unfinished";
}
