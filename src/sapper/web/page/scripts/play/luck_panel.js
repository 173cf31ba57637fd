/** Luck: every risk that was taken, and the chance of having survived them all. */

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
    const { survived, risks } = state.luck;
    if (!state.judged) {
      fill(this.body, el("p", { class: "soft" }, "Risks are reckoned on up to 20,000 cells."));
      return;
    }
    if (risks.length === 0) {
      fill(this.body, el("p", { class: "soft" }, "Nothing has been risked yet."));
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
      el(
        "p",
        {},
        state.status === "lost"
          ? "Chance of having survived all but the last: "
          : "Chance of having survived all of it: ",
        el("b", {}, percentIfKnown(survived)),
      ),
      el(
        "table",
        { class: "numbers" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...["Click", "Cell", "Mine"].map((name) => el("th", { scope: "col" }, name)),
          ),
        ),
        el("tbody", {}, ...rows),
      ),
      risks.length > shown.length
        ? el("p", { class: "soft" }, `The last ${shown.length} of ${risks.length}.`)
        : null,
    );
  }
}
