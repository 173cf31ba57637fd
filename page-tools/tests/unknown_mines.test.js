import assert from "node:assert/strict";
import test from "node:test";

import { PositionEditor } from "../../src/sapper/web/page/scripts/analyse/position_editor.js";
import {
  fillFromParams,
  positionHash,
} from "../../src/sapper/web/page/scripts/analyse/position_link.js";
import {
  faultOfMines,
  readMines,
} from "../../src/sapper/web/page/scripts/analyse/possible_mines.js";
import { notInText } from "../../src/sapper/web/page/scripts/analyse/position_text.js";
import { numbersInWords } from "../../src/sapper/web/page/scripts/analyse/result_panel.js";

const BOARD = { spec: "1x3", shape: [1, 3], size: 3, mines: null, neighbors: [[1], [0, 2], [1]] };

test("a number is a number, and any other text is left to the server", () => {
  assert.deepEqual(["", " 12 ", "8-12", "8:0.5,9:0.5", "many"].map(readMines), [
    null,
    12,
    "8-12",
    "8:0.5,9:0.5",
    "many",
  ]);
});

test("what is wrong with possible numbers is one sentence", () => {
  for (const text of ["8-12", "8:0.5,9:1/2", "8, 9, 12", "8:1"])
    assert.equal(faultOfMines(text), null);
  assert.equal(faultOfMines("12-8"), "The range of mines 12-8 is empty.");
  assert.match(faultOfMines("8-"), /^Enter a number of mines/);
  assert.match(faultOfMines("8:0.5,9:0.4"), /sum to 0.9, not to 1/);
});

test("links keep ranges and distributions", () => {
  for (const mines of ["1-2", "1:0.5,2:1/2"]) {
    const editor = new PositionEditor(BOARD, { spec: "1x3" });
    editor.mines = mines;
    const again = new PositionEditor(BOARD, { spec: "1x3" });
    fillFromParams(new URLSearchParams(positionHash(editor, "mine").split("?")[1]), again);
    assert.equal(again.mines, mines);
    assert.match(notInText(editor), /the possible numbers of mines/);
  }
  const editor = new PositionEditor(BOARD, { spec: "1x3" });
  const wrong = new URLSearchParams({ mines: "-1-2" });
  assert.throws(() => fillFromParams(wrong, editor), /mines must be a whole number/);
});

test("the likeliest numbers are shown in increasing order", () => {
  const posterior = [0.05, 0.3, 0.1, 0.2, 0.15, 0.12, 0.08].map((probability, index) => ({
    mines: 5 + index,
    probability,
  }));
  assert.equal(
    numbersInWords(posterior),
    "6: 30 %, 7: 10 %, 8: 20 %, 9: 15 %, 10: 12 %, 11: 8 %, 1 other; 7.78 expected",
  );
});
