import assert from "node:assert/strict";
import test from "node:test";

import {
  finishedGames,
  forgetGames,
  kindOf,
  remember,
  rollingRate,
  statistics,
} from "../../src/sapper/web/page/scripts/play/game_history.js";
import { records } from "../../src/sapper/web/page/scripts/play/result_card.js";

const usual = { kind: "9x9/10, open", at: 1, won: true, seconds: 10, clicks: 20, bbbv: 15, solved: 15, zini: 12, needed: 0, unneeded: 0, luck: 1, helped: false }; // prettier-ignore
const game = (more) => ({ ...usual, ...more });

test("bests, streaks and rate are those of games without help", () => {
  const found = statistics([
    game({ seconds: 12 }),
    game({ seconds: 8, clicks: 24 }),
    game({ won: false, seconds: 2, solved: 1 }),
    game({ seconds: 1, helped: true }),
    game({ seconds: 10, clicks: 15 }),
  ]);
  assert.deepEqual(found, {
    games: 4,
    won: 3,
    helped: 1,
    streak: 1,
    longest: 2,
    seconds: 8,
    mean: 10,
    speed: 15 / 8,
    efficiency: 12 / 15,
  });
  assert.equal(statistics([]).seconds, null);
});

test("a game lists its records", () => {
  const before = statistics([game({}), game({ won: false })]);
  assert.deepEqual(records(game({ seconds: 9 }), before), [
    "Your best time.",
    "Your best 3BV a second.",
  ]);
  assert.deepEqual(records(game({ seconds: 11 }), before), []);
  assert.deepEqual(records(game({ seconds: 9, helped: true }), before), []);
  assert.deepEqual(records(game({}), statistics([])), ["Your first win of this kind."]);
});

test("the win rate of the last games up to each", () => {
  const games = [true, false, false, true].map((won) => game({ won }));
  assert.deepEqual(rollingRate(games, 2), [1, 0.5, 0, 0.5]);
});

test("without storage games are kept as long as the page, and can be deleted", () => {
  // Node has no localStorage that could be written without a file: the same as a forbidden one.
  forgetGames(null);
  remember(game({}));
  remember(game({ kind: "4x4/3, safe" }));
  assert.equal(finishedGames().length, 2);
  forgetGames("4x4/3, safe");
  assert.deepEqual(finishedGames(), [game({})]);
  forgetGames(null);
  assert.deepEqual(finishedGames(), []);
});

test("graphs of the same size are kinds of their own", () => {
  const kind = (edges) => kindOf({ board: { edges, nodes: 3 }, mines: 1, first: "safe", noGuess: null }); // prettier-ignore
  assert.notEqual(kind([[0, 1]]), kind([[1, 2]])); // prettier-ignore
  assert.equal(
    kindOf({ board: { spec: "9x9" }, mines: 10, first: "safe", noGuess: "engine" }),
    "9x9/10, no guess by engine",
  );
});
