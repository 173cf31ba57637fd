import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bestMoveInWords,
  winChanceOfMove,
} from "../../src/sapper/web/page/scripts/words/thought_words.js";

const board = /** @type {any} */ ({
  coordinates: [
    [0, 0],
    [0, 1],
    [0, 2],
  ],
});
const click = {
  cell: 2,
  safety: 0.5,
  value: 0.5,
  error: 0,
  layouts: 0,
  exact: true,
  dropped: false,
};
const thinking = {
  best: 2,
  certain: false,
  considered: [click],
  layouts: 0,
  seconds: 0,
  note: "",
  ended: true,
};

test("a deep analysis names its best move and its basis", () => {
  assert.equal(bestMoveInWords(thinking, board), "Best move: (0, 2). The win chances are exact.");
  const tried = { ...thinking, considered: [{ ...click, exact: false }], layouts: 24 };
  assert.equal(bestMoveInWords(tried, board), "Best move: (0, 2) (24 samples).");
  assert.equal(
    bestMoveInWords({ ...tried, ended: false }, board),
    "Best so far: (0, 2) (24 samples).",
  );
  assert.equal(bestMoveInWords({ ...thinking, certain: true }, board), "(0, 2) is certainly safe.");
  assert.equal(bestMoveInWords({ ...thinking, note: "hard" }, board), "Best move: (0, 2) (hard).");
});

test("an estimated win chance is never 0 % or 100 %", () => {
  assert.equal(winChanceOfMove(click), "50 %");
  const tried = { ...click, exact: false, layouts: 40, error: 0.01 };
  assert.equal(winChanceOfMove(tried), "50.0 % ± 2.0");
  assert.equal(winChanceOfMove({ ...tried, value: 1 }), "> 99.9 % ± 2.0");
  assert.equal(winChanceOfMove({ ...tried, value: 0.0001 }), "< 0.1 % ± 2.0");
  assert.equal(winChanceOfMove({ ...tried, layouts: 0 }), "about 50.0 %");
  assert.equal(winChanceOfMove({ ...tried, value: null }), "–");
});
