/** Square boards, and tori, which show a copy of the opposite side beyond each edge. */

import { stepOnRows } from "./lattice_steps.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Geometry, Ghost, Outline, Tick } from "./geometry.js" */

/** @type {Outline} */
export const SQUARE = {
  points: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ],
  textY: 0,
  room: 0.62,
  round: 0.12,
};

/**
 * @param {BoardInfo} board
 * @returns {Geometry}
 */
export function squareGeometry(board) {
  const [rows, columns] = board.shape;
  return squares(board, rows, columns, 0);
}

/** The width of the copied strip beyond an edge of a torus, in cells. */
const BEYOND = 1;

/**
 * @param {BoardInfo} board
 * @returns {Geometry}
 */
export function torusGeometry(board) {
  const [rows, columns] = board.shape;
  const geometry = squares(board, rows, columns, BEYOND);
  geometry.ghosts = wrappedRing(rows, columns);
  geometry.step = stepOnRows(rows, columns, true);
  return geometry;
}

/**
 * @param {BoardInfo} board
 * @param {number} rows
 * @param {number} columns
 * @param {number} margin
 * @returns {Geometry}
 */
function squares(board, rows, columns, margin) {
  const x = new Float64Array(board.size);
  const y = new Float64Array(board.size);
  for (let cell = 0; cell < board.size; cell++) {
    x[cell] = margin + (cell % columns) + 0.5;
    y[cell] = margin + Math.floor(cell / columns) + 0.5;
  }
  return {
    size: board.size,
    width: columns + 2 * margin,
    height: rows + 2 * margin,
    x,
    y,
    variant: new Uint8Array(board.size),
    outlines: [SQUARE],
    ghosts: [],
    lines: [],
    captions: [],
    ruler: {
      rows: ticks(rows, (row) => margin + row + 0.5),
      columns: ticks(columns, (column) => margin + column + 0.5),
    },
    showsNeighbors: !neighborsTouch(board, rows, columns),
    step: stepOnRows(rows, columns, false),
  };
}

/** Cells that are checked: all cells of smaller boards, else this many at the start and in the middle. */
const MOST_TRIED = 2000;

/**
 * Whether the neighbours of every cell are exactly the squares that touch it.
 *
 * @param {BoardInfo} board
 * @param {number} rows
 * @param {number} columns
 */
function neighborsTouch({ neighbors, wraps, size }, rows, columns) {
  const half = Math.min(size, MOST_TRIED) / 2;
  const tried = [0, Math.max(0, Math.floor(size / 2 - half))].flatMap((first) =>
    Array.from({ length: Math.min(size, MOST_TRIED) }, (_, step) => first + step),
  );
  return tried.every((cell) => {
    const near = neighbors[cell];
    const touching = touchingSquares(cell, rows, columns, wraps);
    return near.length === touching.size && near.every((other) => touching.has(other));
  });
}

/**
 * @param {number} cell
 * @param {number} rows
 * @param {number} columns
 * @param {boolean} wraps
 * @returns {Set<number>}
 */
function touchingSquares(cell, rows, columns, wraps) {
  const touching = new Set();
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      let row = Math.floor(cell / columns) + down;
      let column = (cell % columns) + right;
      if (wraps) {
        row = (row + rows) % rows;
        column = (column + columns) % columns;
      }
      const inside = row >= 0 && row < rows && column >= 0 && column < columns;
      if (inside) touching.add(row * columns + column);
    }
  }
  touching.delete(cell);
  return touching;
}

/**
 * @param {number} count
 * @param {(index: number) => number} place
 * @returns {Tick[]}
 */
export function ticks(count, place) {
  return Array.from({ length: count }, (_, index) => ({ at: place(index), text: String(index) }));
}

/**
 * @param {number} rows
 * @param {number} columns
 * @returns {Ghost[]}
 */
function wrappedRing(rows, columns) {
  /** @type {Ghost[]} */
  const ring = [];
  for (let row = -1; row <= rows; row++) {
    for (let column = -1; column <= columns; column++) {
      if (row >= 0 && row < rows && column >= 0 && column < columns) continue;
      const cell = ((row + rows) % rows) * columns + ((column + columns) % columns);
      ring.push({ cell, x: BEYOND + column + 0.5, y: BEYOND + row + 0.5 });
    }
  }
  return ring;
}
