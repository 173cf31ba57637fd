/**
 * Compares strategies on the same games: win rates, and paired differences to the first strategy with
 * their 95 % intervals. The server plays in small steps and keeps no state between them.
 */

import { isAborted, post, sentence } from "../api.js";
import { readBoard } from "../board_specs.js";
import { field, iconButton, panel, select } from "../controls.js";
import { el, fill } from "../element.js";
import { counted } from "../words/quantities.js";
import { pointsInWords } from "../words/rate_words.js";

/** @import { Compared, ComparedStrategy } from "../api_types.js" */
/** @import { FirstRule } from "../types.js" */
/** @import { Compare } from "./lab_link.js" */

/** Games per request. */
const STEP = 4000;
const MOST_GAMES = 400_000;
/** The comparison stops when half the width of every interval of a difference is at most this. */
const PRECISE = 0.0025;

export class ComparePanel {
  /** @param {() => void} onChange called when the form changes */
  constructor(onChange) {
    this.asked = new AbortController();
    const typed = () => {
      this.clear();
      onChange();
    };
    this.board = el("input", { type: "text", spellcheck: "false", required: true, oninput: typed });
    this.strategies = el("input", {
      type: "text",
      spellcheck: "false",
      required: true,
      oninput: typed,
    });
    this.first = select(
      [
        ["safe", "safe"],
        ["open", "opening"],
        ["any", "any"],
      ],
      "safe",
      { onchange: typed },
    );
    this.seed = el("input", {
      type: "text",
      inputmode: "numeric",
      pattern: "[0-9]{1,15}",
      required: true,
      oninput: typed,
    });
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.result = el("div", { class: "compared" });
    this.start = el("button", { type: "submit", class: "button primary" }, "Compare");
    this.end = iconButton("Stop comparing", "stop", () => this.stop(), { hidden: true });
    this.element = panel(
      "Compare strategies",
      el(
        "form",
        {
          class: "sweep-form",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.compare();
          },
        },
        field("Board and mines", this.board, "For example 16x16/40 or hex:8x8/10"),
        field("Strategies", this.strategies, "Two to four; each is compared with the first"),
        el(
          "div",
          { class: "field-row" },
          field("First click", this.first),
          field("Seed", this.seed),
        ),
        el("div", { class: "buttons" }, this.start, this.end),
      ),
      this.problem,
      this.result,
    );
  }

  /** @returns {Compare} */
  get state() {
    return {
      board: this.board.value.trim(),
      strategies: this.strategies.value,
      first: this.first.value,
      seed: this.seed.value.trim(),
    };
  }

  /** @param {Compare} state */
  show({ board, strategies, first, seed }) {
    this.board.value = board;
    this.strategies.value = strategies.replace(/\s*,\s*/g, ", ");
    this.first.value = first;
    this.seed.value = seed;
  }

  clear() {
    this.stop();
    this.complain("");
    fill(this.result);
  }

  stop() {
    this.asked.abort();
    this.showBusy(false);
  }

  /** @param {boolean} busy */
  showBusy(busy) {
    const hadFocus = document.activeElement === this.end;
    this.start.hidden = busy;
    this.end.hidden = !busy;
    if (hadFocus && !busy) this.start.focus();
  }

  async compare() {
    this.clear();
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.showBusy(true);
    this.end.focus();
    try {
      await this.steps(signal);
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) this.complain(sentence(error));
    }
    if (!signal.aborted) this.showBusy(false);
  }

  /** @param {AbortSignal} signal */
  async steps(signal) {
    const { board, strategies, first, seed } = this.state;
    const names = strategies.split(/[\s,]+/).filter((name) => name !== "");
    if (names.length < 2) throw new Error("Enter at least two strategies.");
    const request = {
      board: readBoard(board, "").board,
      first: /** @type {FirstRule} */ (first),
      strategies: names,
      seed: Number(seed),
      games: STEP,
    };
    /** @type {Compared | null} */
    let known = null;
    do {
      const before = (known?.strategies ?? []).map(({ wins, only_this, only_first }) => ({
        wins,
        only_this,
        only_first,
      }));
      /** @type {Compared} */
      const found = await post(
        "/api/compare",
        { ...request, games_before: known?.games ?? 0, before },
        signal,
      );
      if (signal.aborted) return;
      fill(this.result, comparedTable(found));
      known = found;
    } while (!isEnough(known));
  }

  /** @param {string} problem */
  complain(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = problem === "";
  }
}

/** @param {Compared} found */
function isEnough({ games, strategies }) {
  const precise = strategies
    .slice(1)
    .every(({ difference_interval: [low, high] }) => high - low <= 2 * PRECISE);
  return precise || games >= MOST_GAMES;
}

/** @param {Compared} found */
function comparedTable({ spec, games, strategies }) {
  const head = ["Strategy", "Won", "Difference"];
  return el(
    "div",
    {},
    el(
      "p",
      { "data-fact": "compared" },
      `${counted(games, "game")} of ${spec}, the same for every strategy.`,
    ),
    el(
      "div",
      { class: "table-scroll" },
      el(
        "table",
        { class: "numbers" },
        el(
          "caption",
          { class: "visually-hidden" },
          "Win rates, and differences to the first strategy",
        ),
        el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, ...strategies.map((one, index) => row(one, index === 0))),
      ),
    ),
    el(
      "p",
      { class: "soft" },
      "Below each value: its 95 % confidence interval. Differences are to the first strategy, in percentage points, paired by game.",
    ),
  );
}

/**
 * @param {ComparedStrategy} one
 * @param {boolean} isFirst
 */
function row(one, isFirst) {
  const [low, high] = one.interval;
  const [less, more] = one.difference_interval;
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, one.strategy),
    withBounds(
      `${(100 * one.win_rate).toFixed(2)} %`,
      `${(100 * low).toFixed(2)} to ${(100 * high).toFixed(2)}`,
    ),
    isFirst
      ? el("td")
      : withBounds(
          pointsInWords(one.difference),
          `${pointsInWords(less)} to ${pointsInWords(more)}`,
        ),
  );
}

/**
 * @param {string} value
 * @param {string} bounds
 */
function withBounds(value, bounds) {
  return el("td", {}, value, el("small", {}, bounds));
}
