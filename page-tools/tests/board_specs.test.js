import assert from "node:assert/strict";
import test from "node:test";

import {
  bareBoard,
  boardFromParams,
  boardParams,
  boardText,
  petersen,
  readBoard,
  readEdges,
  readSwept,
  writeEdges,
} from "../../src/sapper/web/page/scripts/board_specs.js";

const TRIANGLE = { edges: [[0, 1], [1, 2], [2, 0]], nodes: 3 }; // prettier-ignore

test("only the mines of a spec are parsed", () => {
  assert.deepEqual(readBoard(" 16x30/99 ", ""), { board: { spec: "16x30/99" }, mines: 99 });
  assert.deepEqual(readBoard("hex:4x5", ""), { board: { spec: "hex:4x5" }, mines: null });
  assert.equal(readBoard("9x9/many", "").mines, null);
});

test("a graph is described by its edges", () => {
  assert.deepEqual(readBoard("graph:3/1", "0-1 1-2, 2 - 0"), { board: TRIANGLE, mines: 1 });
  assert.equal(readBoard("graph:5", "0-1").board.nodes, 5);
  assert.equal(readBoard("graph", "0-7").board.nodes, 8);
  assert.deepEqual(readEdges(writeEdges(TRIANGLE.edges)), TRIANGLE.edges);
  assert.equal(boardText(TRIANGLE), "graph:3");
});

test("boards are written to and read from an address", () => {
  for (const board of [{ spec: "torus:9x9" }, TRIANGLE]) {
    assert.deepEqual(boardFromParams(new URLSearchParams(boardParams(board))), board);
  }
  assert.equal(boardFromParams(new URLSearchParams("")), null);
});

test("a bare board has no mines", () => {
  assert.deepEqual(bareBoard({ spec: "9x9" }, { spec: "beginner" }), { spec: "9x9" });
  assert.equal(bareBoard({ spec: "graph:3" }, TRIANGLE), TRIANGLE);
});

test("every node of the Petersen graph has three neighbours", () => {
  const degree = new Map();
  for (const node of petersen(5, 2).flat()) degree.set(node, (degree.get(node) ?? 0) + 1);
  assert.deepEqual([...degree.values()], new Array(10).fill(3));
});

test("a sweep takes specs, graphs of the store, and graphs with their edges", () => {
  assert.equal(readSwept("hexwrap:8x8", "0-1"), "hexwrap:8x8");
  assert.equal(readSwept("graph:ring", " "), "graph:ring");
  const ring = readSwept("Graph:ring", "0-1 1-2 2-0");
  assert.deepEqual(ring, { ...TRIANGLE, name: "ring" });
  assert.equal(readSwept("graph:5", "0-1").name, null);
  assert.equal(readSwept("graph:5", "0-1").nodes, 5);
});
