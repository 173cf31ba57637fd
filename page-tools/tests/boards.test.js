import assert from "node:assert/strict";
import test from "node:test";

import { cellAt, chancesOf } from "../../src/sapper/web/page/scripts/board/face.js";
import { geometryOf } from "../../src/sapper/web/page/scripts/board/geometry.js";

/** A square board whose neighbours are given by offsets. */
function squares(shape, steps, more = {}) {
  const [rows, columns] = shape;
  const size = rows * columns;
  const neighbors = Array.from({ length: size }, (_, cell) =>
    steps.flatMap(([down, right]) => {
      const [row, column] = [Math.floor(cell / columns) + down, (cell % columns) + right];
      const inside = row >= 0 && row < rows && column >= 0 && column < columns;
      return inside ? [row * columns + column] : [];
    }),
  );
  return { kind: "new", tiling: "squares", wraps: false, shape, size, neighbors, ...more };
}

const KING = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));
const AROUND = KING.filter(([down, right]) => down !== 0 || right !== 0);
const ROOK = [[-1, 0], [0, -1], [0, 1], [1, 0]]; // prettier-ignore

test("coordinates become indices", () => {
  assert.equal(cellAt([16, 30], [2, 5]), 65);
  assert.equal(cellAt([3, 4, 5], [1, 2, 3]), 33);
  assert.equal(cellAt([7], [6]), 6);
});

test("an analysis is indexed by cell", () => {
  const entry = { mine_probability: 0.5, exact: "1/2", zero_probability: null, information: 1 };
  const analysis = {
    safe: [[0, 1]],
    mines: [[1, 0]],
    best: [0, 1],
    cells: [{ ...entry, cell: [1, 1], index: 3 }],
  };
  const chances = chancesOf(analysis, { shape: [2, 2], size: 4 });
  assert.deepEqual([chances.safe, chances.mines, chances.best], [new Set([1]), new Set([2]), 1]);
  assert.deepEqual([chances.mine[3], chances.exact[3], chances.information[3]], [0.5, "1/2", 1]);
  assert.ok(Number.isNaN(chances.mine[0]) && Number.isNaN(chances.zero[3]));
});

test("an unknown kind of board is drawn by its tiling", () => {
  assert.equal(geometryOf(squares([3, 4], AROUND)).width, 4);
  assert.ok(geometryOf(squares([3, 4], AROUND, { wraps: true })).ghosts.length > 0);
  assert.equal(geometryOf(squares([3, 4], AROUND, { tiling: "hexagons" })).outlines[0].points.length, 6); // prettier-ignore
  assert.equal(geometryOf(squares([3, 4], AROUND, { tiling: "triangles" })).outlines[0].points.length, 3); // prettier-ignore
});

test("neighbours are highlighted unless they are exactly the touching squares", () => {
  assert.equal(geometryOf(squares([3, 4], AROUND)).showsNeighbors, false);
  assert.equal(geometryOf(squares([3, 4], ROOK)).showsNeighbors, true);
});
