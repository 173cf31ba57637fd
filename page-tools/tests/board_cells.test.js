import assert from "node:assert/strict";
import test from "node:test";

import { coordinatesOf, withAllCells } from "../../src/sapper/web/page/scripts/board_cells.js";

const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));
const steps = [around.filter(([down, right]) => down !== 0 || right !== 0)];

/** @param {object} more */
function board(more) {
  const plain = { shape: [3, 4], size: 12, neighbors: [], coordinates: [], steps, phase: [0, 0] };
  return withAllCells(/** @type {any} */ ({ wraps: false, ...plain, ...more }));
}

test("neighbours are computed from the offsets", () => {
  const { neighbors, coordinates } = board({});
  assert.deepEqual(neighbors[0], [1, 4, 5]);
  assert.deepEqual(neighbors[5], [0, 1, 2, 4, 6, 8, 9, 10]);
  assert.deepEqual(coordinates[7], [1, 3]);
  assert.equal(neighbors.length, 12);
  assert.equal(neighbors[12], undefined);
});

test("a torus wraps around and lists each neighbour once", () => {
  assert.deepEqual(board({ wraps: true }).neighbors[0], [1, 3, 4, 5, 7, 8, 9, 11]);
  const narrow = board({ wraps: true, shape: [2, 2], size: 4 });
  assert.deepEqual(narrow.neighbors[0], [1, 2, 3]);
});

test("the offsets may depend on the place", () => {
  const hexagons = [
    [
      [-1, -1],
      [-1, 0],
    ],
    [
      [-1, 0],
      [-1, 1],
    ],
  ];
  const { neighbors } = board({ steps: hexagons, phase: [1, 0] });
  assert.deepEqual(neighbors[5], [1, 2]);
  assert.deepEqual(neighbors[9], [4, 5]);
});

test("a board with all its cells is returned unchanged", () => {
  const complete = { neighbors: [[1], [0]], coordinates: [[0], [1]], size: 2 };
  assert.equal(withAllCells(/** @type {any} */ (complete)), complete);
});

test("coordinates are row-major in any number of dimensions", () => {
  assert.deepEqual(coordinatesOf([2, 3, 4], 23), [1, 2, 3]);
  assert.deepEqual(coordinatesOf([1000, 1000], 500500), [500, 500]);
});
