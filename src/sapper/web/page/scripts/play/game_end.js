/** The end of a game: adds it to the history of this device once, then shows its result. */

import { post, sentence } from "../api.js";
import { inSentence } from "../shared/why_panel.js";
import { amend, finishedGames, kindOf, remember, statistics } from "./game_history.js";
import { HistoryPanel } from "./history_panel.js";
import { ResultCard } from "./result_card.js";

/** @import { GameResult } from "../api_types.js" */
/** @import { FinishedGame } from "./game_history.js" */
/** @import { GameSession } from "./game_session.js" */
/** @import { Tally } from "./game_tally.js" */
/** @import { NextSteps } from "./result_card.js" */

export class GameEnd {
  /** @param {NextSteps} next */
  constructor(next) {
    this.card = new ResultCard(next);
    this.history = new HistoryPanel();
    /** The session and its number of moves for which the result is shown. */
    /** @type {[GameSession, number] | null} */
    this.shown = null;
  }

  /**
   * Records and shows the result of the current game if it is over; otherwise hides the last one.
   *
   * @param {GameSession} session
   * @param {Tally} tally
   */
  async follow(session, tally) {
    if (!session.over) {
      this.shown = null;
      this.card.hide();
      return;
    }
    const { length } = session.moves;
    if (this.shown?.[0] === session && this.shown[1] === length) return;
    const shown = /** @type {[GameSession, number]} */ ([session, length]);
    this.shown = shown;
    try {
      const { game, result } = await this.finish(session, tally);
      if (this.shown === shown) this.showResult(session, game, result);
    } catch (error) {
      if (this.shown === shown) this.card.complain(inSentence(sentence(error)));
    }
  }

  /**
   * Records a game that is over and completes the record with the figures of its result. The game is
   * in the history at once, so that a restart or a failed request cannot lose it.
   *
   * @param {GameSession} session
   * @param {Tally} tally
   */
  async finish(session, tally) {
    const game = finishedGame(session, tally);
    if (isNew(session, tally)) {
      tally.recorded = game.at;
      this.history.setLasting(remember(game));
    }
    const result = await post("/api/game/result", session.request());
    const figures = figuresOf(result);
    if (tally.recorded === game.at) amend(game.at, figures);
    return { game: { ...game, ...figures }, result };
  }

  /**
   * @param {GameSession} session
   * @param {FinishedGame} game
   * @param {GameResult} result
   */
  showResult(session, game, result) {
    const { kind } = game;
    const before = finishedGames().filter((other) => other.kind === kind && other.at < game.at);
    this.card.show(game, result, session.board, statistics(before));
    this.history.show(kind);
  }
}

/**
 * Whether a finished game is to be recorded: once, if this player made a click of it and its time is
 * known.
 *
 * @param {GameSession} session
 * @param {Tally} tally
 */
function isNew({ moves }, { recorded, seconds, clicks }) {
  return recorded === null && seconds !== null && clicks > 0 && moves.length > 0;
}

/**
 * @param {GameSession} session
 * @param {Tally} tally
 * @returns {FinishedGame}
 */
function finishedGame({ setup, state }, tally) {
  const won = state.status === "won";
  const bbbv = state.bbbv ?? 0;
  return {
    kind: kindOf(setup),
    at: tally.recorded ?? Math.max(Date.now(), (finishedGames().at(-1)?.at ?? 0) + 1),
    won,
    seconds: tally.seconds,
    clicks: tally.clicks,
    bbbv,
    solved: won ? bbbv : null,
    zini: null,
    needed: null,
    unneeded: null,
    luck: state.luck.survived,
    helped: tally.helped || tally.undone > 0,
  };
}

/** @param {GameResult} result */
function figuresOf(result) {
  return {
    solved: result.bbbv_solved,
    zini: result.zini,
    needed: result.needed_guesses,
    unneeded: result.unneeded_guesses,
    luck: result.luck,
  };
}
