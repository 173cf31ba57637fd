/** The form that starts a game: a preset or a custom board, the first-click rule, the seed. */

import { field, iconButton, select } from "../controls.js";
import { el } from "../element.js";
import { MORE_BOARDS, boardText, readBoard } from "../board_specs.js";
import { presetInWords } from "../words/kind_words.js";
import { BoardFields } from "../shared/board_fields.js";
import { freshSeed } from "./game_session.js";
import { LEVELS } from "./play_settings.js";

/** @import { Preset } from "../api_types.js" */
/** @import { BoardRef, FirstRule, Level } from "../types.js" */
/** @import { GameSetup } from "./game_session.js" */
/** @import { PlaySettings } from "./play_settings.js" */

/**
 * @typedef {object} WantedGame
 * @property {BoardRef} board
 * @property {number | null} mines null for those of the spec
 * @property {FirstRule} first
 * @property {boolean} yields whether another rule may replace one that needs more room than the board has
 * @property {Level | null} noGuess
 * @property {string} seed
 */

const RULES = /** @type {[string, string][]} */ ([
  ["safe", "First click is safe"],
  ["open", "First click is an opening"],
  ["any", "First click may be a mine"],
]);

const GUESSING = /** @type {[string, string][]} */ ([
  ["", "Normal (may need guessing)"],
  ["engine", "No-guess: hard"],
  ["subtraction", "No-guess: medium"],
  ["single", "No-guess: easy"],
]);

export class GameSetupForm {
  /** @param {(wanted: WantedGame) => Promise<void>} onStart */
  constructor(onStart) {
    this.onStart = onStart;
    this.guessing = select(GUESSING, "", { onchange: () => this.guessingChosen() });
    this.preset = el("select", { onchange: () => this.presetChosen() });
    this.own = el("option", { value: "" }, "Custom");
    this.board = new BoardFields({ required: true }, () => this.specTyped());
    this.rule = select(RULES, "safe");
    this.seed = el("input", { type: "text", inputmode: "numeric", placeholder: "random" });
    const more = el(
      "details",
      { class: "more" },
      el("summary", {}, "Custom board, first click, seed"),
      field(
        "Board",
        this.board.spec,
        "Rows x columns / mines: 16x30/99. Other shapes: hex:10x12/20, box:5x5x5/10, graph:10/2",
      ),
      this.board.edgesField,
      field("First click", this.rule),
      field("Seed", this.seed, "The same seed gives the same game"),
      el("button", { type: "submit", class: "button" }, "Start this game"),
    );
    this.element = el(
      "form",
      {
        class: "setup",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.start();
        },
      },
      el(
        "div",
        { class: "setup-line" },
        field("Preset", this.preset),
        iconButton("New game", "new", () => void this.startFresh(), { class: "button primary" }),
      ),
      field("Guessing", this.guessing),
      more,
    );
    this.setPresets([]);
  }

  /** @param {Preset[]} presets */
  setPresets(presets) {
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
   * Shows a game, such as that of a link.
   *
   * @param {GameSetup} setup
   */
  show({ board, mines, first, noGuess, seed }) {
    this.board.show(`${boardText(board)}/${mines}`, board);
    this.rule.value = first;
    this.guessing.value = noGuess ?? "";
    this.rule.disabled = noGuess !== null;
    this.seed.value = seed;
    this.specTyped();
  }

  /**
   * Restores the settings of the last game on this device.
   *
   * @param {PlaySettings} settings
   */
  take({ spec, edges, first, noGuess }) {
    this.board.show(spec, { spec });
    this.board.edges.value = edges;
    this.rule.value = first;
    this.guessing.value = noGuess ?? "";
    this.rule.disabled = noGuess !== null;
    this.specTyped();
  }

  specTyped() {
    const { value } = this.board.spec;
    const known = [...this.preset.options].some((option) => option.value === value);
    this.preset.value = known ? value : "";
    this.own.textContent = known ? "Custom" : `Custom, ${value}`;
  }

  presetChosen() {
    const spec = this.preset.value;
    if (spec === "") {
      const details = this.element.querySelector("details");
      if (details) details.open = true;
      this.board.spec.focus();
      return;
    }
    this.board.show(spec, { spec });
    this.board.fillEdges();
    this.specTyped();
    void this.startFresh();
  }

  guessingChosen() {
    this.rule.disabled = this.guessing.value !== "";
    void this.startFresh();
  }

  async startFresh() {
    this.seed.value = freshSeed();
    await this.start(true);
  }

  /** @param {boolean} [yields] */
  async start(yields = false) {
    if (this.seed.value.trim() === "") this.seed.value = freshSeed();
    const written = readBoard(this.board.spec.value, this.board.edges.value);
    await this.onStart({
      board: written.board,
      mines: written.mines,
      first: /** @type {FirstRule} */ (this.rule.value),
      yields,
      noGuess: LEVELS.find((level) => level === this.guessing.value) ?? null,
      seed: this.seed.value.trim(),
    });
  }
}

/** @param {{ name: string, spec: string }} preset */
function option(preset) {
  return el("option", { value: preset.spec }, presetInWords(preset));
}
