/** The help dialog: all keys and gestures. */

import { el } from "./element.js";

/** @type {[string, [string, string][]][]} */
const SHEETS = [
  [
    "Play",
    [
      ["Arrows", "move; with Ctrl, to the edge"],
      ["Enter or Space", "open; on a clue, chord"],
      ["F", "flag"],
      ["C", "chord: open around a clue that has all its flags"],
      ["H", "hint"],
      ["B", "play the best move"],
      ["W", "why is this cell safe, a mine, or uncertain?"],
      ["P", "mine chances on or off"],
      ["U or Ctrl+Z", "undo a lost click, any click in practice, or a new game without a click"],
      ["N", "new game"],
      ["Esc", "leave Why?"],
    ],
  ],
  [
    "Analyse",
    [
      ["0 to 9", "paint a clue"],
      ["F", "paint a flag"],
      ["Q", "paint an open cell whose number is unread"],
      ["# or Delete", "cover the cell"],
      ["Enter or Space", "paint with the brush"],
      ["+", "next clue, like the wheel"],
      ["W", "why?"],
      ["U or Ctrl+Z", "undo"],
    ],
  ],
  [
    "Replay",
    [
      ["B and N", "previous and next click"],
      ["Space", "play or pause"],
      ["G", "next guess"],
      ["P", "mine chances on or off"],
      ["Arrows", "on the slider: click by click"],
    ],
  ],
  [
    "Mouse and touch",
    [
      ["Click or tap", "open or paint, when the button is released"],
      ["Right click or long press", "flag, as soon as the button is pressed"],
      ["Click on a clue", "chord"],
      ["Middle button, or both", "chord; the cells it would open look pressed"],
      ["In flag mode", "click and right click swap, and so do tap and long press"],
      ["With Hold to flag", "hold the left button on a cell to flag it"],
      ["Wheel", "change the clue; with Alt if the board scrolls"],
      ["Two fingers", "zoom"],
      ["Ctrl and wheel", "zoom around the pointer"],
      ["Ctrl or middle, drag", "move the board"],
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
