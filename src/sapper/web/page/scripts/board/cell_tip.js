/** The tooltip of the cell under the pointer or in focus: its place and its exact mine chance. */

import { el, fill } from "../element.js";
import { placeOf } from "../words/cell_words.js";
import { percentInFull } from "../words/percent.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Face } from "./face.js" */

/** Longer fractions are not shown. */
const LONGEST_FRACTION = 48;

export class CellTip {
  constructor() {
    this.element = el("div", { class: "cell-tip", hidden: true, "aria-hidden": "true" });
  }

  /**
   * @param {BoardInfo} board
   * @param {Face} face
   * @param {number} cell
   * @param {{ left: number, right: number, top: number, bottom: number }} box the cell in the frame
   * @param {{ width: number, height: number }} frame
   */
  show(board, face, cell, box, frame) {
    const rows = tipRows(face, cell);
    if (rows.length === 0) {
      this.hide();
      return;
    }
    fill(
      this.element,
      el("span", { class: "cell-tip-place" }, placeOf(board, cell)),
      ...rows.map(([name, value, exact]) =>
        el(
          "span",
          { class: "cell-tip-row" },
          `${name} `,
          el("b", {}, value),
          exact === "" ? "" : el("span", { class: "fraction" }, ` = ${exact}`),
        ),
      ),
    );
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    const middle = (box.left + box.right) / 2 - offsetWidth / 2;
    const left = Math.max(4, Math.min(frame.width - offsetWidth - 4, middle));
    const above = box.top - offsetHeight - 8;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${above >= 0 ? above : box.bottom + 8}px`;
  }

  hide() {
    this.element.hidden = true;
  }
}

/**
 * @param {Face} face
 * @param {number} cell
 * @returns {[string, string, string][]}
 */
function tipRows(face, cell) {
  const { chances } = face;
  if (chances === null || face.overlay === "none" || Number.isNaN(chances.mine[cell])) return [];
  const exact = chances.exact[cell] ?? "";
  const fraction = exact.includes("/") && exact.length <= LONGEST_FRACTION ? exact : "";
  /** @type {[string, string, string][]} */
  const rows = [["mine chance", percentInFull(chances.mine[cell]), fraction]];
  if (!Number.isNaN(chances.zero[cell]))
    rows.push(["zero chance", percentInFull(chances.zero[cell]), ""]);
  if (!Number.isNaN(chances.information[cell]))
    rows.push(["information", `${chances.information[cell].toFixed(3)} bits`, ""]);
  return rows;
}
