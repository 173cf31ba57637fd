/** The tally of the games that the bot played, compared with its reference win rate. */

import { el } from "../element.js";
import { iconButton } from "../controls.js";
import { boundsInWords, rateInWords } from "../words/rate_words.js";
import { grouped } from "../words/quantities.js";
import { wilson } from "../wilson.js";
import { askKnownRate } from "./known_rate.js";

/** @import { Game } from "../api_types.js" */

export class WatchTally {
  constructor() {
    this.kind = "";
    this.wins = 0;
    this.games = 0;
    this.asked = new AbortController();
    this.played = el("p", { "data-fact": "tally", role: "status" });
    this.known = el("p", { class: "soft", "data-fact": "known" });
    this.element = el(
      "div",
      { class: "tally", hidden: true },
      this.played,
      this.known,
      el(
        "div",
        {},
        iconButton("Reset tally", "new", () => this.clear()),
      ),
    );
  }

  /**
   * Adds a finished game of which the strategy made all moves.
   *
   * @param {string} strategy
   * @param {Game} game
   * @param {boolean} won
   */
  add(strategy, game, won) {
    const { board, mines, first, no_guess: level = null, position = null } = game;
    const kind = JSON.stringify([strategy, board, mines, first, level, position]);
    if (kind !== this.kind) {
      this.clear();
      this.kind = kind;
      void this.ask(strategy, game);
    }
    this.games += 1;
    if (won) this.wins += 1;
    this.played.textContent = `${strategy}. ${rateInWords(this.wins, this.games, wilson(this.wins, this.games))}.`;
    this.element.hidden = false;
  }

  clear() {
    this.stop();
    this.kind = "";
    this.wins = 0;
    this.games = 0;
    this.played.textContent = "";
    this.known.textContent = "";
    this.element.hidden = true;
  }

  stop() {
    this.asked.abort();
  }

  /**
   * @param {string} strategy
   * @param {Game} game
   */
  async ask(strategy, game) {
    this.asked = new AbortController();
    const { signal } = this.asked;
    const unknown = await askKnownRate(game, strategy, signal, ({ games, strategies }) => {
      const [{ win_rate: rate, interval }] = strategies;
      this.known.textContent = `Reference: ${(100 * rate).toFixed(1)} % of ${grouped(games)} other games won (${boundsInWords(interval)}).`;
    });
    if (unknown !== "" && !signal.aborted)
      this.known.textContent = `No reference win rate: ${unknown}.`;
  }
}
