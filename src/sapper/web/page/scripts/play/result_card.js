/**
 * The result of a finished game, over the board: time, 3BV/s, efficiency and records, then all other
 * figures, and what to do next.
 */

import { iconButton, panel } from "../controls.js";
import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentIfKnown, percentInFull } from "../words/percent.js";
import { preciseTime } from "../words/quantities.js";
import { efficiencyOf, speedOf, ziniEfficiencyOf } from "./game_history.js";
import { losingCellInWords } from "./verdicts.js";

/** @import { BoardInfo, GameResult } from "../api_types.js" */
/** @import { FinishedGame, Statistics } from "./game_history.js" */

/**
 * @typedef {object} NextSteps
 * @property {() => void} again
 * @property {() => void} replay
 * @property {() => Promise<string>} share shares the game that is shown and returns what was done
 */

export class ResultCard {
  /** @param {NextSteps} next */
  constructor(next) {
    this.body = el("div", { class: "result-body" });
    this.shared = el("p", { class: "soft", role: "status" });
    const share = async () => {
      this.shared.textContent = await next.share();
    };
    this.element = panel(
      "Result",
      this.body,
      el(
        "div",
        { class: "buttons" },
        iconButton("Play again", "new", next.again, { class: "button primary" }),
        iconButton("Replay", "back", next.replay),
        iconButton("Share", "link", () => void share()),
        iconButton("Close", "close", () => this.hide(), { title: "Show the whole board" }),
      ),
      this.shared,
    );
    this.element.classList.add("result-card");
    this.hide();
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {string} problem */
  complain(problem) {
    this.present(el("p", { class: "soft" }, problem));
  }

  /**
   * @param {FinishedGame} game
   * @param {GameResult} result
   * @param {BoardInfo} board
   * @param {Statistics} before the statistics of earlier games of the same kind
   */
  show(game, result, board, before) {
    const best = records(game, before);
    this.present(
      el("p", { class: "result-end" }, game.won ? "You won" : "You lost"),
      figures(mainFigures(game), "figures main"),
      best.length === 0 ? null : el("p", { class: "result-best" }, best.join(" ")),
      lostBy(result, board),
      game.helped ? el("p", { class: "soft" }, "Not counted: help or undo was used.") : null,
      el(
        "details",
        { class: "more" },
        el("summary", {}, "All figures"),
        figures(otherFigures(game, result), "figures"),
      ),
    );
  }

  /** @param {...(HTMLElement | null)} content */
  present(...content) {
    this.shared.textContent = "";
    fill(this.body, ...content);
    this.element.hidden = false;
  }
}

/** @typedef {[name: string, label: string, value: string]} Figure */

/**
 * @param {FinishedGame} game
 * @returns {Figure[]}
 */
function mainFigures(game) {
  const speed = speedOf(game);
  return [
    ["time", "Time", game.seconds === null ? "unknown" : preciseTime(game.seconds)],
    ["speed", "3BV/s", speed === null ? "–" : speed.toFixed(2)],
    ["efficiency", "Efficiency", inPercent(efficiencyOf(game))],
  ];
}

/**
 * @param {FinishedGame} game
 * @param {GameResult} result
 * @returns {Figure[]}
 */
function otherFigures(game, { unknown_guesses: unknown }) {
  const solved = game.won ? String(game.bbbv) : `${game.solved} of ${game.bbbv}`;
  return [
    ["clicks", "Clicks", String(game.clicks)],
    ["bbbv", "3BV", solved],
    ["zini", "ZiNi", game.zini === null ? "–" : String(game.zini)],
    ["zini-efficiency", "ZiNi per click", inPercent(ziniEfficiencyOf(game))],
    ["needed", "Forced guesses", `${game.needed}${unknown === 0 ? "" : `, ${unknown} unknown`}`],
    ["unneeded", "Avoidable guesses", String(game.unneeded)],
    ["luck", "Luck", percentIfKnown(game.luck, "–")],
  ];
}

/** @param {number | null} share */
function inPercent(share) {
  return share === null ? "–" : `${(100 * share).toFixed(0)} %`;
}

/**
 * @param {Figure[]} rows
 * @param {string} look
 */
function figures(rows, look) {
  return el(
    "dl",
    { class: look },
    ...rows.map(([name, label, value]) =>
      el("div", {}, el("dt", {}, label), el("dd", { "data-result": name }, value)),
    ),
  );
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
