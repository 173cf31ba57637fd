/** How a game stands, and what each of its clicks was, in a sentence. */

import { counted, clockTime } from "../words/quantities.js";
import { percentIfKnown } from "../words/percent.js";
import { placeOf } from "../words/cell_words.js";

/** @import { BoardInfo, ReplayStep } from "../api_types.js" */
/** @import { Tone } from "../shared/notice.js" */
/** @import { GameSession } from "./game_session.js" */

/** @typedef {{ tone: Tone, text: string }} Verdict */

/** @type {Record<string, string>} */
const BEGINNINGS = {
  safe: "Open any cell to begin: the first is safe.",
  open: "Open any cell to begin: the first has no mines around it.",
  any: "Open any cell to begin: even the first may be a mine.",
};

/**
 * @param {GameSession} session
 * @param {number} seconds
 * @returns {Verdict}
 */
export function verdict(session, seconds) {
  const { state, board } = session;
  const takenBack = session.undone > 0 ? ` ${counted(session.undone, "click")} taken back.` : "";
  if (state.status === "new") return { tone: "calm", text: BEGINNINGS[session.setup.first] };
  if (state.status === "won") {
    const guesses =
      state.guesses === 0
        ? "without a guess"
        : `with ${counted(state.guesses, "guess", "guesses")}`;
    return { tone: "good", text: `Won ${guesses} in ${clockTime(seconds)}.${takenBack}` };
  }
  if (state.status === "lost") {
    const risk = state.luck.risks.at(-1);
    const cell = state.exploded ?? 0;
    const chance = risk === undefined ? "" : ` with ${riskInWords(risk.mine_probability)}`;
    return {
      tone: "bad",
      text: `Lost: ${placeOf(board, cell)} was a mine${chance}. Undo takes the click back.`,
    };
  }
  if (state.unavoidable) {
    return {
      tone: "careful",
      text: `No cell is certainly safe: a guess cannot be avoided.${takenBack}`,
    };
  }
  return { tone: "calm", text: `A safe cell can be found.${takenBack}` };
}

/**
 * @param {ReplayStep} step
 * @param {BoardInfo} board
 */
export function stepInWords(step, board) {
  const { certain, cell, mine_probability: risk, opened } = step;
  const verdict = certain ? "certainly safe" : `a guess, mine with ${riskInWords(risk)}`;
  const outcome = opened.length === 0 ? " It was a mine." : "";
  const more = opened.length > 1 ? ` It opened ${opened.length} cells.` : "";
  return `${placeOf(board, cell)}, ${verdict}.${more}${outcome}`;
}

/** @param {number | null} risk */
function riskInWords(risk) {
  return percentIfKnown(risk, "a chance too hard to tell");
}
