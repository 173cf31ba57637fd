import assert from "node:assert/strict";
import test from "node:test";

import {
  bitsInCell,
  percent,
  percentIfKnown,
  percentInFull,
} from "../../src/sapper/web/page/scripts/words/percent.js";

test("0 and 100 stand for certainty alone", () => {
  assert.deepEqual([0, 1].map(percent), ["0", "100"]);
  assert.deepEqual([0, 1].map(percentInFull), ["0 %", "100 %"]);
  for (const chance of [1e-15, 1e-9, 0.001, 0.999, 1 - 1e-9]) {
    for (const text of [percent(chance), percentInFull(chance).slice(0, -2)]) {
      assert.ok(!["0", "100"].includes(text), text);
    }
  }
});

test("a cell has room for three characters", () => {
  const chances = [1e-9, 0.0009, 0.05, 0.0994, 0.0996, 1 / 3, 0.98, 0.991];
  assert.deepEqual(chances.map(percent), ["<.1", "<.1", "5.0", "9.9", "10", "33", "98", ">99"]);
});

test("in full the significant digits are shown", () => {
  assert.deepEqual([0.25, 1 / 3, 0.9999, 1e-13].map(percentInFull), [
    "25 %",
    "33.33 %",
    "99.99 %",
    "1.00e-11 %",
  ]);
});

test("a chance that is not known is not a number", () => {
  assert.equal(percentIfKnown(null), "too hard to tell");
  assert.equal(percentIfKnown(null, "–"), "–");
  assert.equal(percentIfKnown(0.5), "50 %");
});

test("bits are never rounded to none", () => {
  assert.deepEqual([0, 0.001, 0.5, 1.25, 12].map(bitsInCell), ["0", "<.01", "0.50", "1.3", "12"]);
});

test("halves are rounded up, as the terminal does", () => {
  assert.deepEqual([0.125, 0.0625, 0.875, 0.03125].map(percent), ["13", "6.3", "88", "3.1"]);
});
