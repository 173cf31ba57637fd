import assert from "node:assert/strict";
import test from "node:test";

import {
  bitsInCell,
  percent,
  percentIfKnown,
  percentInFull,
} from "../../src/sapper/web/page/scripts/words/percent.js";

test("only certain values are shown as 0 and 100", () => {
  assert.deepEqual([0, 1].map(percent), ["0", "100"]);
  assert.deepEqual([0, 1].map(percentInFull), ["0 %", "100 %"]);
  for (const chance of [1e-15, 1e-9, 0.001, 0.999, 1 - 1e-9]) {
    for (const text of [percent(chance), percentInFull(chance).slice(0, -2)]) {
      assert.ok(!["0", "100"].includes(text), text);
    }
  }
});

test("percentages in cells have at most three characters", () => {
  const chances = [1e-9, 0.0009, 0.05, 0.0994, 0.0996, 1 / 3, 0.98, 0.991];
  assert.deepEqual(chances.map(percent), ["<.1", "<.1", "5.0", "9.9", "10", "33", "98", ">99"]);
});

test("full percentages have about four significant digits", () => {
  assert.deepEqual([0.25, 1 / 3, 0.9999, 1e-13].map(percentInFull), [
    "25 %",
    "33.33 %",
    "99.99 %",
    "1.00e-11 %",
  ]);
});

test("an unknown chance is shown in words", () => {
  assert.equal(percentIfKnown(null), "too hard to compute");
  assert.equal(percentIfKnown(null, "–"), "–");
  assert.equal(percentIfKnown(0.5), "50 %");
});

test("bits are never rounded to 0", () => {
  assert.deepEqual([0, 0.001, 0.5, 1.25, 12].map(bitsInCell), ["0", "<.01", "0.50", "1.3", "12"]);
});

test("halves are rounded up, as in the terminal", () => {
  assert.deepEqual([0.125, 0.0625, 0.875, 0.03125].map(percent), ["13", "6.3", "88", "3.1"]);
});
