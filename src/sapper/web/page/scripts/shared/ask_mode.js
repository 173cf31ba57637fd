/** The mode in which the next cell that is chosen is asked about, and what lights up then. */

import { setPressed, toggleButton } from "../controls.js";

/** @import { Why } from "../api_types.js" */
/** @import { Light } from "../board/face.js" */

export class AskMode {
  /** @param {HTMLElement} board whose pointer shows the mode */
  constructor(board) {
    this.board = board;
    this.on = false;
    this.button = toggleButton("Why?", "why", (on) => this.set(on), {
      title: "Then choose a cell (W asks for the cell pointed at, Esc leaves)",
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.on) this.set(false);
    });
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    setPressed(this.button, on);
    this.board.classList.toggle("asks", on);
  }
}

/**
 * The cell in question and the clues that prove it.
 *
 * @param {number} cell
 * @param {Why} why
 * @returns {[number, Light][]}
 */
export function proofLights(cell, why) {
  /** @type {[number, Light][]} */
  const lights = why.clues.map((clue) => [clue, "clue"]);
  return [...lights, [cell, "target"]];
}
