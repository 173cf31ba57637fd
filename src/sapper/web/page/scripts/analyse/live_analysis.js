/** Keeps asking the server about the position as it is painted. */

import { sentence } from "../api.js";
import { NewestAnalysis } from "../shared/newest_analysis.js";

/** @import { AnalysisAnswer, Position } from "../api_types.js" */

/**
 * @typedef {object} AnalysisHandlers
 * @property {(analysis: AnalysisAnswer) => void} found
 * @property {(problem: string, clues: number[] | null) => void} failed clues of a contradiction
 */

export class LiveAnalysis {
  /** @param {AnalysisHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.newest = new NewestAnalysis();
    /** Done when the newest question is answered, or was stopped. */
    this.answered = Promise.resolve();
  }

  stop() {
    this.newest.stop();
  }

  /** Waits for what was asked last, also where that was asked while it waited. */
  async settled() {
    let awaited;
    do {
      awaited = this.answered;
      await awaited;
    } while (awaited !== this.answered);
  }

  /** @param {Position} position */
  ask(position) {
    this.answered = this.answer(position);
  }

  /** @param {Position} position */
  async answer(position) {
    try {
      // A contradiction is what painting a position passes through, and not an error.
      const analysis = await this.newest.ask({ ...position, report_contradiction: true });
      if (analysis === null) return;
      const { contradiction } = analysis;
      if (contradiction === null) this.handlers.found(analysis);
      else this.handlers.failed(contradiction.error, contradiction.clues);
    } catch (error) {
      this.handlers.failed(sentence(error), null);
    }
  }
}
