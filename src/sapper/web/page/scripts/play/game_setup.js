/** The form that starts a game: a preset or any board, the rule of the first click, the seed. */

import { field, iconButton, select } from "../controls.js";
import { el } from "../element.js";
import { MORE_BOARDS, readBoard } from "../board_specs.js";
import { BoardFields } from "../shared/board_fields.js";
import { freshSeed } from "./game_session.js";

/** @import { Preset } from "../api_types.js" */
/** @import { BoardRef, FirstRule } from "../types.js" */

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
    this.board = new BoardFields({ required: true }, () => this.specTyped());
    this.rule = select(RULES, "safe");
    this.seed = el("input", { type: "text", inputmode: "numeric", placeholder: "at random" });
    const more = el(
      "details",
      { class: "more" },
      el("summary", {}, "Board, rule and seed"),
      field("Board", this.board.spec, "Such as 16x30/99, hex:10x12/20, box:5x5x5/10, graph:10/2"),
      this.board.edgesField,
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
   * @param {BoardRef} board
   * @param {FirstRule} rule
   * @param {string} seed
   */
  show(spec, board, rule, seed) {
    this.board.show(spec, board);
    this.rule.value = rule;
    this.seed.value = seed;
    this.specTyped();
  }

  specTyped() {
    const { value } = this.board.spec;
    const known = [...this.preset.options].some((option) => option.value === value);
    this.preset.value = known ? value : "";
    this.own.textContent = known ? "Your own" : `Your own, ${value}`;
  }

  presetChosen() {
    const spec = this.preset.value;
    if (spec === "") {
      const details = this.element.querySelector("details");
      if (details) details.open = true;
      this.board.spec.focus();
      return;
    }
    const preset = this.presets?.find((other) => other.spec === spec);
    this.board.show(spec, { spec });
    this.board.fillEdges();
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
    const written = readBoard(this.board.spec.value, this.board.edges.value);
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
