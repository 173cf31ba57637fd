/** Statistics of the games of one kind on this device, with buttons to export and delete them. */

import { iconButton, panel } from "../controls.js";
import { download } from "../downloads.js";
import { el, fill } from "../element.js";
import { kindInWords } from "../words/kind_words.js";
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

  /** @param {string} kind the kind of the current game */
  show(kind) {
    this.kind = kind;
    this.render();
  }

  /** @param {boolean} lasts whether the browser stores the games */
  setLasting(lasts) {
    this.lasts = lasts;
    this.render();
  }

  render() {
    const all = finishedGames();
    const games = all.filter(({ kind }) => kind === this.kind);
    const found = statistics(games);
    const curve = historyCurve(games.filter(({ helped }) => !helped));
    const empty = el("p", { class: "soft" }, `No finished games yet: ${kindInWords(this.kind)}.`);
    fill(
      this.body,
      games.length === 0 ? empty : el("p", {}, kindInWords(this.kind)),
      games.length === 0 ? null : figures(found),
      curve,
      curve === null ? null : el("p", { class: "soft" }, CURVE_LEGEND),
      found.helped === 0
        ? null
        : el(
            "p",
            { class: "soft" },
            `Not counted: ${counted(found.helped, "game")} with help or undo.`,
          ),
      this.lasts
        ? null
        : el(
            "p",
            { class: "soft" },
            "This browser stores nothing: these games are lost when you close the page.",
          ),
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
   * A button that asks for confirmation.
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
