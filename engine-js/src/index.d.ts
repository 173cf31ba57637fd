/** What went wrong: bad input, no consistent layout, too much work, or a fault of the engine. */
export type ErrorKind = "input" | "contradiction" | "too_hard" | "internal";

export class EngineError extends Error {
  constructor(kind: string, message: string);
  kind: ErrorKind;
}

/** States of covered cells; a state of 0 or more is a clue. */
export type State = number;

/** A board: a spec such as "16x30" or "hex:10x12", or a graph. */
export type Board = { board: string } | { edges: readonly (readonly [number, number])[]; size: number };

/** A position: what a player sees. */
export type Position = Board & {
  /** One per cell: a clue, -1 covered, -2 flagged (a mine), -3 safe with an unknown clue, -4 out of view. */
  states: ArrayLike<State>;
  /** The most mines in a cell (1). */
  maxPerCell?: number;
} & ({ mines: number } | { density: number });

export interface CallOptions {
  /** Cancels the call: its promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

/** From 0 to 2^64 - 1. */
export type Counter = number | bigint;

export interface StartOptions {
  /** The module, its bytes, or its address; by default sapper.wasm of this package. */
  module?: WebAssembly.Module | BufferSource | string | URL;
  /** The number of workers (1). Each needs a few megabytes. */
  threads?: number;
  /** The most bytes for the tables of one analysis (64 MiB). Beyond it a position is too hard. */
  memory?: number;
}

export interface Analysis {
  /** The probability of a mine per cell; null if the cell is revealed. */
  mine_probability: (number | null)[];
  /** The cells that are certainly safe, ascending. */
  safe: number[];
  /** The covered cells that certainly hold a mine, ascending. */
  mines: number[];
  /** The cell to open: a safe one, else one of least mine probability; -1 if there is none. */
  best: number;
  /** The decimal logarithm of the number of consistent layouts. */
  log10_solutions: number;
}

export interface Choice {
  cell: number;
  /** Whether the strategy proved the cell safe. */
  certain: boolean;
}

export type FirstClickRule = "any" | "safe" | "open";

export interface DealOptions extends CallOptions {
  seed?: Counter;
  /** The number of the game (0). */
  index?: Counter;
  /** The first-click rule ("safe"). */
  first?: FirstClickRule;
  /** The first cell (0). */
  start?: number;
  maxPerCell?: number;
}

export interface Layout {
  /** The mines of every cell. */
  mines: number[];
  /** The first cell. */
  start: number;
}

export interface NoGuessOptions extends CallOptions {
  seed?: Counter;
  index?: Counter;
  start?: number;
  /** What the player can deduce: everything ("engine"), pairs of clues, or single clues. */
  level?: "engine" | "subtraction" | "single";
  /** Whether all such layouts are equally likely (false, which is faster). */
  uniform?: boolean;
  /** The most layouts that are tried. */
  tries?: Counter;
}

export interface SimulateOptions extends CallOptions {
  /** The strategy ("best"). */
  strategy?: string;
  games: number;
  seed?: Counter;
  first?: FirstClickRule;
  start?: number;
  maxPerCell?: number;
}

export interface Games {
  games: number;
  wins: number;
  winRate: number;
  /** The Wilson interval of 95 % of the win probability. */
  interval: [number, number];
  guesses: number;
  moves: number;
  /** Game by game. */
  won: boolean[];
}

/** The engine in workers. */
export class Sapper {
  static start(options?: StartOptions): Promise<Sapper>;
  private constructor();
  version(options?: CallOptions): Promise<string>;
  /** Mine probabilities and certain cells. */
  analyze(position: Position, options?: CallOptions): Promise<Analysis>;
  /** Mine probabilities only, NaN if revealed; faster. Boards with a spec and a number of mines. */
  probabilities(
    position: { board: string; states: ArrayLike<State>; mines: number; maxPerCell?: number },
    options?: CallOptions,
  ): Promise<Float64Array>;
  /** What a strategy opens next. */
  choose(
    position: Position,
    options?: CallOptions & { strategy?: string; seed?: Counter; index?: Counter },
  ): Promise<Choice>;
  /** Layouts drawn uniformly from all that are consistent: the cells with a mine of each. */
  sample(
    position: Position,
    samples: number,
    options?: CallOptions & { seed?: Counter; first?: Counter },
  ): Promise<number[][]>;
  /** The layout of a game. Equal arguments give equal layouts, on every machine and in Python. */
  deal(spec: string, options?: DealOptions): Promise<Layout>;
  /** A layout that can be solved without guessing. */
  noGuess(spec: string, options?: NoGuessOptions): Promise<Layout & { tries: number }>;
  /** Play games, divided among the workers. */
  simulate(spec: string, options: SimulateOptions): Promise<Games>;
  /** Estimate the probability that a strategy wins from a position, by rollouts on random consistent layouts. */
  winChance(
    position: Position,
    options?: CallOptions & { strategy?: string; samples?: number; seed?: Counter },
  ): Promise<Games>;
  /** End all workers. */
  end(): void;
}
