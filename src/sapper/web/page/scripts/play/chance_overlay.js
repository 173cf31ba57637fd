/**
 * The chances of a game, asked for anew whenever the position is another. Until the answer is here
 * the old ones stand, for some milliseconds, so that the board does not flicker.
 */

import { sentence } from "../api.js";
import { chancesOf } from "../board/face.js";
import { NewestAnalysis } from "../shared/newest_analysis.js";

/** @import { Chances, Face, Overlay } from "../board/face.js" */
/** @import { BoardInfo } from "../api_types.js" */
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
    this.newest = new NewestAnalysis();
  }

  /** @returns {Overlay} */
  get overlay() {
    return this.on ? "mine" : "none";
  }

  forget() {
    this.newest.stop();
    this.chances = null;
  }

  /**
   * @param {GameSetup} setup
   * @param {BoardInfo} info
   * @param {Face} face what is shown
   */
  async refresh(setup, info, face) {
    this.newest.stop();
    // Before the first click the rule decides, and after the last the layout is known.
    const settled = face.layout !== null || face.clues.every((clue) => clue === null);
    if (!this.on || settled) {
      this.chances = null;
      this.onChange();
      return;
    }
    const { board, mines } = setup;
    try {
      const analysis = await this.newest.ask({ board, clues: face.clues, mines });
      if (analysis === null) return;
      this.chances = chancesOf(analysis, info);
    } catch (error) {
      this.chances = null;
      this.onProblem(sentence(error));
    }
    this.onChange();
  }
}
