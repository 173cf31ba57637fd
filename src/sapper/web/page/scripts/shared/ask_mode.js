/** The Why? mode, in which the next selected cell is explained, and the highlights of an explanation. */

import { setPressed, toggleButton } from "../controls.js";

/** @import { Why } from "../api_types.js" */
/** @import { Light } from "../board/face.js" */

export class AskMode {
  /** @param {HTMLElement} board the element whose mouse pointer shows the mode */
  constructor(board) {
    this.board = board;
    this.on = false;
    this.button = toggleButton("Why?", "why", (on) => this.set(on), {
      title:
        "Then click a cell to see why it is safe or a mine (W: cell under the pointer, Esc: cancel)",
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
 * Highlights of the explained cell and of the clues that prove it.
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
