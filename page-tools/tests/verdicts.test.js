import assert from "node:assert/strict";
import test from "node:test";

import { stepInWords, verdict } from "../../src/sapper/web/page/scripts/play/verdicts.js";

const board = { tiling: "squares", coordinates: [[0, 0], [0, 1]] }; // prettier-ignore

/** A game that was lost by a click of some risk. */
function lost(risk) {
  const luck = { survived: null, risks: [{ move: 0, cell: 1, mine_probability: risk }] };
  return { board, undone: 0, state: { status: "lost", exploded: 1, guesses: 1, luck } };
}

test("a loss shows its mine probability, if it is known", () => {
  const shown = (risk) => verdict(lost(risk), 0).text;
  assert.match(shown(0.25), /^Lost: \(0, 1\) was a mine with 25 %\./);
  assert.match(shown(1), /^Lost: \(0, 1\) was certainly a mine\./);
  assert.match(shown(null), /^Lost: \(0, 1\) was a mine with a chance too hard to tell\./);
});

test("a click of unknown risk is not reported as safe", () => {
  const needed = null;
  const step = { move: 0, cell: 0, certain: false, mine_probability: null, needed, opened: [0] };
  assert.equal(stepInWords(step, board), "(0, 0), a guess, a mine with a chance too hard to tell.");
  const safe = { ...step, certain: true, mine_probability: 0, opened: [0, 1] };
  assert.equal(stepInWords(safe, board), "(0, 0), certainly safe. It opened 2 cells.");
});

test("a guess is needed or not, and a certain mine is not a guess", () => {
  const step = { move: 0, cell: 0, certain: false, mine_probability: 0.5, opened: [] };
  const shown = (more) => stepInWords({ ...step, ...more }, board);
  assert.equal(shown({ needed: true }), "(0, 0), a needed guess, a mine with 50 %. It was a mine.");
  assert.match(shown({ needed: false }), /an unneeded guess, a mine with 50 %/);
  assert.equal(
    shown({ needed: false, mine_probability: 1 }),
    "(0, 0), certainly a mine. It was a mine.",
  );
});

/** A game that was won, or goes on. */
function other(status) {
  const luck = { survived: 1, risks: [] };
  return { board, undone: 0, state: { status, guesses: 0, luck, judged: true, unavoidable: true } };
}

test("an unknown time is not shown", () => {
  assert.equal(verdict(other("won"), null, true).text, "Won without a guess.");
  assert.equal(verdict(other("won"), 62.5, true).text, "Won without a guess in 1:02.50.");
});

test("without assistance no certain cells are mentioned", () => {
  assert.match(verdict(other("playing"), 1, true).text, /a guess cannot be avoided/);
  assert.equal(verdict(other("playing"), 1, false).text, "");
});

test("an analysis over the work limit is not reported as a safe cell", () => {
  const game = other("playing");
  game.state.unavoidable = null;
  assert.match(verdict(game, 1, true).text, /too hard to tell/);
});
