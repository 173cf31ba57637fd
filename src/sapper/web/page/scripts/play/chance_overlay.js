/**
 * The chances of a game, asked for anew whenever the position is another. Until the answer is here
 * the old ones stand, for some milliseconds, so that the board does not flicker.
 */

import { isAborted, post, sentence } from "../api.js";
import { chancesOf } from "../board/face.js";

/** @import { Chances, Face, Overlay } from "../board/face.js" */
/** @import { Analysis } from "../types.js" */
/** @import { GameSetup } from "./game_session.js" */

export class ChanceOverlay {
  /**
   * @param {() => void} onChange
   * @param {(problem: string) => void} onProblem
   */
  constructor(onChange, onProblem) {
    this.onChange = onChange;
    this.onProblem = onProblem;
    this.on = false;
    /** @type {Chances | null} */
    this.chances = null;
    this.asked = new AbortController();
  }

  /** @returns {Overlay} */
  get overlay() {
    return this.on ? "mine" : "none";
  }

  forget() {
    this.asked.abort();
    this.chances = null;
  }

  /**
   * @param {GameSetup} setup
   * @param {Face} face what is shown
   */
  async refresh(setup, face) {
    this.asked.abort();
    // Before the first click the rule decides, and after the last the layout is known.
    const settled = face.layout !== null || face.clues.every((clue) => clue === null);
    if (!this.on || settled) {
      this.chances = null;
      this.onChange();
      return;
    }
    this.asked = new AbortController();
    const { board, mines } = setup;
    const request = { board, clues: face.clues, flags: [], mines, density: null, max_per_cell: 1 };
    try {
      /** @type {Analysis} */
      const analysis = await post("/api/analyze", request, this.asked.signal);
      this.chances = chancesOf(analysis, face.clues.length);
    } catch (error) {
      if (isAborted(error)) return;
      this.chances = null;
      this.onProblem(sentence(error));
    }
    this.onChange();
  }
}
