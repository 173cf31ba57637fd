/** Asks the server about one position after the other; only the newest answer counts. */

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
   * @returns {Promise<AnalysisAnswer | null>} null where it was stopped, or asked again meanwhile
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
