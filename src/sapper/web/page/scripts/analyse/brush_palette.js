/** The palette of brushes that a click, a tap or a drag paints with. */

import { UNREAD } from "../cell_states.js";
import { el } from "../element.js";
import { icon } from "../icons.js";

/** @import { Paint } from "./position_editor.js" */

const LARGEST_KEY = 8;

export class BrushPalette {
  constructor() {
    /** @type {Paint} */
    this.brush = 1;
    this.larger = el("input", {
      type: "number",
      min: 9,
      max: 32000,
      value: 9,
      "aria-label": "Larger clue",
      oninput: () => this.choose("larger"),
      onfocus: () => this.choose("larger"),
    });
    this.element = el(
      "div",
      { class: "palette", role: "radiogroup", "aria-label": "Brush" },
      this.swatch("covered", "Covered", el("span", { class: "swatch-tile" })),
      this.swatch("flag", "Flag", icon("flag")),
      ...Array.from({ length: LARGEST_KEY + 1 }, (_, clue) =>
        this.swatch(String(clue), `Clue ${clue}`, el("b", { class: `clue-${clue}` }, String(clue))),
      ),
      el(
        "span",
        { class: "swatch larger" },
        this.swatchInput("larger", "Larger clue"),
        this.larger,
      ),
      this.swatch(String(UNREAD), "Open, number unread", el("b", { class: "clue-0" }, "?")),
    );
    this.choose("1");
  }

  /**
   * @param {string} value
   * @param {string} name
   * @param {Element} picture
   */
  swatch(value, name, picture) {
    return el("label", { class: "swatch", title: name }, this.swatchInput(value, name), picture);
  }

  /**
   * @param {string} value
   * @param {string} name
   */
  swatchInput(value, name) {
    return el("input", {
      type: "radio",
      name: "brush",
      value,
      "aria-label": name,
      onchange: () => this.choose(value),
    });
  }

  /** @param {string} value */
  choose(value) {
    for (const input of this.element.querySelectorAll("input")) {
      if (input.type === "radio") input.checked = input.value === value;
    }
    if (value === "covered" || value === "flag") this.brush = value;
    else if (value === String(UNREAD)) this.brush = UNREAD;
    else
      this.brush = Math.max(
        0,
        Math.floor(Number(value === "larger" ? this.larger.value : value) || 0),
      );
  }
}
