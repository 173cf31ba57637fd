/**
 * The dialog for a game of one's own: width, height, mines and shape, or any board as text, with the
 * first-click rule and the seed.
 */

import { field, iconButton, select } from "../controls.js";
import { el } from "../element.js";
import { MORE_BOARDS } from "../board_specs.js";
import { BoardFields } from "../shared/board_fields.js";
import { presetInWords } from "../words/kind_words.js";
import { SHAPES, cellsOf, sizeOf, specOf } from "./board_shapes.js";

/** @import { Preset } from "../api_types.js" */
/** @import { BoardRef } from "../types.js" */

const RULES = /** @type {[string, string][]} */ ([
  ["safe", "First click is safe"],
  ["open", "First click is an opening"],
  ["any", "First click may be a mine"],
]);

/** The value that the dialog returns if a game is to start. */
const STARTED = "started";

/** The longest side of a board in the fields; the text of a board allows more. */
const LONGEST = 1000;

export class CustomGame {
  /**
   * @param {() => void} onStart called when a game of these fields is wanted
   * @param {() => void} onCancel called when the dialog is closed without a game
   */
  constructor(onStart, onCancel) {
    this.preset = el("select", { onchange: () => this.presetChosen() });
    this.shape = select(SHAPES, "", { onchange: () => this.sized() });
    this.width = this.number("Width", 9, LONGEST);
    this.height = this.number("Height", 9, LONGEST);
    this.layers = this.number("Layers", 5, LONGEST);
    this.mines = this.number("Mines", 10, LONGEST * LONGEST);
    this.layersField = field("Layers", this.layers);
    this.density = el("p", { class: "soft" });
    this.board = new BoardFields({ required: true }, () => this.typed());
    this.rule = select(RULES, "safe");
    this.seed = el("input", { type: "text", inputmode: "numeric", placeholder: "random" });
    const more = el(
      "details",
      { class: "more" },
      el("summary", {}, "Any board as text, first click, seed"),
      field(
        "Board",
        this.board.spec,
        "Rows x columns / mines: 16x30/99. Other shapes: hex:10x12/20, box:5x5x5/10, graph:10/2",
      ),
      this.board.edgesField,
      field("First click", this.rule),
      field("Seed", this.seed, "The same seed gives the same game"),
    );
    const form = el(
      "form",
      {
        class: "setup",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.element.close(STARTED);
          onStart();
        },
      },
      el(
        "div",
        { class: "field-row" },
        field("Width", this.width),
        field("Height", this.height),
        this.layersField,
        field("Mines", this.mines),
      ),
      this.density,
      field("Shape", this.shape),
      field("Known boards", this.preset),
      more,
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "submit", class: "button primary" }, "Start this game"),
        iconButton("Cancel", "close", () => this.element.close()),
      ),
    );
    this.element = el(
      "dialog",
      { class: "help custom", "aria-label": "Custom game" },
      el("h1", {}, "Custom game"),
      form,
    );
    this.element.addEventListener("close", () => {
      if (this.element.returnValue !== STARTED) onCancel();
    });
    this.setPresets([]);
  }

  /**
   * @param {string} name
   * @param {number} value
   * @param {number} most
   */
  number(name, value, most) {
    const least = name === "Mines" ? 0 : 1;
    return el("input", {
      type: "number",
      min: least,
      max: most,
      step: 1,
      value,
      required: true,
      oninput: () => this.sized(),
    });
  }

  /** @param {string} seed the seed of the current game */
  open(seed) {
    if (this.element.open) return;
    this.seed.value = "";
    this.seed.placeholder = seed === "" ? "random" : `random; this game has ${seed}`;
    this.element.returnValue = "";
    this.element.showModal();
    this.width.select();
  }

  /** @param {Preset[]} presets */
  setPresets(presets) {
    const plain = presets.filter(({ spec }) => !spec.includes(":"));
    const shapes = [...presets.filter(({ spec }) => spec.includes(":")), ...MORE_BOARDS];
    this.preset.replaceChildren(
      el("option", { value: "" }, "None of these"),
      el("optgroup", { label: "Classic" }, ...plain.map(option)),
      el("optgroup", { label: "Other shapes" }, ...shapes.map(option)),
    );
    this.typed();
  }

  /**
   * Shows a board with its mines.
   *
   * @param {string} spec
   * @param {BoardRef} board
   */
  show(spec, board) {
    this.board.show(spec, board);
    this.typed();
  }

  presetChosen() {
    const spec = this.preset.value;
    if (spec === "") return;
    this.board.show(spec, { spec });
    this.board.fillEdges();
    this.typed();
  }

  /** Writes the board of the fields as text. */
  sized() {
    const spec = specOf(this.shape.value, {
      width: Number(this.width.value),
      height: Number(this.height.value),
      layers: Number(this.layers.value),
    });
    if (spec !== null) this.board.show(`${spec}/${Number(this.mines.value)}`, { spec });
    this.typed();
  }

  /** Shows the board of the text in the fields, if they can express it. */
  typed() {
    const spec = this.board.spec.value.trim().toLowerCase();
    const known = [...this.preset.options].some((each) => each.value === spec);
    this.preset.value = known ? spec : "";
    const size = sizeOf(spec);
    this.shape.value = size?.shape ?? "other";
    this.layersField.hidden = size?.layers === undefined;
    for (const input of [this.width, this.height]) input.disabled = size === null;
    this.density.textContent = "";
    if (size === null) return;
    this.width.value = String(size.width);
    this.height.value = String(size.height);
    if (size.layers !== undefined) this.layers.value = String(size.layers);
    if (size.mines === null) return;
    this.mines.value = String(size.mines);
    const cells = cellsOf(size);
    const share = ((100 * size.mines) / cells).toFixed(1);
    this.density.textContent = `${cells.toLocaleString("en")} cells, ${share} % of them mines.`;
  }
}

/** @param {{ name: string, spec: string }} preset */
function option(preset) {
  return el("option", { value: preset.spec }, presetInWords(preset));
}
