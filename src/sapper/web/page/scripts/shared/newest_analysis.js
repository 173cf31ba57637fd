/** Requests the analysis of successive positions; a new request cancels the previous one. */

import { isAborted, post } from "../api.js";

/** @import { AnalysisAnswer, PositionToAnalyze } from "../api_types.js" */

export class NewestAnalysis {
  constructor() {
    this.asked = new AbortController();
  }

  stop() {
    this.asked.abort();
  }

  /**
   * @param {PositionToAnalyze} position
   * @returns {Promise<AnalysisAnswer | null>} null if it was cancelled
   */
  async ask(position) {
    this.stop();
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      const analysis = await post("/api/analyze", position, signal);
      return signal.aborted ? null : analysis;
    } catch (error) {
      if (isAborted(error) || signal.aborted) return null;
      throw error;
    }
  }
}
