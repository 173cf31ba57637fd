/** The form that starts a game: a preset or any board, the rule of the first click, the seed. */

import { field, iconButton, select } from "../controls.js";
import { el } from "../element.js";
import { MORE_BOARDS, readBoard, writeEdges } from "../board_specs.js";
import { freshSeed } from "./game_session.js";

/** @import { BoardRef, FirstRule, Preset } from "../types.js" */

/**
 * @typedef {object} WantedGame
 * @property {BoardRef} board
 * @property {number | null} mines null to take those of the spec
 * @property {FirstRule} first
 * @property {string} seed
 */

const RULES = /** @type {[string, string][]} */ ([
  ["safe", "The first cell is safe"],
  ["open", "The first cell is an opening"],
  ["any", "The first cell may be a mine"],
]);

export class GameSetupForm {
  /** @param {(wanted: WantedGame) => void} onStart */
  constructor(onStart) {
    this.onStart = onStart;
    this.preset = el("select", { onchange: () => this.presetChosen() });
    this.own = el("option", { value: "" }, "Your own");
    this.spec = el("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      required: true,
    });
    this.edges = el("textarea", { rows: 3, spellcheck: "false", placeholder: "0-1 1-2 2-0" });
    this.edgesField = field("Edges", this.edges, "Pairs of nodes, numbered from 0");
    this.rule = select(RULES, "safe");
    this.seed = el("input", { type: "text", inputmode: "numeric", placeholder: "at random" });
    this.spec.addEventListener("input", () => this.specTyped());
    const more = el(
      "details",
      { class: "more" },
      el("summary", {}, "Board, rule and seed"),
      field("Board", this.spec, "Such as 16x30/99, hex:10x12/20, box:5x5x5/10, graph:10/2"),
      this.edgesField,
      field("First click", this.rule),
      field("Seed", this.seed, "The same seed deals the same game"),
      el("button", { type: "submit", class: "button" }, "Start this game"),
    );
    this.element = el(
      "form",
      {
        class: "setup",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.start();
        },
      },
      el(
        "div",
        { class: "setup-line" },
        field("Preset", this.preset),
        iconButton("New game", "new", () => this.startFresh(), { class: "button primary" }),
      ),
      more,
    );
    this.setPresets([]);
  }

  /** @param {Preset[]} presets */
  setPresets(presets) {
    this.presets = presets;
    const plain = presets.filter(({ spec }) => !spec.includes(":"));
    const shapes = [...presets.filter(({ spec }) => spec.includes(":")), ...MORE_BOARDS];
    this.preset.replaceChildren(
      el("optgroup", { label: "Classic" }, ...plain.map(option)),
      el("optgroup", { label: "Other shapes" }, ...shapes.map(option)),
      this.own,
    );
    this.specTyped();
  }

  /**
   * Shows a game that came from elsewhere, such as a link.
   *
   * @param {string} spec
   * @param {FirstRule} rule
   * @param {string} seed
   * @param {string} edges
   */
  show(spec, rule, seed, edges) {
    this.spec.value = spec;
    this.rule.value = rule;
    this.seed.value = seed;
    this.edges.value = edges;
    this.specTyped();
  }

  specTyped() {
    this.edgesField.hidden = !this.spec.value.trim().toLowerCase().startsWith("graph");
    const known = [...this.preset.options].some((option) => option.value === this.spec.value);
    this.preset.value = known ? this.spec.value : "";
    this.own.textContent = known ? "Your own" : `Your own, ${this.spec.value}`;
  }

  presetChosen() {
    const spec = this.preset.value;
    if (spec === "") {
      const details = this.element.querySelector("details");
      if (details) details.open = true;
      this.spec.focus();
      return;
    }
    const shape = MORE_BOARDS.find((other) => other.spec === spec);
    const preset = this.presets?.find((other) => other.spec === spec);
    this.spec.value = spec;
    this.edges.value = shape?.edges === undefined ? "" : writeEdges(shape.edges);
    if (preset !== undefined) this.rule.value = preset.first;
    this.specTyped();
    this.startFresh();
  }

  startFresh() {
    this.seed.value = freshSeed();
    this.start();
  }

  start() {
    if (this.seed.value.trim() === "") this.seed.value = freshSeed();
    const written = readBoard(this.spec.value, this.edges.value);
    this.onStart({
      board: written.board,
      mines: written.mines,
      first: /** @type {FirstRule} */ (this.rule.value),
      seed: this.seed.value.trim(),
    });
  }
}

/** @param {{ name: string, spec: string }} preset */
function option({ name, spec }) {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return el("option", { value: spec }, `${capital}, ${spec.replace(/^[a-z0-9]+:/, "")}`);
}
