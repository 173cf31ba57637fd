import assert from "node:assert/strict";
import test from "node:test";

import {
  amend,
  finishedGames,
  forgetGames,
  kindOf,
  remember,
  rollingRate,
  statistics,
} from "../../src/sapper/web/page/scripts/play/game_history.js";
import { records } from "../../src/sapper/web/page/scripts/play/result_card.js";
import { kindInWords, presetInWords } from "../../src/sapper/web/page/scripts/words/kind_words.js";

const usual = { kind: "9x9/10, open", at: 1, won: true, seconds: 10, clicks: 20, bbbv: 15, solved: 15, zini: 12, needed: 0, unneeded: 0, luck: 1, helped: false }; // prettier-ignore
const game = (more) => ({ ...usual, ...more });

test("statistics count only games without help", () => {
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
    efficiency: 1,
  });
  assert.equal(statistics([]).seconds, null);
});

test("a game lists the records that it sets", () => {
  const before = statistics([game({}), game({ won: false })]);
  assert.deepEqual(records(game({ seconds: 9 }), before), ["Your best time.", "Your best 3BV/s."]);
  assert.deepEqual(records(game({ seconds: 11 }), before), []);
  assert.deepEqual(records(game({ seconds: 9, helped: true }), before), []);
  assert.deepEqual(records(game({}), statistics([])), ["Your first win in this mode."]);
});

test("the rolling win rate of the last games", () => {
  const games = [true, false, false, true].map((won) => game({ won }));
  assert.deepEqual(rollingRate(games, 2), [1, 0.5, 0, 0.5]);
});

test("without storage, games are kept in memory and can be deleted", () => {
  // Without a file, Node cannot write to localStorage; this is like disabled storage.
  forgetGames(null);
  remember(game({}));
  remember(game({ kind: "4x4/3, safe" }));
  assert.equal(finishedGames().length, 2);
  forgetGames("4x4/3, safe");
  assert.deepEqual(finishedGames(), [game({})]);
  forgetGames(null);
  assert.deepEqual(finishedGames(), []);
});

test("a game is stored before its figures are known", () => {
  forgetGames(null);
  remember(game({ at: 5, solved: null, zini: null, needed: null, unneeded: null }));
  assert.equal(statistics(finishedGames()).speed, null);
  amend(4, { solved: 1 });
  amend(5, { solved: 15, zini: 12 });
  assert.deepEqual(finishedGames(), [game({ at: 5, needed: null, unneeded: null })]);
  forgetGames(null);
});

test("different graphs of the same size are different kinds", () => {
  const kind = (edges) => kindOf({ board: { edges, nodes: 3 }, mines: 1, first: "safe", noGuess: null }); // prettier-ignore
  assert.notEqual(kind([[0, 1]]), kind([[1, 2]])); // prettier-ignore
  assert.equal(
    kindOf({ board: { spec: "9x9" }, mines: 10, first: "safe", noGuess: "engine" }),
    "9x9/10, no guess by engine",
  );
});

test("kinds and presets have names for players", () => {
  const kind = (spec, mines, more) => kindInWords(kindOf({ board: { spec }, mines, first: "open", noGuess: null, ...more })); // prettier-ignore
  assert.equal(kind("16x30", 99, { noGuess: "engine" }), "Expert, no-guess (hard)");
  assert.equal(kind("9x9", 10, {}), "Beginner, opening start");
  assert.equal(kind("5x5", 5, { first: "safe" }), "5x5/5, safe start");
  assert.equal(kindInWords("graph:10#x1y2/2, any"), "graph:10/2, no safe start");
  assert.equal(presetInWords({ name: "beginner8", spec: "8x8/10" }), "Beginner (8×8), 8x8/10");
  assert.equal(presetInWords({ name: "radius 2", spec: "reach2:12x16/18" }), "Radius 2, 12x16/18");
});
