/** Movement by arrow keys: by row and column on lattices, by direction in the plane on other boards. */

/** @import { Direction } from "./geometry.js" */

/** @type {Record<Direction, [number, number]>} */
const ROW_AND_COLUMN = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/**
 * @param {number} rows
 * @param {number} columns
 * @param {boolean} wraps
 * @returns {(cell: number, direction: Direction) => number}
 */
export function stepOnRows(rows, columns, wraps) {
  return (cell, direction) => {
    const [down, right] = ROW_AND_COLUMN[direction];
    let row = Math.floor(cell / columns) + down;
    let column = (cell % columns) + right;
    if (wraps) {
      row = (row + rows) % rows;
      column = (column + columns) % columns;
    }
    const outside = row < 0 || row >= rows || column < 0 || column >= columns;
    return outside ? cell : row * columns + column;
  };
}

/** The weight of a sideways distance relative to the distance ahead. */
const SIDEWAYS = 2.5;

/**
 * @param {Float64Array} x
 * @param {Float64Array} y
 * @returns {(cell: number, direction: Direction) => number}
 */
export function stepInPlane(x, y) {
  return (cell, direction) => {
    const [down, right] = ROW_AND_COLUMN[direction];
    let nearest = cell;
    let least = Infinity;
    for (let other = 0; other < x.length; other++) {
      const across = x[other] - x[cell];
      const along = y[other] - y[cell];
      const ahead = across * right + along * down;
      if (ahead < 0.05) continue;
      const aside = Math.abs(across * down) + Math.abs(along * right);
      const cost = ahead + SIDEWAYS * aside;
      if (cost < least) {
        least = cost;
        nearest = other;
      }
    }
    return nearest;
  };
}
