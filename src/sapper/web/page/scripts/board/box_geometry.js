/**
 * Boxes of any number of dimensions, drawn as layers: the last two dimensions are rows and columns of
 * a layer, the third-last one runs from left to right, and the others make rows of layers.
 */

import { stepInPlane, stepOnRows } from "./lattice_steps.js";
import { SQUARE } from "./square_geometry.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Caption, Geometry } from "./geometry.js" */

const GAP = 0.8;
const CAPTION = 0.8;
/** The preferred ratio of width to height of all layers together. */
const ASPECT = 1.5;

/**
 * @param {BoardInfo} board
 * @returns {Geometry}
 */
export function boxGeometry(board) {
  const shape = board.shape.length > 1 ? board.shape : [1, ...board.shape];
  const [rows, columns] = shape.slice(-2);
  const leading = shape.slice(0, -2);
  const layers = leading.reduce((product, length) => product * length, 1);
  const abreast = layersAbreast(leading, layers, rows, columns);
  const above = leading.length > 0 ? CAPTION : 0;
  const x = new Float64Array(board.size);
  const y = new Float64Array(board.size);
  for (let cell = 0; cell < board.size; cell++) {
    const layer = Math.floor(cell / (rows * columns));
    const within = cell % (rows * columns);
    x[cell] = (layer % abreast) * (columns + GAP) + (within % columns) + 0.5;
    y[cell] =
      Math.floor(layer / abreast) * (rows + above + GAP / 2) +
      above +
      Math.floor(within / columns) +
      0.5;
  }
  const down = Math.ceil(layers / abreast);
  return {
    size: board.size,
    width: abreast * (columns + GAP) - GAP,
    height: down * (rows + above + GAP / 2) - GAP / 2,
    x,
    y,
    variant: new Uint8Array(board.size),
    outlines: [SQUARE],
    ghosts: [],
    lines: [],
    captions: leading.length > 0 ? captions(leading, rows, columns, x, y) : [],
    ruler: null,
    showsNeighbors: leading.length > 0,
    step: leading.length > 0 ? stepInPlane(x, y) : stepOnRows(rows, columns, false),
  };
}

/**
 * Layers per row: the length of the third-last dimension if there are four or more dimensions, else as
 * many as give about the preferred ratio.
 *
 * @param {number[]} leading
 * @param {number} layers
 * @param {number} rows
 * @param {number} columns
 */
function layersAbreast(leading, layers, rows, columns) {
  if (leading.length > 1) return leading[leading.length - 1];
  return Math.min(layers, Math.ceil(Math.sqrt((layers * ASPECT * rows) / columns)));
}

/**
 * @param {number[]} leading
 * @param {number} rows
 * @param {number} columns
 * @param {Float64Array} x
 * @param {Float64Array} y
 * @returns {Caption[]}
 */
function captions(leading, rows, columns, x, y) {
  /** @type {Caption[]} */
  const made = [];
  const layers = x.length / (rows * columns);
  for (let layer = 0; layer < layers; layer++) {
    const first = layer * rows * columns;
    const place = [];
    let rest = layer;
    for (const length of [...leading].reverse()) {
      place.unshift(rest % length);
      rest = Math.floor(rest / length);
    }
    made.push({ x: x[first] - 0.5, y: y[first] - 0.5 - CAPTION / 2, text: place.join(", ") });
  }
  return made;
}
