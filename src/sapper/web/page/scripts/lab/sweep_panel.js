/** The list of sweeps, newest first, with a form to start one; progress arrives as server-sent events. */

import { addressOf, get, post, sentence } from "../api.js";
import { isGraph, readSwept } from "../board_specs.js";
import { field, iconButton, panel, select } from "../controls.js";
import { el, refill } from "../element.js";
import { counted, grouped, roughTime } from "../words/quantities.js";

/** @import { StrategyInfo, SweepRow } from "../api_types.js" */
/** @import { FirstRule } from "../types.js" */

/** The data of a progress event. */
/** @typedef {Pick<SweepRow, "done" | "total" | "rate" | "left">} SweepProgress */

const MOST_LISTED = 8;

export class SweepPanel {
  /** @param {() => void} onNews called when games were added to the store */
  constructor(onNews) {
    this.onNews = onNews;
    this.boards = el("input", {
      type: "text",
      value: "5x5, 6x6",
      spellcheck: "false",
      required: true,
      oninput: () => this.showEdges(),
    });
    this.edges = el("textarea", { rows: 3, spellcheck: "false", placeholder: "0-1 1-2 2-0" });
    this.edgesField = field(
      "Edges of the graph",
      this.edges,
      "Pairs of nodes, numbered from 0, for example 0-1 1-2; empty for a graph of the store",
    );
    this.strategy = select([["perimeter", "perimeter"]], "perimeter");
    this.first = select(
      [
        ["safe", "safe"],
        ["open", "opening"],
        ["any", "any"],
      ],
      "safe",
    );
    this.games = el("input", {
      type: "number",
      min: 1,
      max: 1_000_000,
      value: 1000,
      required: true,
    });
    this.seed = el("input", {
      type: "text",
      inputmode: "numeric",
      pattern: "[0-9]+",
      value: "1",
      required: true,
    });
    this.mines = el("input", {
      type: "text",
      placeholder: "automatic",
      pattern: "[0-9, ]*",
    });
    this.mostPerCell = el("input", { type: "number", min: 1, max: 100, value: 1, required: true });
    this.showEdges();
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.list = el("ul", { class: "sweeps" });
    /** @type {Map<number, EventSource>} */
    this.sources = new Map();
    /** Counts requests, so that a late answer does not replace a newer one. */
    this.asked = 0;
    this.element = panel(
      "Sweeps",
      el(
        "form",
        {
          class: "sweep-form",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.start();
          },
        },
        field(
          "Boards",
          this.boards,
          "One or more, for example 8x8, hexwrap:6x6, torus:4x4x4; graph:ring for a graph",
        ),
        this.edgesField,
        el(
          "div",
          { class: "field-row" },
          field("Strategy", this.strategy),
          field("First click", this.first),
          field("Games per point", this.games),
          field("Seed", this.seed),
          field("Maximum per cell", this.mostPerCell),
        ),
        field(
          "Mines",
          this.mines,
          "Numbers of mines, for example 5, 10; empty: the range in which the win rate drops",
        ),
        el("button", { type: "submit", class: "button primary" }, "Start sweep"),
      ),
      this.problem,
      this.list,
    );
  }

  /** @param {StrategyInfo[]} strategies */
  setStrategies(strategies) {
    const chosen = this.strategy.value;
    const names = strategies.filter(({ family }) => !family).map(({ name }) => name);
    this.strategy.replaceChildren(
      ...names.map((name) => el("option", { value: name, selected: name === chosen }, name)),
    );
  }

  /** Edges are needed only for a graph, which a spec cannot contain. */
  showEdges() {
    this.edgesField.hidden = !listOf(this.boards.value).some(isGraph);
  }

  async start() {
    this.complain("");
    const request = {
      boards: listOf(this.boards.value).map((board) => readSwept(board, this.edges.value)),
      strategies: [this.strategy.value],
      first: /** @type {FirstRule} */ (this.first.value),
      games: Number(this.games.value),
      seed: Number(this.seed.value),
      mines: this.mines.value.trim() === "" ? null : listOf(this.mines.value).map(Number),
      max_per_cell: Number(this.mostPerCell.value),
    };
    try {
      await post("/api/lab/sweeps", request);
      await this.started();
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  /** Updates the list after a start: a short sweep may end before its first event. */
  async started() {
    await this.refresh();
    this.onNews();
  }

  async refresh() {
    const turn = ++this.asked;
    try {
      const sweeps = await get("/api/lab/sweeps");
      if (turn !== this.asked) return;
      refill(this.list, ...sweeps.slice(0, MOST_LISTED).map((sweep) => this.entry(sweep)));
      for (const sweep of sweeps) if (sweep.state === "running") this.watch(sweep.id);
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  close() {
    for (const source of this.sources.values()) source.close();
    this.sources.clear();
  }

  /** @param {SweepRow} sweep */
  entry(sweep) {
    const most = sweep.max_per_cell === 1 ? "" : ` · up to ${sweep.max_per_cell} per cell`;
    const name = `${sweep.boards.join(", ")} · ${sweep.strategies.join(", ")}${most}`;
    const { id, state, done, total } = sweep;
    return el(
      "li",
      { class: "sweep", "data-sweep": id, "data-state": state },
      el(
        "div",
        { class: "sweep-head" },
        el("b", {}, name),
        el("span", { class: "sweep-state" }, state),
      ),
      el("progress", { max: Math.max(1, total), value: done, "aria-label": `Sweep of ${name}` }),
      el("p", { class: "soft sweep-text" }, sweep.error ?? progressText(sweep)),
      el(
        "div",
        { class: "buttons" },
        state === "running"
          ? iconButton("Stop", "stop", () => void this.command(id, "stop"), { "data-key": id })
          : null,
        state === "stopped" || state === "failed"
          ? iconButton("Resume", "play", () => void this.command(id, "resume"), { "data-key": id })
          : null,
      ),
    );
  }

  /**
   * @param {number} id
   * @param {"stop" | "resume"} what
   */
  async command(id, what) {
    try {
      await post(`/api/lab/sweeps/${id}/${what}`, {});
      if (what === "resume") await this.started();
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  /** @param {number} id */
  watch(id) {
    if (this.sources.has(id)) return;
    const source = new EventSource(addressOf(`/api/lab/sweeps/${id}/events`));
    this.sources.set(id, source);
    source.addEventListener("progress", (event) => {
      const progress = /** @type {SweepProgress} */ (JSON.parse(event.data));
      const entry = this.list.querySelector(`[data-sweep="${id}"]`);
      const bar = entry?.querySelector("progress");
      if (bar) {
        bar.max = Math.max(1, progress.total);
        bar.value = progress.done;
      }
      const text = entry?.querySelector(".sweep-text");
      if (text) text.textContent = progressText(progress);
      this.onNews();
    });
    source.addEventListener("end", () => this.ended(id));
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.ended(id);
    };
  }

  /** @param {number} id */
  ended(id) {
    this.sources.get(id)?.close();
    this.sources.delete(id);
    void this.refresh();
    this.onNews();
  }

  /** @param {string} problem */
  complain(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = problem === "";
  }
}

/** @param {SweepProgress} progress */
function progressText({ done, total, rate, left }) {
  const parts = [`${grouped(done)} of ${counted(total, "game")}`];
  if (rate !== null && rate !== undefined) parts.push(`${grouped(Math.round(rate))} per second`);
  if (left !== null && left !== undefined) parts.push(`${roughTime(left)} left`);
  return parts.join(", ");
}

/** @param {string} text */
function listOf(text) {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
