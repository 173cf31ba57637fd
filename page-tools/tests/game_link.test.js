import assert from "node:assert/strict";
import test from "node:test";

import {
  LinkError,
  checkOnBoard,
  gameFromParams,
  setupHash,
} from "../../src/sapper/web/page/scripts/play/game_link.js";

const read = (query, usual = "open") => gameFromParams(new URLSearchParams(query), usual);

test("a link without a seed is a new game of its kind", () => {
  const one = read("board=16x30&mines=99");
  const other = read("board=16x30&mines=99");
  assert.deepEqual(one.setup.board, { spec: "16x30" });
  assert.equal(one.setup.mines, 99);
  assert.equal(one.setup.first, "open");
  assert.notEqual(one.setup.seed, other.setup.seed);
  assert.equal(read("board=9x9/10&seed=1").setup.first, "safe");
  assert.equal(read(""), null);
});

test("a link without mines takes those of the board", () => {
  assert.equal(read("board=16x30/99&seed=1").setup.mines, null);
  checkOnBoard(read("board=9x9/10&seed=1"), { spec: "9x9/10", size: 81 });
});

test("the no-guess level is written to and read from the link", () => {
  const { setup } = read("board=9x9&mines=10&noguess=single&seed=7&game=3");
  assert.equal(setup.noGuess, "single");
  const hash = setupHash(setup);
  assert.match(hash, /noguess=single&seed=7&game=3$/);
  assert.deepEqual(read(hash.split("?")[1]).setup, { ...setup, first: "safe" });
});

const WRONG = [
  ["seed=4", /names no board/],
  ["board=", /names no board/],
  ["board=graph:3&edges=0_1", /Edges must look like 0-1\.1-2, not “0_1”/],
  ["board=9x9&mines=-3", /number of mines must be a whole number, not “-3”/],
  ["board=9x9&mines=ten", /whole number/],
  ["board=9x9&mines=10&first=maybe", /any or safe or open, not “maybe”/],
  ["board=9x9&mines=10&noguess=hard", /single or subtraction or engine, not “hard”/],
  ["board=9x9&mines=10&seed=x", /seed must be a whole number/],
  ["board=9x9&mines=10&seed=18446744073709551616", /up to 2\^64 - 1/],
  ["board=9x9&mines=10&seed=1&game=-1", /number of the game must be a whole number/],
  ["board=9x9&mines=10&seed=1&moves=!!!!", /moves of the link cannot be read: “!!!!”/],
  ["board=9x9&mines=10&seed=1&moves=1..2", /moves of the link cannot be read/],
  ["board=9x9&mines=10&seed=1&flags=-", /flags of the link cannot be read/],
  ["board=9x9&mines=10&moves=1", /no seed/],
  ["board=9x9&mines=10&seed=1&cells=!", /cells of the link cannot be read: “!”/],
];

for (const [query, message] of WRONG) {
  test(`the error in ${query} is reported`, () => {
    assert.throws(() => read(query), (error) => error instanceof LinkError && message.test(error.message)); // prettier-ignore
  });
}

test("mines and cells that the board does not have are reported", () => {
  const info = { spec: "9x9", size: 81 };
  assert.throws(() => checkOnBoard(read("board=9x9&mines=500&seed=1"), info), /500 mines do not/);
  const far = read("board=9x9&mines=10&seed=1&moves=29"); // 81 in base 36
  assert.throws(() => checkOnBoard(far, info), /cell 81, but 9x9 has only 81 cells/);
  checkOnBoard(read("board=9x9&mines=10&seed=1&moves=28.1_2&flags=3"), info);
});
