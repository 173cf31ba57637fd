/** The state of a game, and each of its clicks, in a sentence. */

import { counted, preciseTime } from "../words/quantities.js";
import { percentInFull } from "../words/percent.js";
import { placeOf } from "../words/cell_words.js";
import { kindInWords } from "../words/kind_words.js";
import { kindOf } from "./game_history.js";

/** @import { BoardInfo, ReplayStep } from "../api_types.js" */
/** @import { Tone } from "../shared/notice.js" */
/** @import { GameSession } from "./game_session.js" */
/** @import { Tally } from "./game_tally.js" */

/** @typedef {{ tone: Tone, text: string }} Verdict */

/** @type {Record<string, string>} */
const STARTS = {
  safe: "Open any cell to start: the first is safe.",
  open: "Open any cell to start: the first has no mines around it.",
  any: "Open any cell to start: even the first may be a mine.",
};

const NO_GUESS_START = "Open any cell to start: after that no guess is needed.";

/**
 * @param {GameSession} session
 * @param {number | null} seconds null if unknown
 * @param {boolean} assisted whether to say if there is a safe move
 * @returns {Verdict}
 */
export function verdict(session, seconds, assisted) {
  const { state, board } = session;
  const undone = session.undone > 0 ? ` ${counted(session.undone, "click")} undone.` : "";
  if (state.status === "new") {
    const { noGuess, first } = session.setup;
    return { tone: "calm", text: noGuess === null ? STARTS[first] : NO_GUESS_START };
  }
  if (state.status === "won") {
    const guesses = !state.judged
      ? ""
      : state.guesses === 0
        ? " without a guess"
        : ` with ${counted(state.guesses, "guess", "guesses")}`;
    const time = seconds === null ? "" : ` in ${preciseTime(seconds)}`;
    return { tone: "good", text: `Won${guesses}${time}.${undone}` };
  }
  if (state.status === "lost") {
    const risk = state.luck.risks.at(-1);
    const place = placeOf(board, state.exploded ?? 0);
    const lost =
      risk === undefined ? `${place} was a mine.` : losingCellInWords(place, risk.mine_probability);
    return { tone: "bad", text: `Lost: ${lost} Press Undo to take the click back.` };
  }
  if (!assisted) return { tone: "calm", text: undone.trim() };
  if (!state.judged) {
    return { tone: "calm", text: `Hint finds a safe cell near the last click.${undone}` };
  }
  if (state.unavoidable === null) {
    const text = `Whether there is a safe move is too hard to compute.${undone}`;
    return { tone: "calm", text };
  }
  if (state.unavoidable) {
    return { tone: "careful", text: `No cell is certainly safe: you have to guess.${undone}` };
  }
  return { tone: "calm", text: `There is a safe move.${undone}` };
}

/**
 * The result of a finished game in one line, for other people.
 *
 * @param {GameSession} session
 * @param {Tally} tally
 */
export function resultInWords({ setup, state }, { seconds, clicks, helped, undone }) {
  const time = seconds === null ? "" : ` in ${preciseTime(seconds)}`;
  const bbbv = state.bbbv ?? 0;
  const won = state.status === "won";
  const parts = [
    `Minesweeper, ${kindInWords(kindOf(setup))}: ${won ? "won" : "lost"}${time}`,
    `3BV ${bbbv}`,
    won && seconds ? `${(bbbv / seconds).toFixed(2)} 3BV/s` : "",
    won && clicks > 0 ? `efficiency ${((100 * bbbv) / clicks).toFixed(0)} %` : "",
    helped || undone > 0 ? "with help" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/**
 * The cell that lost a game, with its mine chance before the click.
 *
 * @param {string} place
 * @param {number | null} risk null if it is too hard to compute
 */
export function losingCellInWords(place, risk) {
  if (risk === 1) return `${place} was certainly a mine.`;
  if (risk === null) return `${place} was a mine; its mine chance is too hard to compute.`;
  return `${place} was a mine; its mine chance was ${percentInFull(risk)}.`;
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
  const kind = needed === null ? "a guess" : needed ? "a forced guess" : "an avoidable guess";
  const chance = risk === null ? "too hard to compute" : percentInFull(risk);
  return `${kind}, mine chance ${chance}`;
}
