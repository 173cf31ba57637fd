import assert from "node:assert/strict";
import { test } from "node:test";

import { wilson } from "../../src/sapper/web/page/scripts/wilson.js";
import {
  boundsInWords,
  pointsInWords,
  rateInWords,
} from "../../src/sapper/web/page/scripts/words/rate_words.js";

test("the Wilson interval equals that of the server", () => {
  const rounded = wilson(8, 10).map((bound) => bound.toFixed(4));
  assert.deepEqual(rounded, ["0.4902", "0.9433"]);
  assert.deepEqual(wilson(0, 0), [0, 1]);
  assert.equal(wilson(0, 5)[0], 0);
  assert.equal(wilson(5, 5)[1], 1);
});

test("a rate shows its games and its confidence interval", () => {
  assert.equal(rateInWords(8, 10, wilson(8, 10)), "Won 8 of 10 games: 80.0 % (95 % CI 49.0–94.3)");
  assert.equal(rateInWords(0, 0, [0, 1]), "No games yet.");
  assert.equal(boundsInWords([0.1, 0.25]), "95 % CI 10.0–25.0");
});

test("a difference has a sign", () => {
  assert.equal(pointsInWords(0.0123), "+1.23");
  assert.equal(pointsInWords(-0.5), "−50.00");
  assert.equal(pointsInWords(-0.00001), "0.00");
});
