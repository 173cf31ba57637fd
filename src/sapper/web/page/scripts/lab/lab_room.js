/** The Lab room: the curves in the store, the critical densities of all boards, and sweeps. */

import { get, sentence } from "../api.js";
import { field, panel, select } from "../controls.js";
import { el } from "../element.js";
import { icon } from "../icons.js";
import { Notice } from "../shared/notice.js";
import { CurveChart } from "./curve_chart.js";
import { HeatMap } from "./heat_map.js";
import { StoreBrowser } from "./store_browser.js";
import { SweepPanel } from "./sweep_panel.js";

/** @import { StoredBoard } from "../api_types.js" */

/** How long to wait between two looks at a store that fills. */
const PAUSE = 1200;

export class LabRoom {
  constructor() {
    this.active = false;
    this.timer = 0;
    this.store = new StoreBrowser(() => void this.drawCurves());
    this.sweeps = new SweepPanel(() => this.news());
    this.chart = new CurveChart();
    this.heat = new HeatMap();
    this.method = select([["paper", "paper"]], "paper", { onchange: () => void this.drawAll() });
    this.tableStrategy = select([["perimeter", "perimeter"]], "perimeter", {
      onchange: () => void this.drawTable(),
    });
    this.csv = el("a", { class: "button", download: "sapper.csv" }, icon("download"), "CSV");
    this.figure = el("a", { class: "button", download: "sapper.svg" }, icon("download"), "SVG");
    this.problem = new Notice();
    this.element = this.layOut();
  }

  layOut() {
    const stage = el(
      "div",
      { class: "stage" },
      panel(
        "Curves",
        el(
          "div",
          { class: "chart-head" },
          field("Critical density by", this.method),
          this.csv,
          this.figure,
        ),
        this.problem.element,
        this.chart.element,
        el(
          "p",
          { class: "soft" },
          "Bars: intervals of 95 %. Dashed: the critical density. Dotted: as paper 000 prints it.",
        ),
      ),
      panel("Critical densities", field("Strategy", this.tableStrategy), this.heat.element),
    );
    const side = el(
      "aside",
      { class: "side", "aria-label": "Store and sweeps" },
      this.store.element,
      this.sweeps.element,
    );
    const title = el("h1", { class: "visually-hidden" }, "Lab");
    return el("section", { class: "room lab", "aria-label": "Lab" }, title, stage, side);
  }

  async load() {
    const [strategies, methods] = await Promise.all([
      get("/api/strategies"),
      get("/api/lab/methods"),
    ]);
    this.sweeps.setStrategies(strategies);
    this.method.replaceChildren(
      ...methods.map(({ name, meaning }) => el("option", { value: name }, `${name}: ${meaning}`)),
    );
  }

  /** @param {URLSearchParams} _params */
  async enter(_params) {
    this.active = true;
    await Promise.all([this.sweeps.refresh(), this.refresh()]);
  }

  leave() {
    this.active = false;
    clearTimeout(this.timer);
    this.timer = 0;
    this.sweeps.close();
  }

  /** New games came in: look at the store again, but not too often. */
  news() {
    if (this.timer !== 0 || !this.active) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.refresh();
    }, PAUSE);
  }

  async refresh() {
    try {
      const stored = await get("/api/lab/boards");
      this.store.show(stored);
      this.offerStrategies(stored);
      await this.drawAll();
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  /** @param {StoredBoard[]} stored */
  offerStrategies(stored) {
    /** @type {Map<string, number>} */
    const boards = new Map();
    for (const { strategy } of stored) boards.set(strategy, (boards.get(strategy) ?? 0) + 1);
    const names = [...boards.keys()].sort((a, b) => (boards.get(b) ?? 0) - (boards.get(a) ?? 0));
    const before = this.tableStrategy.value;
    const chosen = names.includes(before) ? before : names[0];
    if (chosen === undefined) return;
    this.tableStrategy.replaceChildren(
      ...names.map((name) => el("option", { value: name, selected: name === chosen }, name)),
    );
  }

  async drawAll() {
    await Promise.all([this.drawCurves(), this.drawTable()]);
  }

  async drawCurves() {
    const chosen = this.store.selection;
    this.offerDownloads(chosen[0]);
    try {
      const series = await Promise.all(
        chosen.map(async (stored) => ({
          name: `${stored.board} ${stored.strategy}`,
          answer: await get(`/api/lab/curve?${this.query(stored)}`),
        })),
      );
      this.complain("");
      this.chart.show(series);
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  async drawTable() {
    const query = new URLSearchParams({
      strategy: this.tableStrategy.value,
      method: this.method.value,
    });
    try {
      this.heat.show((await get(`/api/lab/table?${query}`)).cells);
    } catch (error) {
      this.complain(sentence(error));
    }
  }

  /** @param {StoredBoard} stored */
  query(stored) {
    return new URLSearchParams({
      board: stored.board,
      strategy: stored.strategy,
      first: stored.first,
      start: String(stored.start),
      seed: stored.seed,
      method: this.method.value,
    });
  }

  /** @param {StoredBoard | undefined} stored */
  offerDownloads(stored) {
    for (const link of [this.csv, this.figure])
      link.toggleAttribute("hidden", stored === undefined);
    if (stored === undefined) return;
    this.csv.href = `/api/lab/export.csv?${this.query(stored)}`;
    this.figure.href = `/api/lab/figure.svg?${this.query(stored)}`;
  }

  /** @param {string} problem */
  complain(problem) {
    this.problem.say("bad", problem);
  }
}
