import assert from "node:assert/strict";
import { test } from "node:test";

import {
  thoughtInWords,
  worthInWords,
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

test("a search result names the cell and the method", () => {
  assert.equal(
    thoughtInWords(thinking, board),
    "It opens (0, 2). What each click is worth is known exactly.",
  );
  const tried = { ...thinking, considered: [{ ...click, exact: false }], layouts: 24 };
  assert.equal(thoughtInWords(tried, board), "It opens (0, 2) after 24 layouts.");
  assert.equal(
    thoughtInWords({ ...tried, ended: false }, board),
    "It opens (0, 2) so far, with 24 layouts.",
  );
  assert.equal(thoughtInWords({ ...thinking, certain: true }, board), "(0, 2) is certainly safe.");
  assert.equal(thoughtInWords({ ...thinking, note: "hard" }, board), "It opens (0, 2): hard.");
});

test("an estimated worth is never a certainty", () => {
  assert.equal(worthInWords(click), "50 %");
  const tried = { ...click, exact: false, layouts: 40, error: 0.01 };
  assert.equal(worthInWords(tried), "50.0 % ± 2.0");
  assert.equal(worthInWords({ ...tried, value: 1 }), "> 99.9 % ± 2.0");
  assert.equal(worthInWords({ ...tried, value: 0.0001 }), "< 0.1 % ± 2.0");
  assert.equal(worthInWords({ ...tried, layouts: 0 }), "about 50.0 %");
  assert.equal(worthInWords({ ...tried, value: null }), "–");
});
