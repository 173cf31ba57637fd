/** Requests the analysis of the position after every change. */

import { sentence } from "../api.js";
import { NewestAnalysis } from "../shared/newest_analysis.js";

/** @import { AnalysisAnswer, Position } from "../api_types.js" */

/**
 * @typedef {object} AnalysisHandlers
 * @property {(analysis: AnalysisAnswer) => void} found
 * @property {(problem: string, clues: number[] | null) => void} failed with the cells of a contradiction: its clues, or the flags to remove
 */

export class LiveAnalysis {
  /** @param {AnalysisHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.newest = new NewestAnalysis();
    /** Resolves when the newest request is answered or cancelled. */
    this.answered = Promise.resolve();
  }

  stop() {
    this.newest.stop();
  }

  /** Waits for the newest request, including requests that are made meanwhile. */
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
      // A position is often contradictory while it is being painted: that is no error.
      const analysis = await this.newest.ask({ ...position, report_contradiction: true });
      if (analysis === null) return;
      const { contradiction } = analysis;
      if (contradiction === null) this.handlers.found(analysis);
      else {
        const { clues, flags_to_remove: flags } = contradiction;
        this.handlers.failed(contradiction.error, flags.length > 0 ? flags : clues);
      }
    } catch (error) {
      this.handlers.failed(sentence(error), null);
    }
  }
}
