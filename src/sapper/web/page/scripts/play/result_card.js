/** How a game went, once it is over: time, clicks, 3BV, efficiency, guesses, luck, what lost it. */

import { panel } from "../controls.js";
import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentIfKnown, percentInFull } from "../words/percent.js";
import { preciseTime } from "../words/quantities.js";
import { efficiencyOf, speedOf } from "./game_history.js";

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
   * @param {Statistics} before what the games of the same kind came to before this one
   */
  show(game, result, board, before) {
    const speed = speedOf(game);
    const efficiency = efficiencyOf(game);
    const best = records(game, before);
    const unknown = result.unknown_guesses === 0 ? "" : `, ${result.unknown_guesses} too hard`;
    /** @type {[string, string, string][]} */
    const rows = [
      ["time", "Time", game.seconds === null ? "not known" : preciseTime(game.seconds)],
      ["clicks", "Clicks", String(game.clicks)],
      ["bbbv", "3BV", game.won ? String(game.bbbv) : `${game.solved} of ${game.bbbv}`],
      ["speed", "3BV/s", speed === null ? "–" : speed.toFixed(2)],
      ["zini", "ZiNi", game.zini === null ? "–" : String(game.zini)],
      [
        "efficiency",
        "ZiNi efficiency",
        efficiency === null ? "–" : `${(100 * efficiency).toFixed(0)} %`,
      ],
      ["needed", "Guesses needed", `${game.needed}${unknown}`],
      ["unneeded", "Guesses unneeded", String(game.unneeded)],
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
      game.helped ? el("p", { class: "soft" }, "With help or undo, so it is no record.") : null,
    );
    this.element.hidden = false;
  }
}

/**
 * What a game is the best in.
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
    found.push(before.seconds === null ? "Your first win of this kind." : "Your best time.");
  if (speed !== null && before.speed !== null && speed > before.speed)
    found.push("Your best 3BV a second.");
  if (efficiency !== null && before.efficiency !== null && efficiency > before.efficiency)
    found.push("Your best efficiency.");
  if (before.longest > 0 && before.streak + 1 > before.longest)
    found.push(`Your longest streak: ${before.streak + 1} in a row.`);
  return found;
}

/**
 * @param {GameResult} result
 * @param {BoardInfo} board
 */
function lostBy({ lost_cell: cell, lost_risk: risk, better }, board) {
  if (cell === null) return null;
  const chance =
    risk === 1 ? "certainly a mine" : `a mine with ${percentIfKnown(risk, "an unknown chance")}`;
  return el("p", { class: "result-lost" }, `${placeOf(board, cell)} was ${chance}. ${instead()}`);

  function instead() {
    if (better === null) return "What was best is too hard to tell.";
    const place = placeOf(board, better.cell);
    if (better.certain) return `${place} was certainly safe.`;
    const worth =
      better.win_probability === null
        ? ""
        : `, and wins about ${(100 * better.win_probability).toFixed(0)} % of such games`;
    const same = better.cell === cell;
    return same
      ? `It was the best click there was${worth}.`
      : `Best was ${place}: a mine with ${percentInFull(better.mine_probability)}${worth}.`;
  }
}
