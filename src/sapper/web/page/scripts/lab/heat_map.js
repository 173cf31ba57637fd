/** A shaded table of the critical densities of all p by q boards, compared with Chong et al. 2024. */

import { colorAlong, readScale } from "../board/colors.js";
import { chooseSegment, segments } from "../controls.js";
import { el, fill } from "../element.js";

/** @import { TableCell } from "../api_types.js" */
/** @import { TableShown } from "./lab_link.js" */

export class HeatMap {
  /** @param {() => void} onChange called when other values are selected */
  constructor(onChange) {
    /** @type {TableCell[]} */
    this.cells = [];
    /** @type {TableShown} */
    this.shown = "value";
    this.box = el("div", { class: "table-scroll" });
    this.choice = segments(
      "Densities shown",
      /** @type {[TableShown, string][]} */ ([
        ["value", "Measured"],
        ["published", "Chong et al. 2024"],
        ["difference", "Difference"],
      ]),
      this.shown,
      (shown) => {
        this.shown = shown;
        this.draw();
        onChange();
      },
    );
    this.element = el("div", { class: "heat-map" }, this.choice, this.box);
    document.addEventListener("themechange", () => this.draw());
  }

  /** @param {TableShown} shown */
  setShown(shown) {
    this.shown = shown;
    chooseSegment(this.choice, shown);
    this.draw();
  }

  /** @param {TableCell[]} cells */
  show(cells) {
    this.cells = cells;
    this.draw();
  }

  draw() {
    const values = this.cells.flatMap((cell) => this.valueOf(cell) ?? []);
    if (values.length === 0) {
      const nothing =
        "No measurements yet. Run a sweep over boards such as 4x4 to 8x8 to fill this table.";
      fill(this.box, el("p", { class: "soft" }, nothing));
      return;
    }
    const rows = unique(this.cells.map(({ p }) => p));
    const columns = unique(this.cells.map(({ q }) => q));
    const byPlace = new Map(this.cells.map((cell) => [`${cell.p}x${cell.q}`, cell]));
    const range = { least: Math.min(...values), most: Math.max(...values) };
    const stops = this.stops();
    fill(
      this.box,
      el(
        "table",
        { class: "heat" },
        el("caption", { class: "visually-hidden" }, "Critical density by rows p and columns q"),
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, "p \\ q"),
            ...columns.map((q) => el("th", { scope: "col" }, q)),
          ),
        ),
        el(
          "tbody",
          {},
          ...rows.map((p) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, p),
              ...columns.map((q) => this.cell(byPlace.get(`${p}x${q}`), range, stops)),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * @param {TableCell | undefined} cell
   * @param {{ least: number, most: number }} range
   * @param {number[][]} stops
   */
  cell(cell, range, stops) {
    const value = cell === undefined ? null : this.valueOf(cell);
    if (cell === undefined) return el("td");
    if (value === null) return el("td", { class: "missing", title: describe(cell) }, "·");
    const digits = this.shown === "difference" ? signed(value) : value.toFixed(3);
    const made = el("td", { title: describe(cell) }, digits);
    made.style.backgroundColor = colorAlong(
      stops,
      (value - range.least) / (range.most - range.least || 1),
    );
    return made;
  }

  /** @param {TableCell} cell */
  valueOf(cell) {
    if (this.shown === "value") return cell.value;
    if (this.shown === "published") return cell.published;
    return cell.value === null || cell.published === null ? null : cell.value - cell.published;
  }

  stops() {
    return readScale(this.element, this.shown === "difference" ? "risk" : "scale");
  }
}

/** @param {number[]} values */
function unique(values) {
  return [...new Set(values)].sort((one, other) => one - other);
}

/** @param {number} value */
function signed(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** @param {TableCell} cell */
function describe(cell) {
  const parts = [`${cell.p}x${cell.q}`];
  if (cell.value !== null) parts.push(`measured ${cell.value.toFixed(5)}`);
  if (cell.interval !== null)
    parts.push(`95 % CI ${cell.interval.map((end) => end.toFixed(5)).join("–")}`);
  if (cell.why !== null) parts.push(cell.why);
  if (cell.published !== null) parts.push(`Chong et al. 2024: ${cell.published.toFixed(5)}`);
  return parts.join(", ");
}
