/** How a game stands, and what each of its clicks was, in a sentence. */

import { counted, preciseTime } from "../words/quantities.js";
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

const WITHOUT_GUESS = "Open any cell to begin: from there on no guess is needed.";

/**
 * @param {GameSession} session
 * @param {number | null} seconds null where nobody knows
 * @param {boolean} assisted whether it may be told what can be found
 * @returns {Verdict}
 */
export function verdict(session, seconds, assisted) {
  const { state, board } = session;
  const takenBack = session.undone > 0 ? ` ${counted(session.undone, "click")} taken back.` : "";
  if (state.status === "new") {
    const { noGuess, first } = session.setup;
    return { tone: "calm", text: noGuess === null ? BEGINNINGS[first] : WITHOUT_GUESS };
  }
  if (state.status === "won") {
    const guesses = !state.judged
      ? ""
      : state.guesses === 0
        ? " without a guess"
        : ` with ${counted(state.guesses, "guess", "guesses")}`;
    const time = seconds === null ? "" : ` in ${preciseTime(seconds)}`;
    return { tone: "good", text: `Won${guesses}${time}.${takenBack}` };
  }
  if (state.status === "lost") {
    const risk = state.luck.risks.at(-1);
    const cell = state.exploded ?? 0;
    const was = risk === undefined ? "a mine" : mineInWords(risk.mine_probability);
    return {
      tone: "bad",
      text: `Lost: ${placeOf(board, cell)} was ${was}. Undo takes the click back.`,
    };
  }
  if (!assisted) return { tone: "calm", text: takenBack.trim() };
  if (!state.judged) {
    return { tone: "calm", text: `Hint finds a safe cell near the last click.${takenBack}` };
  }
  if (state.unavoidable === null) {
    const text = `It is too hard to tell whether a safe cell can be found.${takenBack}`;
    return { tone: "calm", text };
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
  const { certain, cell, opened } = step;
  const verdict = certain ? "certainly safe" : guessInWords(step);
  const outcome = opened.length === 0 ? " It was a mine." : "";
  const more = opened.length > 1 ? ` It opened ${opened.length} cells.` : "";
  return `${placeOf(board, cell)}, ${verdict}.${more}${outcome}`;
}

/** @param {ReplayStep} step */
function guessInWords({ mine_probability: risk, needed }) {
  if (risk === 1) return "certainly a mine";
  const kind = needed === null ? "a guess" : needed ? "a needed guess" : "an unneeded guess";
  return `${kind}, ${mineInWords(risk)}`;
}

/** @param {number | null} risk */
function mineInWords(risk) {
  return risk === 1 ? "certainly a mine" : `a mine with ${riskInWords(risk)}`;
}

/** @param {number | null} risk */
function riskInWords(risk) {
  return percentIfKnown(risk, "a chance too hard to tell");
}
