/**
 * Requests and answers of the API, generated from the OpenAPI document by `make page-types`; do
 * not edit. `Gets` and `Posts` map each route to its request and answer.
 */

/** The next click of a strategy. */
export interface Advice {
  /** The cell. */
  cell: number;
  /** Whether it is certainly safe. */
  certain: boolean;
  /** P(it holds a mine), by the rule of the first click or the clues; null if too hard. */
  mine_probability: number | null;
  /** The reason, if it was asked for and is known. */
  why: Why | null;
}

/** The analysis of a position. */
export interface AnalysisAnswer {
  /**
   * Exact number of possible solutions (consistent layouts) as decimal digits; null if not
   * requested or too long.
   */
  solutions: string | null;
  /** Coordinates of the covered cells that certainly hold no mine. */
  safe: number[][];
  /** Coordinates of the covered cells that certainly hold a mine. */
  mines: number[][];
  /** Coordinates of the safest cell; null if every covered cell is certainly a mine. */
  best: number[] | null;
  /** Every covered cell, in increasing order of index. */
  cells: CellAnswer[];
  /** Decimal logarithm of the number of possible solutions; null if the position has a density. */
  log10_solutions: number | null;
  /** Proof for each certain cell; null if not requested. */
  reasons: ReasonAnswer[] | null;
  /** Why no layout is consistent with the position; null if some layout is. */
  contradiction: ContradictionAnswer | null;
  /** Time that the analysis took, in seconds; null if not measured. */
  seconds: number | null;
}

/** What would have been opened best instead of a click that lost. */
export interface BetterClick {
  /** The cell. */
  cell: number;
  /** Whether it was certainly safe. */
  certain: boolean;
  /** P(it held a mine), as far as could be known. */
  mine_probability: number;
  /** About the chance of winning by it; null if it was certain or not searched. */
  win_probability: number | null;
}

/** A board, and how to draw it. */
export interface BoardInfo {
  /** The spec that builds it; of a graph only its size. */
  spec: string;
  /** The name of its kind in specs, or graph. */
  kind: string;
  /** What it is drawn as: squares, hexagons, triangles or graph. */
  tiling: string;
  /** Whether opposite edges meet. */
  wraps: boolean;
  /** The length of each dimension. */
  shape: number[];
  /** The number of cells. */
  size: number;
  /** The mines of the spec, if it has them. */
  mines: number | null;
  /** The most neighbours of a cell. */
  max_degree: number;
  /** By cell, in increasing order; left out above 20,000 cells, where `steps` defines them. */
  neighbors: number[][];
  /** By cell; left out above 20,000 cells, as they follow from the shape. */
  coordinates: number[][];
  /**
   * Of a large board the steps from a cell to its neighbours, along each dimension: those of
   * pattern `p` for a cell at `x` if the sum of `phase` times `x` is `p` modulo the patterns.
   */
  steps: number[][][];
  /** What chooses the pattern of `steps`, along each dimension. */
  phase: number[];
  /** Of a graph by cell where to draw it: x and y, both from 0 to 1. */
  positions: number[][] | null;
}

/** A cell that could be guessed, with the expected results of opening it. */
export interface Candidate {
  /** Index of the cell. */
  cell: number;
  /** Number of covered cells that are indistinguishable from it, itself included. */
  equals: number;
  /** P(the cell holds no mine). */
  safety: number;
  /** P(the cell is safe, and its number makes another cell certainly safe or ends the game). */
  progress: number;
  /** Expected number of other cells that become certainly safe; 0 if the click hits a mine. */
  expected_safe: number;
  /** Entropy of the cell's number in bits, given that the cell is safe. */
  entropy: number;
  /** P(surviving this click and the safest click after it); a won game counts as survived. */
  next: number;
}

/** A covered cell and its probabilities. */
export interface CellAnswer {
  /** Coordinates of the cell. */
  cell: number[];
  /** Index of the cell, from 0. */
  index: number;
  /** P(the cell holds at least one mine). */
  mine_probability: number;
  /** The same as an exact fraction, such as 1/4; null if not requested or too long. */
  exact: string | null;
  /** P(the cell is safe and shows 0); null if not requested or beyond the work budget. */
  zero_probability: number | null;
  /** Entropy of the cell's number in bits, given that it is safe; null if zero_probability is. */
  information: number | null;
}

/** What follows for a cell from the clues. */
export interface CellWhy {
  /** The cell. */
  cell: number;
  /** What is known of it. */
  state: "safe" | "mine" | "not certain" | "open";
  /** P(it holds a mine); null if it is open. */
  mine_probability: number | null;
  /** Why. */
  why: Why;
}

/** Strategies on the same games, with all steps so far. */
export interface Compared {
  /** The board with its mines. */
  spec: string;
  /** The games that each has played. */
  games: number;
  /** In the order that was asked for. */
  strategies: ComparedStrategy[];
}

/** How a strategy did on the games that all have played. */
export interface ComparedStrategy {
  /** Its name. */
  strategy: string;
  /** The games it won. */
  wins: number;
  /** Their share. */
  win_rate: number;
  /** The bounds of the 95 % interval. */
  interval: number[];
  /** The games that it won and the first one lost. */
  only_this: number;
  /** The games that the first one won and it lost. */
  only_first: number;
  /** Its win rate less that of the first one. */
  difference: number;
  /** The bounds of its 95 % interval, paired by games. */
  difference_interval: number[];
}

/** Strategies that play the same games; the counts of the steps before are added. */
export interface Comparison {
  board: SpecBoard | Graph;
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** The rule of the first click. */
  first?: "any" | "safe" | "open";
  /** As in /api/strategies, of the core. */
  strategies: string[];
  seed?: number;
  /** Games to play, if time is. */
  games?: number;
  /** Games played so far. */
  games_before?: number;
  /** The counts of each strategy in those. */
  before?: Counts[];
}

/** The value of a click, as far as it was searched. */
export interface ConsideredClick {
  /** The cell. */
  cell: number;
  /** P(it holds no mine). */
  safety: number;
  /** The chance of winning by it; null if it was not searched. */
  value: number | null;
  /** The standard error of the value. */
  error: number;
  /** The layouts that it was tried on. */
  layouts: number;
  /** Whether the value is exact, under perfect play. */
  exact: boolean;
  /** Whether it fell behind and is no longer tried. */
  dropped: boolean;
}

/** Why no layout is consistent with the position. */
export interface ContradictionAnswer {
  /** The contradiction as a sentence. */
  error: string;
  /** Indices of the cells whose clues contradict each other. */
  clues: number[];
  /** Whether the contradiction needs the number of mines. */
  needs_mine_count: boolean;
}

/** The counts of a strategy in the steps before. */
export interface Counts {
  /** Games won. */
  wins: number;
  /** Won by it, not by the first. */
  only_this: number;
  /** Won by the first, not by it. */
  only_first: number;
}

/** The critical density. */
export interface Critical {
  /** By which definition. */
  method: string;
  /** The density; null if it is not defined. */
  value: number | null;
  /** 95 % interval; null if it cannot be computed. */
  interval: number[] | null;
  /** What the value means, or why there is none. */
  why: string;
}

/** A curve by its number of mines. */
export interface CurveColumns {
  /** The numbers of mines. */
  mines: number[];
  /** The mines a cell. */
  densities: number[];
  /** The games won. */
  wins: number[];
  /** The games. */
  games: number[];
  /** The shares won. */
  win_rates: number[];
  /** 95 % Wilson intervals. */
  intervals: number[][];
}

/** An error; some kinds have further fields. */
export interface Error {
  /** A sentence for people. */
  error: string;
  /** The class of the error. */
  kind: string;
  /** Of a contradiction: the cells whose clues clash. */
  clues?: number[] | null;
  [more: string]: unknown;
}

/** What a file or a text holds: one of three things, or nothing that could be read. */
export interface FileFound {
  /** What it is; null if it could not be read. */
  kind: "layout" | "position" | "replay" | null;
  /** The position, as in requests. */
  position: Position | null;
  /** The layout, as in requests; of a replay the one that was played. */
  layout: MineLayout | null;
  /** The replay, as in requests. */
  replay: Recording | null;
  /** Facts about the layout, if there is one. */
  facts: LayoutFacts | null;
  /** The error, if the request asked for it as an answer. */
  problem: string | null;
}

/** Content in any format: a text or a link as it is, bytes in base64. */
export interface FileToRead {
  /** The text, or the link. */
  text?: string | null;
  /** The bytes of the file. */
  base64?: string | null;
  /** The name of the file: errors name it, and its ending is the format if the content is ambiguous. */
  name?: string | null;
  /** The format, as in sapper formats; else by content. */
  format?: string | null;
  /** Whether a file that cannot be read is an answer instead of a 422. */
  report_problem?: boolean;
}

/** A position or a layout, and the format that it is to be written in. */
export interface FileToWrite {
  /** As in sapper formats. */
  format: string;
  position?: Position | null;
  layout?: MineLayout | null;
}

/** A position as text. */
export interface Formatted {
  /** One character a cell, one line a row, the board on the first line. */
  text: string;
}

/**
 * A game: board, mines, rule, seed and number, and the moves made so far.
 *
 * A move is a cell, or the list of cells that one click opens (a chord). The first cell that is
 * opened is the one that the layout is dealt for.
 */
export interface Game {
  board: SpecBoard | Graph;
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** The rule of the first click. */
  first?: "any" | "safe" | "open";
  /** The first cell, if it must be this one. */
  start?: number | null;
  /** A whole number up to 2^64 - 1, as text so that every script can hold it. */
  seed?: string;
  /** The number of the game. */
  index?: number;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  /** What must be enough to solve the layout from its first cell without a guess; the rule of the first click is that of such layouts then. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; its layout is then drawn from all that fit. */
  position?: Opened | null;
}

/** A game, and a cell that is asked about. */
export interface GameAndCell {
  board: SpecBoard | Graph;
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** The rule of the first click. */
  first?: "any" | "safe" | "open";
  /** The first cell, if it must be this one. */
  start?: number | null;
  /** A whole number up to 2^64 - 1, as text so that every script can hold it. */
  seed?: string;
  /** The number of the game. */
  index?: number;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  /** What must be enough to solve the layout from its first cell without a guess; the rule of the first click is that of such layouts then. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; its layout is then drawn from all that fit. */
  position?: Opened | null;
  cell: number;
}

/** A game, and the strategy that is asked for its next click. */
export interface GameAndStrategy {
  board: SpecBoard | Graph;
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** The rule of the first click. */
  first?: "any" | "safe" | "open";
  /** The first cell, if it must be this one. */
  start?: number | null;
  /** A whole number up to 2^64 - 1, as text so that every script can hold it. */
  seed?: string;
  /** The number of the game. */
  index?: number;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  /** What must be enough to solve the layout from its first cell without a guess; the rule of the first click is that of such layouts then. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; its layout is then drawn from all that fit. */
  position?: Opened | null;
  /** As in /api/strategies. */
  strategy: string;
  /** Whether to return the reason, which takes longer. */
  explain?: boolean;
}

/** A game, and moves that continue from an earlier answer. */
export interface GameMoves {
  board: SpecBoard | Graph;
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** The rule of the first click. */
  first?: "any" | "safe" | "open";
  /** The first cell, if it must be this one. */
  start?: number | null;
  /** A whole number up to 2^64 - 1, as text so that every script can hold it. */
  seed?: string;
  /** The number of the game. */
  index?: number;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  /** What must be enough to solve the layout from its first cell without a guess; the rule of the first click is that of such layouts then. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; its layout is then drawn from all that fit. */
  position?: Opened | null;
  /** The key of the answer to continue from; null if they are all the moves there are. */
  after?: string | null;
}

/** How a finished game went; time and clicks are the page's. */
export interface GameResult {
  /** How it ended. */
  status: "won" | "lost";
  /** The 3BV of its layout. */
  bbbv: number;
  /** How much of that was done. */
  bbbv_solved: number;
  /**
   * ZiNi: the clicks, flags and chords of a greedy player who knows the mines; null if a cell
   * holds several mines.
   */
  zini: number | null;
  /** Cells guessed when none was certainly safe. */
  needed_guesses: number;
  /** Cells guessed although one was certainly safe. */
  unneeded_guesses: number;
  /** Cells opened in positions that were too hard to say what they were. */
  unknown_guesses: number;
  /**
   * The product of the chances of surviving every click, without the one that lost; null if a
   * position was too hard.
   */
  luck: number | null;
  /** The mine that was opened. */
  lost_cell: number | null;
  /** P(it held a mine) before it was opened; null if none was, or if that was too hard. */
  lost_risk: number | null;
  /** What would have been best there; null if none was lost, or if that was too hard. */
  better: BetterClick | null;
}

/** Everything that the player of a game sees. */
export interface GameState {
  status: "new" | "playing" | "won" | "lost";
  start: number | null;
  safe_left: number | null;
  moves: number;
  guesses: number;
  luck: Luck;
  judged: boolean;
  unavoidable: boolean | null;
  exploded: number | null;
  bbbv: number | null;
  layout: number[] | null;
  /** The board with its mines. */
  spec: string;
  /** The number of cells. */
  size: number;
  /** By cell; null if it is covered. */
  clues: (number | null)[];
  /** The cells that each move opened. */
  opened: number[][];
  /** All mines; flags are kept by the page. */
  mines_left_unflagged: number;
}

/** What moves have changed for the player of a game. */
export interface GameStep {
  status: "new" | "playing" | "won" | "lost";
  start: number | null;
  safe_left: number | null;
  moves: number;
  guesses: number;
  luck: Luck;
  judged: boolean;
  unavoidable: boolean | null;
  exploded: number | null;
  bbbv: number | null;
  layout: number[] | null;
  /** The key to continue from with the next moves, as `after`. */
  key: string;
  /** The cells that each of the moves opened; those after the end of the game are left out. */
  opened: number[][];
  /** The clue of each of these cells. */
  clues: number[][];
}

/** A board of any edges; its cells are 0 to nodes - 1. */
export interface Graph {
  /** Pairs of neighbours, each once. */
  edges: [number, number][];
  /** How many cells. */
  nodes: number;
}

/** What to open. */
export interface Hint {
  /** The cell. */
  cell: number;
  /** Whether it is certainly safe. */
  certain: boolean;
  /** P(it holds a mine); null if that is too hard to tell. */
  mine_probability: number | null;
  /** Why this one. */
  why: Why;
  /** All cells that are certainly safe. */
  safe: number[];
  /** All covered cells that are certainly mines. */
  mines: number[];
  /** For a guess: the candidates, and the effect of each. */
  candidates: Candidate[];
}

/** How few clicks a layout takes. */
export interface LayoutFacts {
  /** The board with its mines. */
  spec: string;
  /** By cell what it shows if it is safe. */
  numbers: number[];
  /** The 3BV. */
  bbbv: number;
  /** The openings. */
  openings: number;
  /** The islands. */
  islands: number;
  /** ZiNi; null if a cell holds several mines. */
  zini: number | null;
  /** Human ZiNi; null as for zini. */
  human_zini: number | null;
}

/** What was risked. */
export interface Luck {
  /**
   * The product of the chances of surviving every click so far, without the one that lost; null
   * where a position was too hard.
   */
  survived: number | null;
  /** Every click that was not certain. */
  risks: Risk[];
}

/** The quantity that a definition of the critical density uses, by number of mines. */
export interface Measured {
  /** Shares of the games won, or won without a guess; or what a game takes of the others. */
  quantity: "wins" | "guess_free" | "guesses" | "moves" | "seconds";
  /** In the order of the curve's points; empty if it was not counted. */
  values: number[];
  /** 95 % Wilson intervals of shares; null for other quantities. */
  intervals: number[][] | null;
}

/** A definition of the critical density. */
export interface Method {
  /** Its name. */
  name: string;
  /** What it means. */
  meaning: string;
}

/** The mines of every cell. */
export interface MineLayout {
  board: SpecBoard | Graph;
  /** By cell, the mines it holds. */
  mines: number[];
}

/** What is seen before the first move of a game that goes on from a position. */
export interface Opened {
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
}

/** A position that was read from text. */
export interface Parsed {
  /** As in requests. */
  board: SpecBoard | Graph;
  /** By cell; null if it is covered. */
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags: number[];
  /** The number of mines, if it is known. */
  mines: number | null;
}

/** The line on which theory expects a share of the games. */
export interface PhaseLine {
  /** The share. */
  rate: number;
  /** Cells and density at which so many games are won. */
  won: number[][];
  /** Cells and density at which so many are won without a guess. */
  guess_free: number[][];
}

/** The games of a square with one number of mines. */
export interface PhasePoint {
  /** The board. */
  board: string;
  /** Its cells. */
  cells: number;
  /** Its mines a cell. */
  density: number;
  /** The games. */
  games: number;
  /** Those that were won. */
  wins: number;
  /** Those that were won without a guess. */
  guess_free: number;
}

/** The phase diagram: size by density, and how many games are won. */
export interface Phases {
  /** Who played. */
  strategy: string;
  /** The rule of the first click. */
  first: "any" | "safe" | "open";
  /** The squares that were played. */
  points: PhasePoint[];
  /** The lines predicted by the census of ambiguous patterns. */
  lines: PhaseLine[];
}

/** What a player sees: for each cell a clue, or null if it is covered. */
export interface Position {
  board: SpecBoard | Graph;
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** Mines a cell, instead of their number. */
  density?: number | null;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
}

/** A position, and a cell that is asked about. */
export interface PositionAndCell {
  board: SpecBoard | Graph;
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** Mines a cell, instead of their number. */
  density?: number | null;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  cell: number;
}

/** A position, and how to answer if no layout fits it. */
export interface PositionToAnalyze {
  board: SpecBoard | Graph;
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** Mines a cell, instead of their number. */
  density?: number | null;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  /** Whether a contradiction is an answer like others instead of a 422. */
  report_contradiction?: boolean;
}

/** A position for rollout search; it needs the number of mines, not a density. */
export interface PositionToThink {
  board: SpecBoard | Graph;
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** Mines a cell, instead of their number. */
  density?: number | null;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
}

/** A position that a strategy plays on from; what it has won in the steps before is added up. */
export interface PositionToWin {
  board: SpecBoard | Graph;
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** Mines a cell, instead of their number. */
  density?: number | null;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  /** As in /api/strategies, of the core. */
  strategy?: string;
  /** Layouts to draw and play. */
  samples?: number;
  /** Layouts played so far. */
  samples_before?: number;
  /** How many of those were won. */
  wins_before?: number;
}

/** A board that goes by a name. */
export interface Preset {
  /** What people call it. */
  name: string;
  /** The board with its mines. */
  spec: string;
  /** The rule of the first click. */
  first: "any" | "safe" | "open";
}

/** The proof that a cell is safe or a mine. */
export interface ReasonAnswer {
  /** Coordinates of the cell. */
  cell: number[];
  /** Whether the cell holds a mine; otherwise it is safe. */
  mined: boolean;
  /** Kind of the proof: one clue, subset, overlap, several clues, mine count or flag. */
  kind: string;
  /** Coordinates of the clues that prove it. */
  clues: number[][];
  /** Whether it is proved that no smaller set of clues is sufficient. */
  proven_smallest: boolean;
  /** The proof as a sentence. */
  text: string;
}

/** One click of a recording. */
export interface RecordedClick {
  /** Seconds from the beginning. */
  time: number;
  /** What it was meant to do. */
  kind: "open" | "flag" | "chord";
  cell: number;
}

/** One click of a recording, and what came of it. */
export interface RecordedMove {
  /** Its place among the clicks, from 0. */
  number: number;
  /** Seconds from the beginning. */
  time: number;
  /** What it was meant to do. */
  kind: "open" | "flag" | "chord";
  /** The cell. */
  cell: number;
  /** The cells that it opened. */
  opened: number[];
  /** The mines that it hit. */
  exploded: number[];
  /** Whether it did nothing at all. */
  wasted: boolean;
  /** The chance of a mine when it was made; null if it opens nothing or is too hard. */
  risk: number | null;
  /** For a guess whether no cell was certainly safe; null for any other click. */
  needed: boolean | null;
}

/** A recorded game: its layout and every click. */
export interface Recording {
  layout: MineLayout;
  clicks: RecordedClick[];
  player?: string | null;
  program?: string | null;
}

/** A recording, click by click, as ``sapper replay --json`` prints it. */
export interface RecordingAnalysis {
  /** The board with its mines. */
  spec: string;
  /** The status at its end; playing if it is incomplete. */
  status: "won" | "lost" | "playing";
  /** The time of the last click. */
  seconds: number;
  /** Clicks that did nothing. */
  wasted: number;
  /** The 3BV of the layout. */
  bbbv: number;
  /** How much of it was done. */
  bbbv_solved: number;
  /** The same per second; null if no time passed. */
  bbbv_per_second: number | null;
  /** ZiNi of the layout. */
  zini: number;
  /** ZiNi by clicks of a game that was won; null of any other. */
  efficiency: number | null;
  /** Guesses made when no cell was certainly safe. */
  needed_guesses: number;
  /** Guesses made although some cell was certainly safe. */
  unneeded_guesses: number;
  /** The chance of surviving all guesses that were survived; null if one is not known. */
  luck: number | null;
  /** The click that hit a mine. */
  lost_at: number | null;
  /** By cell what it shows if it is safe. */
  numbers: number[];
  /** Every click. */
  moves: RecordedMove[];
}

/** A recording, and how its first cell counts. */
export interface RecordingToAnalyze {
  layout: MineLayout;
  clicks: RecordedClick[];
  player?: string | null;
  program?: string | null;
  /** Whether the first cell counts as safe, or has its chance of a mine. */
  first?: "safe" | "any";
}

/** A finished game, cell by cell. */
export interface Replay {
  /** How it ended. */
  status: "won" | "lost";
  /** Every cell that was opened by a move. */
  steps: ReplayStep[];
  /** The mines of every cell. */
  layout: number[];
}

/** One opened cell of a finished game. */
export interface ReplayStep {
  /** The index of its move. */
  move: number;
  /** The cell. */
  cell: number;
  /** Whether it was certainly safe. */
  certain: boolean;
  /** P(it held a mine), as far as could be known; null if that was too hard. */
  mine_probability: number | null;
  /**
   * Of a guess: whether no cell was certainly safe. Null for any other click, and if that was
   * too hard.
   */
  needed: boolean | null;
  /** The cells that opened; none if it was a mine. */
  opened: number[];
}

/** An opened cell that was not certain. */
export interface Risk {
  /** The index in moves. */
  move: number;
  /** The cell. */
  cell: number;
  /** P(it held a mine), as far as could be known; null if that was too hard. */
  mine_probability: number | null;
}

/** A board by its spec. */
export interface SpecBoard {
  /** [KIND:]DIMS[/MINES], for example 16x30/99. */
  spec: string;
}

/** Games of one strategy on one board that the store has. */
export interface StoredBoard {
  /** The spec of the board. */
  board: string;
  /** The strategy. */
  strategy: string;
  /** The rule of the first click. */
  first: string;
  /** The first cell. */
  start: number;
  /** The seed, as text: it may be beyond what the page can count. */
  seed: string;
  /** Numbers of mines. */
  points: number;
  /** Games, at all of them. */
  games: number;
}

/** A curve with its critical density. */
export interface StoredCurve {
  /** The games. */
  curve: CurveColumns;
  /** The critical density of these games. */
  critical: Critical;
  /** The quantity that its definition uses. */
  measured: Measured;
  /** Points of the fitted curve. */
  fit: number[][];
  /** The value of Chong et al. 2024, if it has the board. */
  published: number | null;
}

/** Who can play. */
export interface StrategyInfo {
  /** As requests name it. */
  name: string;
  /** A description. */
  description: string;
  /** Whose it is. */
  source: string;
  /** Whether the name stands for many, as ORDER does. */
  family: boolean;
}

/** The same number of games at every point of boards, mines and strategies. */
export interface Sweep {
  boards: string[];
  strategies: string[];
  first?: "any" | "safe" | "open";
  /** At every point. */
  games: number;
  seed?: number;
  /** Numbers of mines; left out, those of the spec, or all up to a half. */
  mines?: number[] | null;
}

/** A sweep. */
export interface SweepRow {
  /** Its number. */
  id: number;
  /** How it stands. */
  state: "running" | "stopped" | "done" | "failed";
  /** Games in the store. */
  done: number;
  /** Games requested. */
  total: number;
  /** Games per second. */
  rate: number | null;
  /** Remaining seconds at this rate. */
  left: number | null;
  /** The reason of a failure. */
  error: string | null;
  /** The start, in seconds since 1970. */
  began: number;
  /** The boards. */
  boards: string[];
  /** The strategies. */
  strategies: string[];
  /** The rule of the first click. */
  first: string;
  /** Games at every point. */
  games: number;
  /** The seed, as text. */
  seed: string;
  /** The numbers of mines, if they were given. */
  mines: number[] | null;
}

/** The table of critical densities. */
export interface Table {
  /** All boards that were played or published. */
  cells: TableCell[];
}

/** A board of the table of critical densities. */
export interface TableCell {
  /** The shorter side. */
  p: number;
  /** The longer side. */
  q: number;
  /** The critical density; null if nothing was played or it is not defined. */
  value: number | null;
  /** 95 % interval; null if it cannot be computed. */
  interval: number[] | null;
  /** The value of Chong et al. 2024, if it has the board. */
  published: number | null;
}

/** A position as text: one character a cell, one line a row, a spec as first line if need be. */
export interface Text {
  text: string;
  /** The number of mines; by default that of the spec. */
  mines?: number | null;
  /** The most mines that a cell can hold. */
  max_per_cell?: number;
  /** The board, if the text does not name it. */
  board?: SpecBoard | Graph | null;
}

/** The values of the clicks in a position. */
export interface Thinking {
  /** The cell to open. */
  best: number;
  /** Whether that is certainly safe. */
  certain: boolean;
  /** The clicks that are searched, the best first. */
  considered: ConsideredClick[];
  /** The layouts that were drawn. */
  layouts: number;
  /** Seconds so far. */
  seconds: number;
  /** A note in a sentence; mostly empty. */
  note: string;
  /** Whether this is the last answer. */
  ended: boolean;
}

/** Why a cell is what it is. */
export interface Why {
  /** A sentence for people. */
  text: string;
  /** The cells whose clues prove it. */
  clues: number[];
  /** What kind of step it is. */
  kind: string;
}

/** The chance that a strategy wins from a position, with all steps so far. */
export interface WinAnswer {
  /** Who plays on. */
  strategy: string;
  /** The chance, or its estimate; null if nothing could be played in time. */
  value: number | null;
  /** The bounds of its 95 % interval, both equal to an exact chance. */
  interval: number[];
  /** Whether the chance is exact, so that there is nothing more to play. */
  exact: boolean;
  /** The chance as a fraction if it is exact and not too long. */
  fraction: string | null;
  /** The layouts that were played in all steps. */
  samples: number;
  /** How many of them were won; null if the chance is exact. */
  wins: number | null;
  /** A note on the value, in a sentence; mostly empty. */
  note: string;
}

/** A position or a layout in some format. */
export interface WrittenFile {
  /** A name for the file, with the ending of the format; of a link the format's name. */
  name: string;
  /** The bytes. */
  base64: string;
  /** The same as text; null if the format is none. */
  text: string | null;
}

export interface Gets {
  [path: `/api/boards/${string}`]: BoardInfo;
  [path: `/api/boards/{spec}?${string}`]: BoardInfo;
  "/api/presets": Preset[];
  "/api/strategies": StrategyInfo[];
  "/api/lab/boards": StoredBoard[];
  "/api/lab/methods": Method[];
  "/api/lab/curve": StoredCurve;
  [path: `/api/lab/curve?${string}`]: StoredCurve;
  "/api/lab/table": Table;
  [path: `/api/lab/table?${string}`]: Table;
  "/api/lab/phases": Phases;
  [path: `/api/lab/phases?${string}`]: Phases;
  "/api/lab/sweeps": SweepRow[];
}

export interface Posts {
  "/api/graph": { body: Graph; answer: BoardInfo };
  "/api/analyze": { body: PositionToAnalyze; answer: AnalysisAnswer };
  "/api/why": { body: PositionAndCell; answer: CellWhy };
  "/api/parse": { body: Text; answer: Parsed };
  "/api/format": { body: Position; answer: Formatted };
  "/api/win": { body: PositionToWin; answer: WinAnswer };
  "/api/think": { body: PositionToThink; answer: Thinking };
  "/api/files/read": { body: FileToRead; answer: FileFound };
  "/api/files/write": { body: FileToWrite; answer: WrittenFile };
  "/api/replay": { body: RecordingToAnalyze; answer: RecordingAnalysis };
  "/api/game": { body: Game; answer: GameState };
  "/api/game/moves": { body: GameMoves; answer: GameStep };
  "/api/game/hint": { body: Game; answer: Hint };
  "/api/game/why": { body: GameAndCell; answer: CellWhy };
  "/api/game/advise": { body: GameAndStrategy; answer: Advice };
  "/api/game/replay": { body: Game; answer: Replay };
  "/api/game/result": { body: Game; answer: GameResult };
  "/api/compare": { body: Comparison; answer: Compared };
  "/api/lab/sweeps": { body: Sweep; answer: SweepRow };
  [path: `/api/lab/sweeps/${string}/stop`]: { body: Record<string, never>; answer: SweepRow };
  [path: `/api/lab/sweeps/${string}/resume`]: { body: Record<string, never>; answer: SweepRow };
}
