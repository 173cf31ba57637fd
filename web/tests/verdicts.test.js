import assert from "node:assert/strict";
import test from "node:test";

import { stepInWords, verdict } from "../../src/sapper/web/page/scripts/play/verdicts.js";

const board = { tiling: "squares", coordinates: [[0, 0], [0, 1]] }; // prettier-ignore

/** A game that was lost by a click of some risk. */
function lost(risk) {
  const luck = { survived: null, risks: [{ move: 0, cell: 1, mine_probability: risk }] };
  return { board, undone: 0, state: { status: "lost", exploded: 1, guesses: 1, luck } };
}

test("a loss tells its chance, if there is one to tell", () => {
  const told = (risk) => verdict(lost(risk), 0).text;
  assert.match(told(0.25), /^Lost: \(0, 1\) was a mine with 25 %\./);
  assert.match(told(null), /^Lost: \(0, 1\) was a mine with a chance too hard to tell\./);
});

test("a click of unknown risk is not told as safe", () => {
  const step = { move: 0, cell: 0, certain: false, mine_probability: null, opened: [0] };
  assert.equal(stepInWords(step, board), "(0, 0), a guess, mine with a chance too hard to tell.");
  const safe = { ...step, certain: true, mine_probability: 0, opened: [0, 1] };
  assert.equal(stepInWords(safe, board), "(0, 0), certainly safe. It opened 2 cells.");
  const mine = { ...step, mine_probability: 0.5, opened: [] };
  assert.equal(stepInWords(mine, board), "(0, 0), a guess, mine with 50 %. It was a mine.");
});
