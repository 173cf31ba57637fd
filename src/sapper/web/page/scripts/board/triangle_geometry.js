/** Triangles that point up if row + column is even, and down otherwise. */

import { stepOnRows } from "./lattice_steps.js";
import { ticks } from "./square_geometry.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Geometry, Outline } from "./geometry.js" */

const SIDE = 1.75;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

/** The distance from the middle of the height to the centroid; the text is drawn at the centroid. */
const OFF_CENTER = HEIGHT / 6;

/** @type {Outline} */
const UP = {
  points: [
    [0, -HEIGHT / 2],
    [SIDE / 2, HEIGHT / 2],
    [-SIDE / 2, HEIGHT / 2],
  ],
  textY: OFF_CENTER,
  room: 0.56,
  round: 0.1,
};

/** @type {Outline} */
const DOWN = {
  points: [
    [0, HEIGHT / 2],
    [-SIDE / 2, -HEIGHT / 2],
    [SIDE / 2, -HEIGHT / 2],
  ],
  textY: -OFF_CENTER,
  room: 0.56,
  round: 0.1,
};

/**
 * @param {BoardInfo} board
 * @returns {Geometry}
 */
export function triangleGeometry(board) {
  const [rows, columns] = board.shape;
  const x = new Float64Array(board.size);
  const y = new Float64Array(board.size);
  const variant = new Uint8Array(board.size);
  for (let cell = 0; cell < board.size; cell++) {
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    x[cell] = (SIDE / 2) * (column + 1);
    y[cell] = HEIGHT * (row + 0.5);
    variant[cell] = (row + column) % 2;
  }
  return {
    size: board.size,
    width: (SIDE / 2) * (columns + 1),
    height: HEIGHT * rows,
    x,
    y,
    variant,
    outlines: [UP, DOWN],
    ghosts: [],
    lines: [],
    captions: [],
    ruler: {
      rows: ticks(rows, (row) => HEIGHT * (row + 0.5)),
      columns: ticks(columns, (column) => (SIDE / 2) * (column + 1)),
    },
    showsNeighbors: false,
    step: stepOnRows(rows, columns, false),
  };
}
