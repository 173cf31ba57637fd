import assert from "node:assert/strict";
import { test } from "node:test";

import { winChanceInWords } from "../../src/sapper/web/page/scripts/words/win_words.js";

const ESTIMATE = {
  strategy: "best",
  value: 0.412,
  interval: [0.398, 0.426],
  exact: false,
  fraction: null,
  samples: 5000,
  wins: 2060,
  note: "",
};

test("an estimate shows its error", () => {
  assert.equal(
    winChanceInWords(ESTIMATE),
    "Win chance from here: 41.2 % ± 1.4 (best, 5\u2009000 samples).",
  );
});

test("an exact win chance has a fraction, unless it is certain", () => {
  const half = { ...ESTIMATE, value: 0.5, interval: [0.5, 0.5], exact: true, fraction: "1/2" };
  assert.equal(
    winChanceInWords({ ...half, samples: 2 }),
    "Win chance from here: 50 %, exactly 1/2 (best, all 2 possible solutions).",
  );
  const won = { ...half, value: 1, interval: [1, 1], fraction: "1", samples: 1 };
  assert.equal(
    winChanceInWords(won),
    "Win chance from here: 100 % (best, the only possible solution).",
  );
});

test("an estimate is never shown as 0 % or 100 %", () => {
  const all = { ...ESTIMATE, value: 1, interval: [0.981, 1], samples: 200, wins: 200 };
  assert.match(winChanceInWords(all), /here: more than 98\.1 % \(best, 200 samples\)/);
  const none = { ...ESTIMATE, value: 0, interval: [0, 0.019], samples: 200, wins: 0 };
  assert.match(winChanceInWords(none), /here: less than 1\.9 % \(/);
  const nearly = { ...ESTIMATE, value: 0.9999, interval: [0.9995, 1] };
  assert.match(winChanceInWords(nearly), /here: 99\.99 % ± 0\.0/);
});

test("a note is a separate sentence, and a missing estimate is reported", () => {
  const noted = { ...ESTIMATE, note: "the flags are taken as true" };
  assert.match(winChanceInWords(noted), /samples\)\. The flags are taken as true\.$/);
  assert.equal(
    winChanceInWords({ ...ESTIMATE, value: null, samples: 0, wins: 0 }),
    "No estimate: the bot best is too slow on this position.",
  );
});
