/** The clicks of a replay, and how it went, in words. */

import { placeOf } from "../words/cell_words.js";
import { percentIfKnown } from "../words/percent.js";
import { counted } from "../words/quantities.js";

/** @import { BoardInfo, RecordedMove, RecordingAnalysis } from "../api_types.js" */

/** @type {Record<RecordedMove["kind"], string>} */
const KINDS = { open: "opens", flag: "flags", chord: "chords at" };

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
  if (move.wasted) return `${what}. Nothing happens.`;
  if (move.kind === "flag") return `${what}.`;
  const risk = move.risk === 0 ? "certainly safe" : `risk ${percentIfKnown(move.risk)}`;
  const guess = move.needed === null ? "" : `, ${guessInWords(move.needed)}`;
  const mines = move.exploded.map((cell) => placeOf(board, cell)).join(" ");
  const end = mines === "" ? `${counted(move.opened.length, "cell")} opened` : `A mine at ${mines}`;
  return `${what}, ${risk}${guess}. ${end}.`;
}

/** @param {boolean} needed */
export function guessInWords(needed) {
  return needed ? "a needed guess" : "an unneeded guess";
}

/** @param {RecordingAnalysis} analysis */
export function endInWords({ status, lost_at: lost }) {
  if (status === "won") return "Won";
  return status === "lost" && lost !== null ? `Lost at click ${lost + 1}` : "Breaks off";
}
