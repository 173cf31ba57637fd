import assert from "node:assert/strict";
import test from "node:test";

import { stepInWords, verdict } from "../../src/sapper/web/page/scripts/play/verdicts.js";

const board = { tiling: "squares", coordinates: [[0, 0], [0, 1]] }; // prettier-ignore

/** A game that was lost by a click with a given risk. */
function lost(risk) {
  const luck = { survived: null, risks: [{ move: 0, cell: 1, mine_probability: risk }] };
  return { board, undone: 0, state: { status: "lost", exploded: 1, guesses: 1, luck } };
}

test("a loss shows the mine chance of the losing cell", () => {
  const text = (risk) => verdict(lost(risk), 0).text;
  assert.match(text(0.25), /^Lost: \(0, 1\) was a mine; its mine chance was 25 %\. Press Undo/);
  assert.match(text(1), /^Lost: \(0, 1\) was certainly a mine\./);
  assert.match(text(null), /^Lost: \(0, 1\) was a mine; its mine chance is too hard to compute\./);
});

test("a click of unknown risk is not called safe", () => {
  const needed = null;
  const step = { move: 0, cell: 0, certain: false, mine_probability: null, needed, opened: [0] };
  assert.equal(stepInWords(step, board), "(0, 0), a guess, mine chance too hard to compute.");
  const safe = { ...step, certain: true, mine_probability: 0, opened: [0, 1] };
  assert.equal(stepInWords(safe, board), "(0, 0), certainly safe. It opened 2 cells.");
});

test("a guess is forced or avoidable, and a certain mine is no guess", () => {
  const step = { move: 0, cell: 0, certain: false, mine_probability: 0.5, opened: [] };
  const text = (more) => stepInWords({ ...step, ...more }, board);
  assert.equal(text({ needed: true }), "(0, 0), a forced guess, mine chance 50 %. It was a mine.");
  assert.match(text({ needed: false }), /an avoidable guess, mine chance 50 %/);
  assert.equal(
    text({ needed: false, mine_probability: 1 }),
    "(0, 0), certainly a mine. It was a mine.",
  );
});

/** A game that is won or still played. */
function other(status) {
  const luck = { survived: 1, risks: [] };
  return { board, undone: 0, state: { status, guesses: 0, luck, judged: true, unavoidable: true } };
}

test("an unknown time is not shown", () => {
  assert.equal(verdict(other("won"), null, true).text, "Won without a guess.");
  assert.equal(verdict(other("won"), 62.5, true).text, "Won without a guess in 1:02.50.");
});

test("without assistance, safe moves and guesses are not mentioned", () => {
  assert.match(verdict(other("playing"), 1, true).text, /you have to guess/);
  assert.equal(verdict(other("playing"), 1, false).text, "");
});

test("a position that is too hard is not reported as having a safe move", () => {
  const game = other("playing");
  game.state.unavoidable = null;
  assert.match(verdict(game, 1, true).text, /too hard to compute/);
});
