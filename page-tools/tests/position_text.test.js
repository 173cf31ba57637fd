import assert from "node:assert/strict";
import test from "node:test";

import { PositionEditor } from "../../src/sapper/web/page/scripts/analyse/position_editor.js";
import {
  readPosition,
  symbolsInWords,
  writePosition,
} from "../../src/sapper/web/page/scripts/analyse/position_text.js";

const BOARD = { spec: "1x3", shape: [1, 3], size: 3, mines: null, neighbors: [[1], [0, 2], [1]] };
const PARSED = {
  board: { spec: "1x3" },
  clues: [1, null, null],
  flags: [2],
  mines: null,
  symbols: { "#": "covered" },
};

/** Mocks the server and returns the list of requests. */
function serve(t, answers) {
  const asked = [];
  t.mock.method(globalThis, "fetch", async (path, init) => {
    asked.push([path, init.body === undefined ? null : JSON.parse(init.body)]);
    return new Response(JSON.stringify(answers[path]));
  });
  return asked;
}

test("a text becomes a position that keeps the mines and the undo history", async (t) => {
  const asked = serve(t, { "api/parse": PARSED, "api/boards/1x3?analysed=true": BOARD });
  const before = new PositionEditor(BOARD, { spec: "1x3" });
  before.mines = 2;
  const editor = await readPosition("1#F", before);
  assert.deepEqual(asked[0], ["api/parse", { text: "1#F", mines: null, max_per_cell: 1 }]);
  assert.deepEqual([editor.clues, [...editor.flags], editor.mines], [[1, null, null], [2], 2]);
  assert.ok(editor.undo());
  assert.deepEqual(editor.clues, [null, null, null]);
});

test("the unusual symbols of a text are put in words", () => {
  assert.equal(symbolsInWords({}), "");
  assert.equal(symbolsInWords({ "#": "covered", "?": "unread", 3: "3", ".": "zero" }), "");
  assert.equal(
    symbolsInWords({ "■": "covered", " ": "zero", 1: "1" }),
    "Read ■ as covered, an empty field as zero.",
  );
});

test("the wheel passes every clue, a flag and an unread number", () => {
  const editor = new PositionEditor(BOARD, { spec: "1x3" });
  const passed = [];
  for (let step = 0; step < 6; step++) {
    const paint = editor.turned(1, 1);
    editor.paint(1, paint);
    passed.push(paint);
  }
  assert.deepEqual(passed, [0, 1, 2, "flag", -3, "covered"]);
  editor.paint(1, -3);
  assert.equal(editor.turned(1, -1), "flag");
});

test("the edges of a graph are taken from the previous position", async (t) => {
  const graph = { edges: [[0, 1]], nodes: 3 };
  const asked = serve(t, { "api/parse": { ...PARSED, board: graph }, "api/graph": BOARD });
  await readPosition("graph:3\n1#F", new PositionEditor(BOARD, graph));
  assert.deepEqual(asked[0][1].board, graph);
});

test("a position is written as text", async (t) => {
  const asked = serve(t, { "api/format": { text: "1x3/1\n#1F" } });
  const editor = new PositionEditor(BOARD, { spec: "1x3" });
  editor.paint(1, 1);
  editor.paint(2, "flag");
  assert.equal(await writePosition(editor), "1x3/1\n#1F");
  assert.deepEqual(asked[0][1].clues, [null, 1, null]);
  assert.deepEqual(asked[0][1].flags, [2]);
});
