import assert from "node:assert/strict";
import { test } from "node:test";

import { chanceOfWinning } from "../../src/sapper/web/page/scripts/words/win_words.js";

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

test("an estimate shows its interval", () => {
  assert.equal(
    chanceOfWinning(ESTIMATE),
    "Chance of winning from here: 41.2 % ± 1.4 (best, 5\u2009000 layouts).",
  );
});

test("an exact chance is a fraction, unless it is certain", () => {
  const half = { ...ESTIMATE, value: 0.5, interval: [0.5, 0.5], exact: true, fraction: "1/2" };
  assert.equal(
    chanceOfWinning({ ...half, samples: 2 }),
    "Chance of winning from here: 50 %, exactly 1/2 (best, 2 layouts).",
  );
  const won = { ...half, value: 1, interval: [1, 1], fraction: "1", samples: 1 };
  assert.equal(
    chanceOfWinning(won),
    "Chance of winning from here: 100 %, exactly (best, 1 layout).",
  );
});

test("an estimate is never rounded to a certainty", () => {
  const all = { ...ESTIMATE, value: 1, interval: [0.981, 1], samples: 200, wins: 200 };
  assert.match(chanceOfWinning(all), /here: more than 98\.1 % \(best, 200 layouts\)/);
  const none = { ...ESTIMATE, value: 0, interval: [0, 0.019], samples: 200, wins: 0 };
  assert.match(chanceOfWinning(none), /here: less than 1\.9 % \(/);
  const nearly = { ...ESTIMATE, value: 0.9999, interval: [0.9995, 1] };
  assert.match(chanceOfWinning(nearly), /here: 99\.99 % ± 0\.0/);
});

test("a note is a sentence of its own, and nothing played is said", () => {
  const noted = { ...ESTIMATE, note: "the flags are taken as true" };
  assert.match(chanceOfWinning(noted), /layouts\)\. The flags are taken as true\.$/);
  assert.equal(
    chanceOfWinning({ ...ESTIMATE, value: null, samples: 0, wins: 0 }),
    "best is too slow here to play a single layout.",
  );
});
