/**
 * Neighbours and coordinates of large boards, for which the server does not list them. They follow
 * from the shape of the board and from the offsets to its neighbours, and are computed on access, so
 * that a board of a million cells takes no memory.
 */

/** @import { BoardInfo } from "./api_types.js" */

/**
 * Returns a board with neighbours and coordinates for every cell, even if the server omitted them.
 *
 * @param {BoardInfo} board
 * @returns {BoardInfo}
 */
export function withAllCells(board) {
  if (board.neighbors.length === board.size) return board;
  return {
    ...board,
    neighbors: lazyRows(board.size, (cell) => neighborsOf(board, cell)),
    coordinates: lazyRows(board.size, (cell) => coordinatesOf(board.shape, cell)),
  };
}

/**
 * The neighbours of a cell, in increasing order.
 *
 * @param {BoardInfo} board
 * @param {number} cell
 * @returns {number[]}
 */
export function neighborsOf({ shape, steps, phase, wraps }, cell) {
  const at = coordinatesOf(shape, cell);
  const chosen = at.reduce((sum, along, axis) => sum + along * phase[axis], 0) % steps.length;
  /** @type {Set<number>} */
  const found = new Set();
  for (const step of steps[chosen]) {
    let place = 0;
    const inside = shape.every((length, axis) => {
      const along = at[axis] + step[axis];
      const wrapped = wraps ? (along + length) % length : along;
      place = place * length + wrapped;
      return wrapped >= 0 && wrapped < length;
    });
    if (inside && place !== cell) found.add(place);
  }
  return [...found].sort((one, other) => one - other);
}

/**
 * @param {number[]} shape
 * @param {number} cell
 * @returns {number[]}
 */
export function coordinatesOf(shape, cell) {
  let rest = cell;
  return shape
    .map((_, axis) => {
      const length = shape[shape.length - 1 - axis];
      const along = rest % length;
      rest = Math.floor(rest / length);
      return along;
    })
    .reverse();
}

/**
 * An array-like proxy whose rows are computed when they are read.
 *
 * @param {number} length
 * @param {(index: number) => number[]} row
 * @returns {number[][]}
 */
function lazyRows(length, row) {
  return new Proxy(/** @type {number[][]} */ ([]), {
    get(target, name, receiver) {
      if (name === "length") return length;
      const index = typeof name === "string" ? Number(name) : NaN;
      if (!Number.isInteger(index)) return Reflect.get(target, name, receiver);
      return index >= 0 && index < length ? row(index) : undefined;
    },
  });
}
