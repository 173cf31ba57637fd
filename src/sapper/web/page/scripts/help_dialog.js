/** The help: every key and gesture on one sheet. */

import { el } from "./element.js";

/** @type {[string, [string, string][]][]} */
const SHEETS = [
  [
    "Play",
    [
      ["Arrows", "move, with Ctrl to the edge"],
      ["Enter or Space", "open; on a clue, chord"],
      ["F", "flag"],
      ["C", "chord: open around a clue that has its flags"],
      ["H", "hint"],
      ["B", "play the best move"],
      ["W", "why is this cell safe, a mine, or neither"],
      ["P", "chances on and off"],
      ["U", "take back a click that lost"],
      ["N", "new game"],
    ],
  ],
  [
    "Analyse",
    [
      ["0 to 9", "paint a clue"],
      ["F", "paint a flag"],
      ["# or Delete", "cover the cell"],
      ["Enter or Space", "paint with the brush"],
      ["+", "the next paint, as the wheel does"],
      ["W", "why"],
      ["U", "undo"],
    ],
  ],
  [
    "Mouse and touch",
    [
      ["Click or tap", "open or paint"],
      ["Right click or long press", "flag"],
      ["Click on a clue", "chord"],
      ["Wheel", "turn the paint; with Alt where the board scrolls"],
      ["Two fingers", "zoom"],
    ],
  ],
];

export class HelpDialog {
  constructor() {
    this.element = el(
      "dialog",
      { class: "help", "aria-label": "Keys and gestures" },
      el("h1", { tabindex: -1, autofocus: true }, "Keys and gestures"),
      el(
        "div",
        { class: "help-sheets" },
        ...SHEETS.map(([title, keys]) =>
          el(
            "section",
            {},
            el("h2", {}, title),
            el("dl", {}, ...keys.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)])),
          ),
        ),
      ),
      el(
        "button",
        { type: "button", class: "button primary", onclick: () => this.element.close() },
        "Close",
      ),
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  open() {
    if (!this.element.open) this.element.showModal();
  }
}
