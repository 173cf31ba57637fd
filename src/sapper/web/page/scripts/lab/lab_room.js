/**
 * The Lab room: the curves in the store, the critical densities of all boards, the phase diagram,
 * comparisons of strategies, and sweeps. Its state is in the address.
 */

import { addressOf, get, sentence } from "../api.js";
import { field, panel, segments, select, chooseSegment } from "../controls.js";
import { el } from "../element.js";
import { icon } from "../icons.js";
import { currentRoute, replaceAddress } from "../router.js";
import { Notice } from "../shared/notice.js";
import { WrongLink } from "../shared/wrong_link.js";
import { ComparePanel } from "./compare_panel.js";
import { CurveChart } from "./curve_chart.js";
import { HeatMap } from "./heat_map.js";
import { USUAL, labFromParams, labHash, quoted } from "./lab_link.js";
import { PhaseChart } from "./phase_chart.js";
import { StoreBrowser } from "./store_browser.js";
import { SweepPanel } from "./sweep_panel.js";

/** @import { StoredBoard } from "../api_types.js" */
/** @import { LabState, PhaseShown } from "./lab_link.js" */

/** Milliseconds between two updates while games are added to the store. */
const PAUSE = 1200;

export class LabRoom {
  constructor() {
    this.active = false;
    this.timer = 0;
    /** Counts requests, so that a late answer does not replace a newer one. */
    this.storeAsked = 0;
    this.curvesAsked = 0;
    this.tablesAsked = 0;
    this.phasesAsked = 0;
    /** @type {Promise<void> | null} */
    this.loading = null;
    /** @type {string[]} */
    this.methods = [USUAL.method];
    /** @type {PhaseShown} */
    this.share = USUAL.share;
    this.store = new StoreBrowser(() => this.chosen());
    this.sweeps = new SweepPanel(() => this.news());
    this.compare = new ComparePanel(() => this.remember());
    this.chart = new CurveChart();
    this.heat = new HeatMap(() => this.remember());
    this.phases = new PhaseChart();
    this.method = select([[USUAL.method, USUAL.method]], USUAL.method, {
      onchange: () => {
        this.remember();
        void this.drawAll();
      },
    });
    this.tableStrategy = select([["perimeter", "perimeter"]], "perimeter", {
      onchange: () => {
        this.tableChosen = true;
        this.remember();
        void Promise.all([this.drawTable(), this.drawPhases()]);
      },
    });
    /** Until the user chooses, the table shows the strategy with the most boards. */
    this.tableChosen = false;
    this.phaseChoice = select(
      [
        ["grid,study", "Grids, from the study"],
        ["torus,study", "Tori, from the study"],
        ["grid,store", "Grids, from the store"],
        ["torus,store", "Tori, from the store"],
      ],
      USUAL.phases,
      {
        onchange: () => {
          this.remember();
          void this.drawPhases();
        },
      },
    );
    this.shares = segments(
      "Share of games",
      /** @type {[PhaseShown, string][]} */ ([
        ["won", "Won"],
        ["guess_free", "Without a guess"],
      ]),
      this.share,
      (share) => {
        this.share = share;
        this.remember();
        void this.drawPhases();
      },
    );
    this.csv = el("a", { class: "button", download: "sapper.csv" }, icon("download"), "CSV");
    this.figure = el("a", { class: "button", download: "sapper.svg" }, icon("download"), "SVG");
    this.problem = new Notice();
    this.wrong = new WrongLink("Reset the Lab", () => this.startOver());
    this.element = this.layOut();
    this.compare.show(USUAL.compare);
  }

  layOut() {
    const stage = el(
      "div",
      { class: "stage" },
      this.wrong.element,
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
      ),
      panel("Critical densities", field("Strategy", this.tableStrategy), this.heat.element),
      panel(
        "Phase diagram",
        el("div", { class: "chart-head" }, field("Square boards", this.phaseChoice), this.shares),
        this.phases.element,
      ),
    );
    const side = el(
      "aside",
      { class: "side", "aria-label": "Store, sweeps and comparisons" },
      this.store.element,
      this.compare.element,
      this.sweeps.element,
    );
    const title = el("h1", { class: "visually-hidden" }, "Lab");
    return el("section", { class: "room lab", "aria-label": "Lab" }, title, stage, side);
  }

  load() {
    this.loading = this.fetchNames();
    return this.loading;
  }

  async fetchNames() {
    const [strategies, methods] = await Promise.all([
      get("/api/strategies"),
      get("/api/lab/methods"),
    ]);
    this.sweeps.setStrategies(strategies);
    this.methods = methods.map(({ name }) => name);
    const before = this.method.value;
    this.method.replaceChildren(
      ...methods.map(({ name, meaning }) => el("option", { value: name }, `${name}: ${meaning}`)),
    );
    this.method.value = this.methods.includes(before) ? before : USUAL.method;
  }

  /** @param {URLSearchParams} params */
  async enter(params) {
    this.active = true;
    this.wrong.clear();
    try {
      await this.loading;
    } catch {
      // The caller of load reports the error, and loads again when the server answers.
    }
    await this.take(params);
  }

  /** The server answers again: repeats the requests for the state in the address. */
  async again() {
    this.wrong.clear();
    await this.take(currentRoute().params);
  }

  /** @param {URLSearchParams} params */
  async take(params) {
    if (params.size > 0) this.follow(params);
    else this.remember();
    await Promise.all([this.sweeps.refresh(), this.refresh()]);
    const [missing] = this.store.missing;
    if (missing !== undefined) this.wrong.say(`The store has no curve ${quoted(missing)}.`);
  }

  leave() {
    this.active = false;
    clearTimeout(this.timer);
    this.timer = 0;
    this.sweeps.close();
    this.compare.stop();
  }

  // -- the address --------------------------------------------------------------------------------

  /** @param {URLSearchParams} params */
  follow(params) {
    try {
      this.show(labFromParams(params, this.methods));
    } catch (error) {
      this.wrong.say(sentence(error));
    }
  }

  /** @param {LabState} state */
  show(state) {
    this.method.value = state.method;
    if (state.curves !== null) this.store.choose(state.curves);
    if (state.table !== "") this.chooseTable(state.table);
    this.heat.setShown(state.shown);
    this.phaseChoice.value = state.phases;
    this.share = state.share;
    chooseSegment(this.shares, state.share);
    this.compare.show(state.compare);
  }

  /** @param {string} strategy */
  chooseTable(strategy) {
    this.tableChosen = true;
    const known = [...this.tableStrategy.options].some(({ value }) => value === strategy);
    if (!known) this.tableStrategy.append(el("option", { value: strategy }, strategy));
    this.tableStrategy.value = strategy;
  }

  /** Writes the state into the address. */
  remember() {
    if (!this.active) return;
    replaceAddress(
      labHash({
        method: this.method.value,
        curves: this.store.keys,
        table: this.tableChosen ? this.tableStrategy.value : "",
        shown: this.heat.shown,
        phases: this.phaseChoice.value,
        share: this.share,
        compare: this.compare.state,
      }),
    );
  }

  startOver() {
    this.store.touched = false;
    this.tableChosen = false;
    this.show(USUAL);
    this.remember();
    void this.refresh();
  }

  chosen() {
    this.wrong.clear();
    this.remember();
    void this.drawCurves();
  }

  // -- data ---------------------------------------------------------------------------------------

  /** Games were added to the store: reads it again, at most once per PAUSE. */
  news() {
    if (this.timer !== 0 || !this.active) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.refresh();
    }, PAUSE);
  }

  async refresh() {
    const turn = ++this.storeAsked;
    try {
      const stored = await get("/api/lab/boards");
      if (turn !== this.storeAsked) return;
      this.store.show(stored);
      this.offerStrategies(stored);
      await this.drawAll();
    } catch (error) {
      if (turn === this.storeAsked) this.complain(sentence(error));
    }
  }

  /** @param {StoredBoard[]} stored */
  offerStrategies(stored) {
    /** @type {Map<string, number>} */
    const boards = new Map();
    for (const { strategy } of stored) boards.set(strategy, (boards.get(strategy) ?? 0) + 1);
    const names = [...boards.keys()].sort((a, b) => (boards.get(b) ?? 0) - (boards.get(a) ?? 0));
    const before = this.tableStrategy.value;
    if (this.tableChosen && !names.includes(before)) names.push(before);
    const chosen = this.tableChosen || names.includes(before) ? before : names[0];
    if (chosen === undefined) return;
    this.tableStrategy.replaceChildren(
      ...names.map((name) => el("option", { value: name, selected: name === chosen }, name)),
    );
  }

  async drawAll() {
    await Promise.all([this.drawCurves(), this.drawTable(), this.drawPhases()]);
  }

  async drawCurves() {
    const chosen = this.store.selection;
    const turn = ++this.curvesAsked;
    this.offerDownloads(chosen[0]);
    try {
      const series = await Promise.all(
        chosen.map(async (stored) => ({
          name: `${stored.board} ${stored.strategy}`,
          answer: await get(`/api/lab/curve?${this.query(stored)}`),
        })),
      );
      if (turn !== this.curvesAsked) return;
      this.complain("");
      this.chart.show(series);
    } catch (error) {
      if (turn === this.curvesAsked) this.complain(sentence(error));
    }
  }

  async drawTable() {
    const query = new URLSearchParams({
      strategy: this.tableStrategy.value,
      method: this.method.value,
    });
    const turn = ++this.tablesAsked;
    try {
      const { cells } = await get(`/api/lab/table?${query}`);
      if (turn === this.tablesAsked) this.heat.show(cells);
    } catch (error) {
      if (turn === this.tablesAsked) this.complain(sentence(error));
    }
  }

  async drawPhases() {
    const [kind, from] = this.phaseChoice.value.split(",");
    const query = new URLSearchParams({ kind });
    if (from === "store") query.set("strategy", this.tableStrategy.value);
    const turn = ++this.phasesAsked;
    try {
      const answer = await get(`/api/lab/phases?${query}`);
      if (turn === this.phasesAsked) this.phases.show(answer, this.share);
    } catch (error) {
      if (turn === this.phasesAsked) this.complain(sentence(error));
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
      max_per_cell: String(stored.max_per_cell),
      method: this.method.value,
    });
  }

  /** @param {StoredBoard | undefined} stored */
  offerDownloads(stored) {
    for (const link of [this.csv, this.figure])
      link.toggleAttribute("hidden", stored === undefined);
    if (stored === undefined) return;
    this.csv.href = addressOf(`/api/lab/export.csv?${this.query(stored)}`);
    this.figure.href = addressOf(`/api/lab/figure.svg?${this.query(stored)}`);
  }

  /** @param {string} problem */
  complain(problem) {
    this.problem.say("bad", problem);
  }
}
