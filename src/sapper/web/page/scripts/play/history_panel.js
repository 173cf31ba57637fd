/** The games of one kind that were played on this device: bests, streaks, a curve; to take or delete. */

import { iconButton, panel } from "../controls.js";
import { download } from "../downloads.js";
import { el, fill } from "../element.js";
import { counted, preciseTime } from "../words/quantities.js";
import { finishedGames, forgetGames, statistics } from "./game_history.js";
import { CURVE_LEGEND, historyCurve } from "./history_curve.js";

/** @import { Statistics } from "./game_history.js" */

export class HistoryPanel {
  constructor() {
    this.kind = "";
    this.lasts = true;
    this.body = el("div", { class: "history-body" });
    this.element = panel("Your games", this.body);
  }

  /** @param {string} kind of the game that is played */
  show(kind) {
    this.kind = kind;
    this.render();
  }

  /** @param {boolean} lasts whether the browser keeps what it is given */
  setLasting(lasts) {
    this.lasts = lasts;
    this.render();
  }

  render() {
    const all = finishedGames();
    const games = all.filter(({ kind }) => kind === this.kind);
    const found = statistics(games);
    const curve = historyCurve(games.filter(({ helped }) => !helped));
    const empty = el("p", { class: "soft" }, `No game of ${this.kind} was finished yet.`);
    fill(
      this.body,
      games.length === 0 ? empty : el("p", {}, this.kind),
      games.length === 0 ? null : figures(found),
      curve,
      curve === null ? null : el("p", { class: "soft" }, CURVE_LEGEND),
      found.helped === 0
        ? null
        : el("p", { class: "soft" }, `${counted(found.helped, "game")} with help or undo besides.`),
      this.lasts
        ? null
        : el("p", { class: "soft" }, "This browser keeps nothing: it lasts until you leave."),
      all.length === 0 ? null : this.buttons(games.length, all.length),
    );
  }

  /**
   * @param {number} ofKind
   * @param {number} all
   */
  buttons(ofKind, all) {
    return el(
      "div",
      { class: "buttons" },
      iconButton("Export", "download", () => exportGames(), { title: "All games as JSON" }),
      ofKind === 0 ? null : this.deletion("Delete these", ofKind, this.kind),
      this.deletion("Delete all", all, null),
    );
  }

  /**
   * A button that asks once more.
   *
   * @param {string} label
   * @param {number} count
   * @param {string | null} kind
   */
  deletion(label, count, kind) {
    let asked = false;
    const button = iconButton(label, "clear", () => {
      if (asked) {
        forgetGames(kind);
        this.render();
        return;
      }
      asked = true;
      const words = button.querySelector(".button-label");
      if (words !== null) words.textContent = `Really delete ${counted(count, "game")}?`;
    });
    return button;
  }
}

function exportGames() {
  const text = JSON.stringify({ type: "games of Sapper", games: finishedGames() }, null, 1);
  download(new Blob([text], { type: "application/json" }), "sapper-games.json");
}

/** @param {Statistics} found */
function figures(found) {
  const rate = found.games === 0 ? "–" : `${((100 * found.won) / found.games).toFixed(1)} %`;
  const none = "–";
  /** @type {[string, string][]} */
  const rows = [
    ["Won", `${found.won} of ${found.games}`],
    ["Win rate", rate],
    ["Streak", `${found.streak}, longest ${found.longest}`],
    ["Best time", found.seconds === null ? none : preciseTime(found.seconds)],
    ["Mean time", found.mean === null ? none : preciseTime(found.mean)],
    ["Best 3BV/s", found.speed === null ? none : found.speed.toFixed(2)],
    [
      "Best efficiency",
      found.efficiency === null ? none : `${(100 * found.efficiency).toFixed(0)} %`,
    ],
  ];
  return el(
    "dl",
    { class: "figures" },
    ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}
