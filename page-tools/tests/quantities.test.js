import assert from "node:assert/strict";
import test from "node:test";

import {
  clockTime,
  counted,
  grouped,
  powerOfTen,
  roughTime,
  shortened,
} from "../../src/sapper/web/page/scripts/words/quantities.js";

const THIN = "\u2009";

test("digits are grouped by thousands", () => {
  assert.equal(grouped(999), "999");
  assert.equal(grouped("1234567"), `1${THIN}234${THIN}567`);
  assert.equal(counted(1, "cell"), "1 cell");
  assert.equal(counted(2000, "guess", "guesses"), `2${THIN}000 guesses`);
});

test("long numbers show their ends and their length", () => {
  const long = "123456789012" + "0".repeat(100) + "210987654321";
  assert.equal(shortened(long), "123456789012…210987654321 (124 digits)");
  assert.equal(shortened("1000"), `1${THIN}000`);
  assert.equal(powerOfTen(100.5), "about 3.16 × 10^100");
});

test("times and rough durations are formatted", () => {
  assert.deepEqual([0, 59.9, 60, 3600].map(clockTime), ["0:00", "0:59", "1:00", "60:00"]);
  assert.deepEqual([0.5, 89, 90, 7200].map(roughTime), ["a moment", "89 s", "2 min", "2.0 h"]);
});
