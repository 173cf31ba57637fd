/** The input fields of a board: its spec and, for a graph, its edges, which a spec cannot contain. */

import { MORE_BOARDS, writeEdges } from "../board_specs.js";
import { field } from "../controls.js";
import { el } from "../element.js";

/** @import { Attributes } from "../element.js" */
/** @import { BoardRef } from "../types.js" */

export class BoardFields {
  /**
   * @param {Attributes} attributes of the field of the spec
   * @param {() => void} onTyped
   */
  constructor(attributes, onTyped) {
    this.spec = el("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => {
        this.showEdges();
        onTyped();
      },
      ...attributes,
    });
    this.edges = el("textarea", { rows: 3, spellcheck: "false", placeholder: "0-1 1-2 2-0" });
    this.edgesField = field(
      "Edges",
      this.edges,
      "Pairs of nodes, numbered from 0, for example 0-1 1-2",
    );
    this.showEdges();
  }

  /**
   * @param {string} spec
   * @param {BoardRef} board
   */
  show(spec, board) {
    this.spec.value = spec;
    this.edges.value = "spec" in board ? "" : writeEdges(board.edges);
    this.showEdges();
  }

  /** Fills in the edges if the spec is that of a graph among the presets. */
  fillEdges() {
    const known = MORE_BOARDS.find((other) => other.spec === this.spec.value);
    if (known?.edges !== undefined) this.edges.value = writeEdges(known.edges);
    this.showEdges();
  }

  showEdges() {
    this.edgesField.hidden = !this.spec.value.trim().toLowerCase().startsWith("graph");
  }
}
