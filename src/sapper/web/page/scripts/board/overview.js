/**
 * An image of a board with one pixel per cell: the look of a large board zoomed out, and its minimap.
 * A change of the face costs one pass over all cells, a few milliseconds for a million; a frame costs
 * one copy of an image.
 */

/** @import { Colors } from "./colors.js" */
/** @import { Face } from "./face.js" */
/** @import { Geometry } from "./geometry.js" */

const COVERED = 1;
const FLAGGED = 2;
const MINE = 3;
const LOST = 4;
const OPEN = 5;

export class Overview {
  /**
   * @param {Geometry} geometry
   * @param {Colors} colors
   */
  constructor(geometry, colors) {
    this.geometry = geometry;
    this.canvas = document.createElement("canvas");
    this.canvas.width = Math.max(1, Math.ceil(geometry.width));
    this.canvas.height = Math.max(1, Math.ceil(geometry.height));
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.picture = this.context.createImageData(this.canvas.width, this.canvas.height);
    this.pixels = new Uint32Array(this.picture.data.buffer);
    this.codes = new Uint8Array(geometry.size);
    this.palette = palette(colors);
    /** @type {Face | null} */
    this.shown = null;
  }

  /**
   * Updates the pixels that have changed.
   *
   * @param {Face} face
   */
  show(face) {
    if (face === this.shown) return;
    this.shown = face;
    const { codes, geometry } = this;
    let [top, bottom] = [this.canvas.height, -1];
    for (let cell = 0; cell < codes.length; cell++) {
      const code = codeOf(face, cell);
      if (code === codes[cell]) continue;
      codes[cell] = code;
      const row = Math.floor(geometry.y[cell]);
      this.pixels[row * this.canvas.width + Math.floor(geometry.x[cell])] = this.palette[code];
      if (row < top) top = row;
      if (row > bottom) bottom = row;
    }
    if (bottom < top) return;
    const { width } = this.canvas;
    this.context.putImageData(this.picture, 0, 0, 0, top, width, bottom - top + 1);
  }
}

/**
 * @param {Face} face
 * @param {number} cell
 */
function codeOf(face, cell) {
  const clue = face.clues[cell];
  if (clue !== null) return OPEN + Math.max(0, Math.min(clue, 8));
  if (face.exploded === cell) return LOST;
  if (face.flags.size > 0 && face.flags.has(cell)) return FLAGGED;
  return face.layout !== null && face.layout[cell] > 0 ? MINE : COVERED;
}

/** @param {Colors} colors */
function palette(colors) {
  const found = new Uint32Array(OPEN + 9);
  const paint = (/** @type {number} */ code, /** @type {string} */ color) => {
    const [red, green, blue] = (color.match(/\d+/g) ?? []).map(Number);
    found[code] = new Uint32Array(new Uint8ClampedArray([red, green, blue, 255]).buffer)[0];
  };
  paint(COVERED, colors.tile);
  paint(FLAGGED, colors.flag);
  paint(MINE, colors.mine);
  paint(LOST, colors.lost);
  paint(OPEN, colors.open);
  for (let clue = 1; clue <= 8; clue++) paint(OPEN + clue, colors[`clue-${clue}`]);
  return found;
}
