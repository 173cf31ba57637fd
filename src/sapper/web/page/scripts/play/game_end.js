/** The end of a game: shows its result and adds it to the history of this device once. */

import { post, sentence } from "../api.js";
import { inSentence } from "../shared/why_panel.js";
import { finishedGames, kindOf, remember, statistics } from "./game_history.js";
import { HistoryPanel } from "./history_panel.js";
import { ResultCard } from "./result_card.js";

/** @import { GameResult } from "../api_types.js" */
/** @import { FinishedGame } from "./game_history.js" */
/** @import { GameSession } from "./game_session.js" */
/** @import { Tally } from "./game_tally.js" */

export class GameEnd {
  constructor() {
    this.card = new ResultCard();
    this.history = new HistoryPanel();
    /** The session and its number of moves for which the result is shown. */
    /** @type {[GameSession, number] | null} */
    this.shown = null;
  }

  /**
   * Shows the result if the game is over; otherwise hides it.
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
      const result = await post("/api/game/result", session.request());
      if (this.shown === shown) this.showResult(session, tally, result);
    } catch (error) {
      if (this.shown === shown) this.card.complain(inSentence(sentence(error)));
    }
  }

  /**
   * @param {GameSession} session
   * @param {Tally} tally
   * @param {GameResult} result
   */
  showResult(session, tally, result) {
    const kind = kindOf(session.setup);
    const isNew = tally.recorded === null && tally.seconds !== null;
    if (isNew) tally.recorded = Date.now();
    /** @type {FinishedGame} */
    const game = {
      kind,
      at: tally.recorded ?? Date.now(),
      won: result.status === "won",
      seconds: tally.seconds,
      clicks: tally.clicks,
      bbbv: result.bbbv,
      solved: result.bbbv_solved,
      zini: result.zini,
      needed: result.needed_guesses,
      unneeded: result.unneeded_guesses,
      luck: result.luck,
      helped: tally.helped || tally.undone > 0,
    };
    const before = finishedGames().filter((other) => other.kind === kind && other.at < game.at);
    this.card.show(game, result, session.board, statistics(before));
    if (isNew) this.history.setLasting(remember(game));
    this.history.show(kind);
  }
}
