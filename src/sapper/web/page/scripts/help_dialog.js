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
      ["U or Ctrl+Z", "take back a click that lost, in practice any, and a new game not begun"],
      ["N", "new game"],
      ["Esc", "leave Why?"],
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
      ["U or Ctrl+Z", "undo"],
    ],
  ],
  [
    "Replay",
    [
      ["B and N", "back and on by a click"],
      ["Space", "play or pause"],
      ["G", "the next guess"],
      ["P", "chances on and off"],
      ["Arrows", "on the slider, click by click"],
    ],
  ],
  [
    "Mouse and touch",
    [
      ["Click or tap", "open or paint, where it is released"],
      ["Right click or long press", "flag, as soon as it is pressed"],
      ["Click on a clue", "chord"],
      ["Middle button, or both", "chord; what it would open looks pressed"],
      ["In flag mode", "click and right click change places, and so do tap and long press"],
      ["With one button", "a button held on a cell flags it"],
      ["Wheel", "turn the paint; with Alt where the board scrolls"],
      ["Two fingers", "zoom"],
      ["Ctrl and wheel", "zoom about the pointer"],
      ["Ctrl or middle, drag", "take the board along"],
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
