/** A board from afar: one picture of all cells, drawn where they are too small, and its map. */

import { Minimap } from "./minimap.js";
import { Overview } from "./overview.js";

/** @import { Colors } from "./colors.js" */
/** @import { Face } from "./face.js" */
/** @import { Geometry } from "./geometry.js" */

/** Cells below this size, in pixels of the device, are drawn as pixels of one picture. */
const SMALLEST_DRAWN = 7;

/** The part of a board in view, along the side of which less is seen, below which there is a map. */
const MOST_MAPPED = 0.7;

export class FarView {
  /** @param {(x: number, y: number) => void} onGo to a place on the map, in parts of the board */
  constructor(onGo) {
    this.map = new Minimap(onGo);
    /** @type {Overview | null} */
    this.overview = null;
  }

  /** The board, its size or its colours are others. */
  forget() {
    this.overview = null;
  }

  /**
   * Whether cells are too small to be drawn one by one.
   *
   * @param {Geometry} geometry
   * @param {number} cellSize in pixels of the device
   */
  static isFar(geometry, cellSize) {
    return cellSize < SMALLEST_DRAWN && geometry.lines.length === 0;
  }

  /**
   * The picture of a board.
   *
   * @param {Geometry} geometry
   * @param {Colors} colors
   * @param {Face} face
   */
  picture(geometry, colors, face) {
    this.overview ??= new Overview(geometry, colors);
    this.overview.show(face);
    return this.overview;
  }

  /**
   * Draws the map, where the pane shows little of the board.
   *
   * @param {Geometry} geometry
   * @param {Colors} colors
   * @param {Face} face
   * @param {{ left: number, top: number, width: number, height: number }} view in parts of the board
   */
  paintMap(geometry, colors, face, view) {
    const partial = Math.min(view.width, view.height) < MOST_MAPPED;
    if (partial && geometry.lines.length === 0)
      this.map.show(this.picture(geometry, colors, face), view, colors.accent);
    else this.map.hide();
  }
}
