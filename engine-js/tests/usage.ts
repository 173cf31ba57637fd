// What TypeScript accepts and refuses; compiled, not run.
import { EngineError, Sapper, type Analysis, type Position } from "../src/index.js";

const position: Position = { board: "2x3", states: [1, -1, -1, -1, -1, -1], mines: 2 };

export async function usage(): Promise<number> {
  const engine = await Sapper.start({ threads: 2, memory: 2 ** 26 });
  const analysis: Analysis = await engine.analyze(position, { signal: AbortSignal.timeout(1000) });
  const found: Float64Array = await engine.probabilities({ board: "2x3", states: new Int16Array(6), mines: 2 });
  const { winRate, interval } = await engine.simulate("9x9/10", { games: 100, seed: 2n ** 60n });
  // @ts-expect-error a simulation needs a number of games
  await engine.simulate("9x9/10", {});
  // @ts-expect-error a position needs mines or a density
  await engine.analyze({ board: "2x3", states: [] });
  // @ts-expect-error there is no such first-click rule
  await engine.deal("9x9/10", { first: "none" });
  try {
    await engine.choose({ edges: [[0, 1]], size: 2, states: [1, -1], mines: 1 }, { strategy: "pseq" });
  } catch (error) {
    if (error instanceof EngineError && error.kind === "too_hard") return NaN;
  }
  engine.end();
  return winRate + interval[0] + found[0] + analysis.best;
}
