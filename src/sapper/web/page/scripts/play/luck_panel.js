/** The Luck panel: the risk of every guess, and the odds of surviving all of them. */

import { panel } from "../controls.js";
import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentIfKnown } from "../words/percent.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { GameView } from "./game_session.js" */

const MOST_LISTED = 12;

export class LuckPanel {
  constructor() {
    this.body = el("div");
    this.element = panel("Luck", this.body);
  }

  /**
   * @param {GameView} state
   * @param {BoardInfo} board
   */
  show(state, board) {
    const { risks } = state.luck;
    const summary = figures(state);
    if (!state.judged) {
      fill(
        this.body,
        summary,
        el("p", { class: "soft" }, "Risk is not calculated above 20,000 cells."),
      );
      return;
    }
    if (risks.length === 0) {
      fill(this.body, summary, el("p", { class: "soft" }, "No guesses so far."));
      return;
    }
    const shown = risks.slice(-MOST_LISTED).reverse();
    const rows = shown.map((risk) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, `Move ${risk.move + 1}`),
        el("td", {}, placeOf(board, risk.cell)),
        el("td", {}, percentIfKnown(risk.mine_probability)),
      ),
    );
    fill(
      this.body,
      summary,
      el(
        "table",
        { class: "numbers" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...["Move", "Cell", "Mine chance"].map((name) => el("th", { scope: "col" }, name)),
          ),
        ),
        el("tbody", {}, ...rows),
      ),
      risks.length > shown.length
        ? el("p", { class: "soft" }, `Showing the last ${shown.length} of ${risks.length}.`)
        : null,
    );
  }
}

/** @param {GameView} state */
function figures({ status, judged, guesses, luck }) {
  const but = status === "lost" ? "all guesses but the last" : "the guesses you made";
  return el(
    "dl",
    { class: "figures" },
    el(
      "div",
      { title: "Clicks on cells that were not certainly safe" },
      el("dt", {}, "Guesses"),
      el("dd", { "data-figure": "guesses" }, judged ? String(guesses) : "–"),
    ),
    el(
      "div",
      {},
      el("dt", {}, `Odds of surviving ${but}`),
      el("dd", { "data-figure": "luck" }, percentIfKnown(luck.survived, "–")),
    ),
  );
}
