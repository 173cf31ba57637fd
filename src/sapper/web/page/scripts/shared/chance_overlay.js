/**
 * The mine chances of a game or a replay, requested after every change of the position. The previous
 * values stay until the answer arrives, so that the board does not flicker.
 */

import { sentence } from "../api.js";
import { chancesOf } from "../board/face.js";
import { NewestAnalysis } from "./newest_analysis.js";

/** @import { Chances, Face, Overlay } from "../board/face.js" */
/** @import { BoardInfo } from "../api_types.js" */
/** @import { BoardRef } from "../types.js" */

/** The server does not analyse larger boards. */
const MOST_CELLS = 20000;

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
   * @param {{ board: BoardRef, mines: number, from?: { flags: Set<number> } | null }} setup
   * @param {BoardInfo} info
   * @param {Face} face the position that is shown
   */
  async refresh(setup, info, face) {
    this.newest.stop();
    // Before the first click the rule decides; after the last one the layout is known.
    const settled = () => face.layout !== null || face.clues.every((clue) => clue === null);
    if (this.on && info.size > MOST_CELLS) {
      this.onProblem("Mine chances are not calculated above 20,000 cells.");
      return;
    }
    if (!this.on || settled()) {
      const shown = this.chances !== null;
      this.chances = null;
      if (shown) this.onChange();
      return;
    }
    const { board, mines, from = null } = setup;
    const flags = [...(from?.flags ?? [])].filter((cell) => face.clues[cell] === null);
    try {
      const analysis = await this.newest.ask({ board, clues: face.clues, mines, flags });
      if (analysis === null) return;
      this.chances = chancesOf(analysis, info);
    } catch (error) {
      this.chances = null;
      this.onProblem(sentence(error));
    }
    this.onChange();
  }
}
