/** A board zoomed far out: one image of all cells, drawn if cells are too small, and the minimap. */

import { Minimap } from "./minimap.js";
import { Overview } from "./overview.js";

/** @import { Colors } from "./colors.js" */
/** @import { Face } from "./face.js" */
/** @import { Geometry } from "./geometry.js" */

/** Cells smaller than this, in device pixels, are drawn as pixels of one image. */
const SMALLEST_DRAWN = 7;

/** The minimap is shown if less than this fraction of the width or height is visible. */
const MOST_MAPPED = 0.7;

export class FarView {
  /** @param {(x: number, y: number) => void} onGo scrolls to a place, as fractions of the board */
  constructor(onGo) {
    this.map = new Minimap(onGo);
    /** @type {Overview | null} */
    this.overview = null;
  }

  /** Discards the image after a change of the board, its size or its colours. */
  forget() {
    this.overview = null;
  }

  /**
   * Whether cells are too small to be drawn individually.
   *
   * @param {Geometry} geometry
   * @param {number} cellSize in device pixels
   */
  static isFar(geometry, cellSize) {
    return cellSize < SMALLEST_DRAWN && geometry.lines.length === 0;
  }

  /**
   * The image of a board.
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
   * Draws the minimap if the pane shows little of the board.
   *
   * @param {Geometry} geometry
   * @param {Colors} colors
   * @param {Face} face
   * @param {{ left: number, top: number, width: number, height: number }} view the visible part, as fractions of the board
   */
  paintMap(geometry, colors, face, view) {
    const partial = Math.min(view.width, view.height) < MOST_MAPPED;
    if (partial && geometry.lines.length === 0)
      this.map.show(this.picture(geometry, colors, face), view, colors.accent);
    else this.map.hide();
  }
}
