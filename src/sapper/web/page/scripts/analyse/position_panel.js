/** The form of a position: board, mines or density, mines per cell, examples. */

import { field, iconButton, segments, chooseSegment } from "../controls.js";
import { el } from "../element.js";
import { MORE_BOARDS, boardText } from "../board_specs.js";
import { BoardFields } from "../shared/board_fields.js";
import { EXAMPLES } from "./examples.js";
import { readMines } from "./possible_mines.js";

/** @import { PositionEditor } from "./position_editor.js" */

/**
 * @typedef {object} PositionHandlers
 * @property {(spec: string, edges: string) => void} board
 * @property {(mines: number | string | null, density: number | null, most: number) => void} mines
 * @property {(text: string) => void} text
 */

/** @typedef {"count" | "density"} MinesBy */

const BOARDS = [
  "9x9/10",
  "16x16/40",
  "16x30/99",
  "hex:8x10/14",
  "tri:8x15/16",
  "torus:9x9/12",
  "box:4x4x4/7",
];

export class PositionPanel {
  /** @param {PositionHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.board = new BoardFields({ list: "boards" }, () => this.specTyped());
    this.mines = el("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: false,
      title: "A number, a range such as 8-12, or a distribution such as 8:0.2,9:0.5,10:0.3",
      oninput: () => this.minesTyped(),
    });
    this.density = el("input", {
      type: "number",
      min: 0,
      max: 1,
      step: "any",
      oninput: () => this.minesTyped(),
    });
    this.most = el("input", {
      type: "number",
      min: 1,
      max: 99,
      value: 1,
      oninput: () => this.minesTyped(),
    });
    /** @type {MinesBy} */
    this.by = "count";
    this.bySegments = segments(
      "Set mines by",
      /** @type {[MinesBy, string][]} */ ([
        ["count", "Count"],
        ["density", "Density"],
      ]),
      this.by,
      (by) => {
        this.setBy(by);
        this.minesTyped();
      },
    );
    this.minesField = field("Mines", this.mines);
    this.densityField = field("Density", this.density);
    this.example = el(
      "select",
      { onchange: () => this.exampleChosen() },
      el("option", { value: "" }, "Choose an example"),
      ...EXAMPLES.map(({ name, text }) => el("option", { value: text }, name)),
    );
    this.element = el(
      "form",
      {
        class: "position-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          handlers.board(this.board.spec.value, this.board.edges.value);
        },
      },
      el(
        "datalist",
        { id: "boards" },
        ...[...BOARDS, ...MORE_BOARDS.map(({ spec }) => spec)].map((value) =>
          el("option", { value }),
        ),
      ),
      el(
        "div",
        { class: "setup-line" },
        field("Board", this.board.spec),
        iconButton("New board", "new", () => this.element.requestSubmit()),
      ),
      this.board.edgesField,
      el(
        "div",
        { class: "field-row" },
        el(
          "div",
          { class: "field field-fixed" },
          el("span", { class: "field-label" }, "Set mines by"),
          this.bySegments,
        ),
        this.minesField,
        this.densityField,
        field("Max mines per cell", this.most),
      ),
      field("Example", this.example),
    );
    this.setBy("count");
  }

  /** @param {PositionEditor} editor */
  show(editor) {
    const { ref } = editor;
    this.board.show(boardText(ref), ref);
    this.setBy(editor.density === null ? "count" : "density");
    setUnlessTyped(this.mines, editor.mines);
    setUnlessTyped(this.density, editor.density);
    setUnlessTyped(this.most, editor.maxPerCell);
    this.specTyped();
  }

  specTyped() {
    if (this.board.edges.value === "") this.board.fillEdges();
  }

  /** @param {MinesBy} by */
  setBy(by) {
    this.by = by;
    chooseSegment(this.bySegments, by);
    this.minesField.hidden = by !== "count";
    this.densityField.hidden = by !== "density";
    if (by === "density" && this.density.value === "") this.density.value = "0.2";
  }

  minesTyped() {
    const mines = readMines(this.mines.value);
    const density = this.by === "density" ? Number(this.density.value) : null;
    this.handlers.mines(mines, density, Math.max(1, Math.floor(Number(this.most.value) || 1)));
  }

  exampleChosen() {
    if (this.example.value !== "") this.handlers.text(this.example.value);
    this.example.value = "";
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {number | string | null} value
 */
function setUnlessTyped(input, value) {
  if (document.activeElement !== input) input.value = value === null ? "" : String(value);
}
