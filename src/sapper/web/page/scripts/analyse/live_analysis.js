/** Keeps asking the server about the position as it is painted; only the newest answer counts. */

import { isAborted, post, sentence } from "../api.js";

/** @import { Analysis, PositionRequest } from "../types.js" */

/**
 * @typedef {object} AnalysisHandlers
 * @property {(analysis: Analysis) => void} found
 * @property {(problem: string, clues: number[] | null) => void} failed clues of a contradiction
 */

export class LiveAnalysis {
  /** @param {AnalysisHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.asked = new AbortController();
  }

  stop() {
    this.asked.abort();
  }

  /** @param {PositionRequest} position */
  async ask(position) {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      // A contradiction is what painting a position passes through, and not an error.
      const request = { ...position, report_contradiction: true };
      /** @type {Analysis} */
      const analysis = await post("/api/analyze", request, signal);
      if (signal.aborted) return;
      const { contradiction } = analysis;
      if (contradiction === null) this.handlers.found(analysis);
      else this.handlers.failed(contradiction.error, contradiction.clues);
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.handlers.failed(sentence(error), null);
    }
  }
}
