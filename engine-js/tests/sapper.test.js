// The package as its users call it: promises, workers, cancellation, errors.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { EngineError, Sapper } from "../src/index.js";

const BUILT = new URL("../../build/wasm/core/wasm/sapper.wasm", import.meta.url);
const MODULE = existsSync(BUILT) ? BUILT : new URL("../sapper.wasm", import.meta.url);
const POSITION = { board: "3x3", states: [-1, -1, -1, -1, 1, -1, -1, -1, -1], mines: 1 };

/** @type {Sapper} */
let engine;
before(async () => {
  engine = await Sapper.start({ module: MODULE, threads: 2 });
});
after(() => engine.end());

test("analyze", async () => {
  const analysis = await engine.analyze(POSITION);
  assert.deepEqual(analysis.mine_probability, [0.125, 0.125, 0.125, 0.125, null, 0.125, 0.125, 0.125, 0.125]);
  assert.deepEqual([analysis.safe, analysis.mines, analysis.best], [[], [], 0]);
  assert.ok(Math.abs(analysis.log10_solutions - Math.log10(8)) < 1e-12);
  const plain = await engine.probabilities(POSITION);
  assert.ok(plain instanceof Float64Array);
  assert.deepEqual([plain[0], plain[4]], [0.125, NaN]);
});

test("a graph, and a density", async () => {
  const path = { edges: [[0, 1], [1, 2]], size: 3, states: [-1, 1, -1] };
  const known = await engine.analyze({ ...path, mines: 1 });
  assert.deepEqual(known.mine_probability, [0.5, null, 0.5]);
  const free = await engine.analyze({ ...path, density: 0.25 });
  assert.deepEqual(free.mine_probability, [0.5, null, 0.5]);
});

test("choose and sample", async () => {
  const states = [-1, 1, 0, 1, 1, 0, 0, 0, 0];
  const choice = await engine.choose({ board: "3x3", states: [-1, 1, 0, -1, 1, 0, -1, 1, 0], mines: 1 });
  assert.deepEqual(choice, { cell: choice.cell, certain: true });
  assert.deepEqual(await engine.sample({ board: "3x3", states, mines: 1 }, 2), [[0], [0]]);
});

test("deals are pure functions of their arguments", async () => {
  const first = await engine.deal("9x9/10", { seed: 2n ** 64n - 1n, index: 3 });
  assert.deepEqual(first, await engine.deal("9x9/10", { seed: 2n ** 64n - 1n, index: 3 }));
  assert.equal(first.mines.reduce((sum, each) => sum + each), 10);
  assert.equal(first.mines[0], 0);
  const solvable = await engine.noGuess("9x9/10", { start: 40 });
  assert.equal(solvable.mines[40], 0);
  assert.ok(solvable.tries >= 1);
});

test("games do not depend on the number of workers", async () => {
  const one = await Sapper.start({ module: MODULE });
  const options = { strategy: "pseq", games: 61, seed: 5 };
  const [few, many] = await Promise.all([one, engine].map((each) => each.simulate("9x9/10", options)));
  one.end();
  assert.deepEqual(few, many);
  assert.equal(few.won.length, 61);
  assert.ok(few.interval[0] < few.winRate && few.winRate < few.interval[1]);
  const chance = await engine.winChance(POSITION, { strategy: "pseq", samples: 40 });
  assert.equal(chance.games, 40);
});

test("a call can be cancelled, and the engine works on", async () => {
  const controller = new AbortController();
  const long = engine.simulate("16x30/99", { games: 1_000_000, signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 50);
  await assert.rejects(long, /enough/);
  await assert.rejects(engine.analyze(POSITION, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal((await engine.analyze(POSITION)).best, 0);
});

test("errors are sentences with a kind", async () => {
  const cases = [
    [() => engine.analyze({ ...POSITION, mines: 0 }), "contradiction", /no layout is consistent/],
    [() => engine.analyze({ ...POSITION, board: "4x4" }), "input", /states needs 16 numbers/],
    [() => engine.probabilities({ ...POSITION, board: "4x4" }), "input", /states needs 16 numbers/],
    [() => engine.deal("9x9/100"), "input", /mines/],
    [() => engine.simulate("9x9/10", { games: 0 }), "input", /positive integer/],
    [() => engine.simulate("9x9/10", { games: 3, strategy: "none" }), "input", /no strategy "none"/],
  ];
  for (const [call, kind, message] of cases)
    await assert.rejects(call(), (/** @type {any} */ error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.kind, kind);
      assert.match(error.message, message);
      return true;
    });
});
