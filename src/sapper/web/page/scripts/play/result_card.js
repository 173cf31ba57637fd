/** The result of a finished game: time, clicks, 3BV, efficiency, guesses, luck, the losing click. */

import { panel } from "../controls.js";
import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentIfKnown, percentInFull } from "../words/percent.js";
import { preciseTime } from "../words/quantities.js";
import { efficiencyOf, speedOf } from "./game_history.js";
import { losingCellInWords } from "./verdicts.js";

/** @import { BoardInfo, GameResult } from "../api_types.js" */
/** @import { FinishedGame, Statistics } from "./game_history.js" */

export class ResultCard {
  constructor() {
    this.body = el("div", { class: "result-body" });
    this.element = panel("Result", this.body);
    this.hide();
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {string} problem */
  complain(problem) {
    fill(this.body, el("p", { class: "soft" }, problem));
    this.element.hidden = false;
  }

  /**
   * @param {FinishedGame} game
   * @param {GameResult} result
   * @param {BoardInfo} board
   * @param {Statistics} before the statistics of earlier games of the same kind
   */
  show(game, result, board, before) {
    const speed = speedOf(game);
    const efficiency = efficiencyOf(game);
    const best = records(game, before);
    const unknown = result.unknown_guesses === 0 ? "" : `, ${result.unknown_guesses} unknown`;
    /** @type {[string, string, string][]} */
    const rows = [
      ["time", "Time", game.seconds === null ? "unknown" : preciseTime(game.seconds)],
      ["clicks", "Clicks", String(game.clicks)],
      ["bbbv", "3BV", game.won ? String(game.bbbv) : `${game.solved} of ${game.bbbv}`],
      ["speed", "3BV/s", speed === null ? "–" : speed.toFixed(2)],
      ["zini", "ZiNi", game.zini === null ? "–" : String(game.zini)],
      [
        "efficiency",
        "ZiNi efficiency",
        efficiency === null ? "–" : `${(100 * efficiency).toFixed(0)} %`,
      ],
      ["needed", "Forced guesses", `${game.needed}${unknown}`],
      ["unneeded", "Avoidable guesses", String(game.unneeded)],
      ["luck", "Luck", percentIfKnown(game.luck, "–")],
    ];
    fill(
      this.body,
      el(
        "dl",
        { class: "figures" },
        ...rows.map(([name, label, value]) =>
          el("div", {}, el("dt", {}, label), el("dd", { "data-result": name }, value)),
        ),
      ),
      best.length === 0 ? null : el("p", { class: "result-best" }, best.join(" ")),
      lostBy(result, board),
      game.helped ? el("p", { class: "soft" }, "Not counted: help or undo was used.") : null,
    );
    this.element.hidden = false;
  }
}

/**
 * The records that a game sets, as sentences.
 *
 * @param {FinishedGame} game
 * @param {Statistics} before
 * @returns {string[]}
 */
export function records(game, before) {
  if (!game.won || game.helped) return [];
  const speed = speedOf(game);
  const efficiency = efficiencyOf(game);
  const found = [];
  if (game.seconds !== null && (before.seconds === null || game.seconds < before.seconds))
    found.push(before.seconds === null ? "Your first win in this mode." : "Your best time.");
  if (speed !== null && before.speed !== null && speed > before.speed)
    found.push("Your best 3BV/s.");
  if (efficiency !== null && before.efficiency !== null && efficiency > before.efficiency)
    found.push("Your best efficiency.");
  if (before.longest > 0 && before.streak + 1 > before.longest)
    found.push(`Your longest streak: ${before.streak + 1} wins in a row.`);
  return found;
}

/**
 * The click that lost the game, and the best move instead.
 *
 * @param {GameResult} result
 * @param {BoardInfo} board
 */
function lostBy({ lost_cell: cell, lost_risk: risk, better }, board) {
  if (cell === null) return null;
  const lost = losingCellInWords(placeOf(board, cell), risk);
  return el("p", { class: "result-lost" }, `${lost} ${instead()}`);

  function instead() {
    if (better === null) return "The best move is too hard to compute.";
    const place = placeOf(board, better.cell);
    if (better.certain) return `${place} was certainly safe.`;
    const win =
      better.win_probability === null
        ? ""
        : `about ${(100 * better.win_probability).toFixed(0)} % win chance`;
    if (better.cell === cell) return `It was the best move${win === "" ? "" : ` (${win})`}.`;
    const mine = `${percentInFull(better.mine_probability)} mine chance`;
    return `The best move was ${place}: ${win === "" ? mine : `${mine}, ${win}`}.`;
  }
}
