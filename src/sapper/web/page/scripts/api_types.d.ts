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
  /** P(it holds a mine), by the first-click rule or the clues; null if that exceeds the budget. */
  mine_probability: number | null;
  /** The reason; null if it was not requested or is unknown. */
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
  /**
   * Numbers of mines that some consistent layout has, in increasing order, if the number is
   * unknown; null if it is known, and with a density.
   */
  mine_count: MineCountAnswer[] | null;
  /** Proof for each certain cell; null if not requested. */
  reasons: ReasonAnswer[] | null;
  /** Why no layout is consistent with the position; null if some layout is. */
  contradiction: ContradictionAnswer | null;
  /** Time that the analysis took, in seconds; null if not measured. */
  seconds: number | null;
}

/** The best alternative to a click that lost. */
export interface BetterClick {
  /** The cell. */
  cell: number;
  /** Whether it was certainly safe. */
  certain: boolean;
  /** P(it held a mine) before the click. */
  mine_probability: number;
  /** The estimated win probability after it; null if it was certain or not searched. */
  win_probability: number | null;
}

/** A board, and how to draw it. */
export interface BoardInfo {
  /** The spec of the board; for a graph only its size. */
  spec: string;
  /** The kind of board as specs name it, or graph. */
  kind: string;
  /** The form of its cells in a drawing: squares, hexagons, triangles or graph. */
  tiling: string;
  /** Whether opposite edges are adjacent. */
  wraps: boolean;
  /** The length of each dimension. */
  shape: number[];
  /** The number of cells. */
  size: number;
  /** The number of mines in the spec; null if it has none. */
  mines: number | null;
  /** The largest number of neighbours of a cell. */
  max_degree: number;
  /** For each cell its neighbours in increasing order; empty above 20,000 cells, see `steps`. */
  neighbors: number[][];
  /** For each cell its coordinates; empty above 20,000 cells, as they follow from the shape. */
  coordinates: number[][];
  /**
   * For a large board, patterns of steps from a cell to its neighbours, along each dimension. A
   * cell at `x` has pattern number sum(`phase` * `x`) modulo the number of patterns.
   */
  steps: number[][][];
  /** The coefficients that select a pattern of `steps`, one per dimension. */
  phase: number[];
  /** For a graph, the place of each node in a drawing: x and y, both from 0 to 1. */
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

/** The state of a cell as far as the clues determine it. */
export interface CellWhy {
  /** The cell. */
  cell: number;
  /** Its state. */
  state: "safe" | "mine" | "not certain" | "open";
  /** P(it holds a mine); null if it is open. */
  mine_probability: number | null;
  /** The reason for this state. */
  why: Why;
}

/** Strategies on the same games, over all steps so far. */
export interface Compared {
  /** The board with its mines. */
  spec: string;
  /** Games that each strategy played. */
  games: number;
  /** The strategies, in the order of the request. */
  strategies: ComparedStrategy[];
}

/** The result of a strategy on the games that all strategies played. */
export interface ComparedStrategy {
  /** Its name. */
  strategy: string;
  /** Games it won. */
  wins: number;
  /** Its win rate. */
  win_rate: number;
  /** The bounds of the 95 % interval. */
  interval: number[];
  /** Games that it won and the first strategy lost. */
  only_this: number;
  /** Games that the first strategy won and it lost. */
  only_first: number;
  /** Its win rate minus that of the first strategy. */
  difference: number;
  /** The bounds of the 95 % interval of the difference, paired by games. */
  difference_interval: number[];
}

/** Strategies that play the same games; counts of earlier steps are added. */
export interface Comparison {
  board: SpecBoard | Graph;
  /** Number of mines. Default: that of the spec. */
  mines?: number | null;
  /** The first-click rule. */
  first?: "any" | "safe" | "open";
  /** Compiled strategies of /api/strategies. */
  strategies: string[];
  seed?: number;
  /** Maximum number of games to play in this step. */
  games?: number;
  /** Games played in earlier steps. */
  games_before?: number;
  /** The counts of each strategy in earlier steps. */
  before?: Counts[];
}

/** The value of a candidate click. */
export interface ConsideredClick {
  /** The cell. */
  cell: number;
  /** P(it holds no mine). */
  safety: number;
  /** The win probability after this click; null if it was not searched. */
  value: number | null;
  /** The standard error of the value. */
  error: number;
  /** Layouts on which the click was tried. */
  layouts: number;
  /** Whether the value is exact, under perfect play. */
  exact: boolean;
  /** Whether the click fell behind and is no longer tried. */
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
  /** Indices of the flagged cells that the clues prove safe; empty if flags are not the cause. */
  wrong_flags: number[];
  /** Indices of flagged cells that cannot all be mines; empty if there are none. */
  conflicting_flags: number[];
  /**
   * Indices of a smallest set of flags without which some layout is consistent; empty if flags
   * are not the cause.
   */
  flags_to_remove: number[];
}

/** The counts of a strategy in earlier steps. */
export interface Counts {
  /** Games won. */
  wins: number;
  /** Games won by it and lost by the first. */
  only_this: number;
  /** Games won by the first and lost by it. */
  only_first: number;
}

/** The critical density. */
export interface Critical {
  /** The definition. */
  method: string;
  /** The density; null if it is not defined. */
  value: number | null;
  /** 95 % interval; null if it cannot be computed. */
  interval: number[] | null;
  /** The meaning of the value, or the reason why there is none. */
  why: string;
  /**
   * The numbers of mines between which games are needed; null if there are enough points, or if
   * the density is undefined on the board.
   */
  needs: number[] | null;
}

/** Win rates by number of mines. */
export interface CurveColumns {
  /** The numbers of mines. */
  mines: number[];
  /** Mines per cell. */
  densities: number[];
  /** Games won. */
  wins: number[];
  /** The games. */
  games: number[];
  /** Win rates. */
  win_rates: number[];
  /** 95 % Wilson intervals. */
  intervals: number[][];
}

/** An error; some kinds have further fields. */
export interface Error {
  /** A message in one sentence. */
  error: string;
  /** The class of the error. */
  kind: string;
  /** For a contradiction, the cells of the contradictory clues. */
  clues?: number[] | null;
  [more: string]: unknown;
}

/** The content of a file or a text: a layout, a position, a replay, or an error. */
export interface FileFound {
  /** The kind of content; null if it could not be read. */
  kind: "layout" | "position" | "replay" | null;
  /** The position, as in requests. */
  position: Position | null;
  /** The layout, as in requests; for a replay the one that was played. */
  layout: MineLayout | null;
  /** The replay, as in requests. */
  replay: Recording | null;
  /** Metrics of the layout, if there is one. */
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
  /** File name for error messages; its ending decides between formats if the content is ambiguous. */
  name?: string | null;
  /** Format, as in sapper formats. Default: recognised by content. */
  format?: string | null;
  /** Whether an unreadable file is returned as an answer instead of a 422. */
  report_problem?: boolean;
}

/** A position or a layout, and the format to write. */
export interface FileToWrite {
  /** Format, as in sapper formats. */
  format: string;
  position?: Position | null;
  layout?: MineLayout | null;
}

/** A position as text. */
export interface Formatted {
  /** One character per cell and one line per row, after a line with the board. */
  text: string;
}

/**
 * A game: board, mines, rule, seed and number, and the moves made so far.
 *
 * A move is a cell, or the list of cells that one click opens (a chord). The first cell that is
 * opened is the first cell of the deal.
 */
export interface Game {
  board: SpecBoard | Graph;
  /** Number of mines. Default: that of the spec. */
  mines?: number | null;
  /** The first-click rule. */
  first?: "any" | "safe" | "open";
  /** The required first cell. Default: the first cell that is opened. */
  start?: number | null;
  /** An integer up to 2^64 - 1; as text, because JSON numbers may lose digits. */
  seed?: string;
  /** The number of the game, from 0. */
  index?: number;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** The reasoning that suffices to solve the layout without guessing: single clues, pairs (subtraction) or everything (engine). It replaces the first-click rule. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; the layout is drawn from all consistent layouts. */
  position?: Opened | null;
}

/** A game and a cell to explain. */
export interface GameAndCell {
  board: SpecBoard | Graph;
  /** Number of mines. Default: that of the spec. */
  mines?: number | null;
  /** The first-click rule. */
  first?: "any" | "safe" | "open";
  /** The required first cell. Default: the first cell that is opened. */
  start?: number | null;
  /** An integer up to 2^64 - 1; as text, because JSON numbers may lose digits. */
  seed?: string;
  /** The number of the game, from 0. */
  index?: number;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** The reasoning that suffices to solve the layout without guessing: single clues, pairs (subtraction) or everything (engine). It replaces the first-click rule. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; the layout is drawn from all consistent layouts. */
  position?: Opened | null;
  cell: number;
}

/** A game and the strategy that chooses the next click. */
export interface GameAndStrategy {
  board: SpecBoard | Graph;
  /** Number of mines. Default: that of the spec. */
  mines?: number | null;
  /** The first-click rule. */
  first?: "any" | "safe" | "open";
  /** The required first cell. Default: the first cell that is opened. */
  start?: number | null;
  /** An integer up to 2^64 - 1; as text, because JSON numbers may lose digits. */
  seed?: string;
  /** The number of the game, from 0. */
  index?: number;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** The reasoning that suffices to solve the layout without guessing: single clues, pairs (subtraction) or everything (engine). It replaces the first-click rule. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; the layout is drawn from all consistent layouts. */
  position?: Opened | null;
  /** As in /api/strategies. */
  strategy: string;
  /** Whether to return the reason, which takes longer. */
  explain?: boolean;
}

/** A game, and moves that may continue from an earlier answer. */
export interface GameMoves {
  board: SpecBoard | Graph;
  /** Number of mines. Default: that of the spec. */
  mines?: number | null;
  /** The first-click rule. */
  first?: "any" | "safe" | "open";
  /** The required first cell. Default: the first cell that is opened. */
  start?: number | null;
  /** An integer up to 2^64 - 1; as text, because JSON numbers may lose digits. */
  seed?: string;
  /** The number of the game, from 0. */
  index?: number;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** The reasoning that suffices to solve the layout without guessing: single clues, pairs (subtraction) or everything (engine). It replaces the first-click rule. */
  no_guess?: "single" | "subtraction" | "engine" | null;
  moves?: (number | number[])[];
  /** The position to continue from, with `first` any; the layout is drawn from all consistent layouts. */
  position?: Opened | null;
  /** The key of the answer to continue from; null if `moves` are all moves of the game. */
  after?: string | null;
}

/** The statistics of a finished game; the page adds time and clicks. */
export interface GameResult {
  /** The result of the game. */
  status: "won" | "lost";
  /** The 3BV of its layout. */
  bbbv: number;
  /** The part of the 3BV that was completed. */
  bbbv_solved: number;
  /**
   * ZiNi: the clicks, flags and chords of a greedy player who knows the mines; null if a cell
   * holds several mines.
   */
  zini: number | null;
  /** Guesses made when no cell was certainly safe. */
  needed_guesses: number;
  /** Guesses made although some cell was certainly safe. */
  unneeded_guesses: number;
  /** Cells opened in positions that exceeded the work budget. */
  unknown_guesses: number;
  /**
   * The product of the survival probabilities of all clicks, except the one that lost; null if a
   * position exceeded the work budget.
   */
  luck: number | null;
  /** The mine that was opened; null if none was. */
  lost_cell: number | null;
  /** P(it held a mine) before it was opened; null if none was, or if that is unknown. */
  lost_risk: number | null;
  /** The best click instead; null if the game was won, or if that exceeds the work budget. */
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
  /** For each cell its clue; null if it is covered. */
  clues: (number | null)[];
  /** The cells that each move opened. */
  opened: number[][];
  /** The number of mines; flags are not subtracted, as only the page knows them. */
  mines_left_unflagged: number;
}

/** The changes that moves made to the view of the player. */
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
  /** The cells that each move opened; moves after the end of the game are omitted. */
  opened: number[][];
  /** The clue of each of these cells. */
  clues: number[][];
}

/** A board given by the edges of a graph; its cells are 0 to nodes - 1. */
export interface Graph {
  /** Pairs of neighbouring cells, each pair once. */
  edges: [number, number][];
  /** Number of cells. */
  nodes: number;
}

/** A cell to open, with the reason. */
export interface Hint {
  /** The cell. */
  cell: number;
  /** Whether it is certainly safe. */
  certain: boolean;
  /** P(it holds a mine); null if the analysis exceeds the work budget. */
  mine_probability: number | null;
  /** The reason. */
  why: Why;
  /** All cells that are certainly safe. */
  safe: number[];
  /** All covered cells that are certainly mines. */
  mines: number[];
  /** For a guess, the candidates and the effect of each. */
  candidates: Candidate[];
}

/** Metrics of a layout. */
export interface LayoutFacts {
  /** The board with its mines. */
  spec: string;
  /** For each cell the number of mines around it. */
  numbers: number[];
  /** The 3BV: clicks needed to open every safe cell without chords. */
  bbbv: number;
  /** The number of openings. */
  openings: number;
  /** The number of islands of clues outside openings. */
  islands: number;
  /** ZiNi in clicks; null if a cell holds several mines. */
  zini: number | null;
  /** Human ZiNi in clicks; null if a cell holds several mines. */
  human_zini: number | null;
}

/** The luck of a player. */
export interface Luck {
  /**
   * The product of the survival probabilities of all clicks so far, except the one that lost;
   * null if a position exceeded the work budget.
   */
  survived: number | null;
  /** Every opened cell that was not certainly safe. */
  risks: Risk[];
}

/** The quantity that a definition of the critical density uses, by number of mines. */
export interface Measured {
  /** A share of games (won, or won without a guess), or a mean per game (the others). */
  quantity: "wins" | "guess_free" | "guesses" | "moves" | "seconds";
  /** In the order of the points of the curve; empty if it was not recorded. */
  values: number[];
  /** 95 % Wilson intervals of shares; null for other quantities. */
  intervals: number[][] | null;
}

/** A definition of the critical density. */
export interface Method {
  /** Its name. */
  name: string;
  /** A description in one sentence. */
  meaning: string;
}

/** A possible number of mines and its probability, given the position. */
export interface MineCountAnswer {
  /** Number of mines on the whole board. */
  mines: number;
  /** P(the board has that number of mines). */
  probability: number;
  /** The same as an exact fraction; null if not requested or too long. */
  exact: string | null;
}

/** The mines of every cell. */
export interface MineLayout {
  board: SpecBoard | Graph;
  /** For each cell its number of mines. */
  mines: number[];
}

/** A board given by the edges of a graph, with a name for the store. */
export interface NamedGraph {
  /** Pairs of neighbouring cells, each pair once. */
  edges: [number, number][];
  /** Number of cells. */
  nodes: number;
  /** Lower-case letters, digits, - and _. Default: the hash of its edges. */
  name?: string | null;
}

/** The position that a game continues from. */
export interface Opened {
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
}

/** A position that was read from text. */
export interface Parsed {
  /** As in requests. */
  board: SpecBoard | Graph;
  /** For each cell its clue, -3 if it is unread, -4 if it is out of view; null if covered. */
  clues: (number | null)[];
  /** Covered cells taken as mines. */
  flags: number[];
  /** The number of mines; null if it is unknown. */
  mines: number | null;
  /** The meaning of each symbol if the text is not in standard notation; otherwise empty. */
  symbols: Record<string, string>;
}

/** The lines on which theory predicts a certain share of games. */
export interface PhaseLine {
  /** The share. */
  rate: number;
  /** Pairs of cells and density at which this share of games is won. */
  won: number[][];
  /** Pairs of cells and density at which this share is won without a guess. */
  guess_free: number[][];
}

/** The games of a square with one number of mines. */
export interface PhasePoint {
  /** The board. */
  board: string;
  /** Its cells. */
  cells: number;
  /** Mines per cell. */
  density: number;
  /** The games. */
  games: number;
  /** Games won. */
  wins: number;
  /** Games won without a guess. */
  guess_free: number;
}

/** The phase diagram: the win rate by size and density. */
export interface Phases {
  /** The strategy. */
  strategy: string;
  /** The first-click rule. */
  first: "any" | "safe" | "open";
  /** The squares, each with its games. */
  points: PhasePoint[];
  /** The lines predicted by the census of ambiguous patterns. */
  lines: PhaseLine[];
}

/**
 * The view of a player: for each cell a clue, or null if it is covered.
 *
 * An open cell whose number is unread is -3, and a cell out of view, which may hold a mine, -4.
 */
export interface Position {
  board: SpecBoard | Graph;
  clues: (number | -3 | -4 | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** Number of mines. If it is unknown: a range such as 8-12, of which all layouts are equally likely, or a distribution such as 8:0.2,9:0.5,10:0.3. Default: that of the spec. */
  mines?: number | string | null;
  /** Mean mines per cell, instead of their number. */
  density?: number | null;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** As in answers of /api/parse, which are positions; it has no effect. */
  symbols?: Record<string, string>;
}

/** A position and a cell to explain. */
export interface PositionAndCell {
  board: SpecBoard | Graph;
  clues: (number | -3 | -4 | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** Number of mines. If it is unknown: a range such as 8-12, of which all layouts are equally likely, or a distribution such as 8:0.2,9:0.5,10:0.3. Default: that of the spec. */
  mines?: number | string | null;
  /** Mean mines per cell, instead of their number. */
  density?: number | null;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** As in answers of /api/parse, which are positions; it has no effect. */
  symbols?: Record<string, string>;
  cell: number;
}

/** A position, and the form of the answer if no layout fits it. */
export interface PositionToAnalyze {
  board: SpecBoard | Graph;
  clues: (number | -3 | -4 | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** Number of mines. If it is unknown: a range such as 8-12, of which all layouts are equally likely, or a distribution such as 8:0.2,9:0.5,10:0.3. Default: that of the spec. */
  mines?: number | string | null;
  /** Mean mines per cell, instead of their number. */
  density?: number | null;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** As in answers of /api/parse, which are positions; it has no effect. */
  symbols?: Record<string, string>;
  /** Whether a contradiction is returned as an analysis instead of a 422. */
  report_contradiction?: boolean;
}

/** A position for rollout search; with at most one mine per cell. */
export interface PositionToThink {
  board: SpecBoard | Graph;
  clues: (number | -3 | -4 | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** Number of mines. If it is unknown: a range such as 8-12, of which all layouts are equally likely, or a distribution such as 8:0.2,9:0.5,10:0.3. Default: that of the spec. */
  mines?: number | string | null;
  /** Mean mines per cell, instead of their number. */
  density?: number | null;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** As in answers of /api/parse, which are positions; it has no effect. */
  symbols?: Record<string, string>;
}

/** A position for a strategy to play to the end; counts of earlier steps are added. */
export interface PositionToWin {
  board: SpecBoard | Graph;
  clues: (number | -3 | -4 | null)[];
  /** Covered cells taken as mines. */
  flags?: number[];
  /** Number of mines. If it is unknown: a range such as 8-12, of which all layouts are equally likely, or a distribution such as 8:0.2,9:0.5,10:0.3. Default: that of the spec. */
  mines?: number | string | null;
  /** Mean mines per cell, instead of their number. */
  density?: number | null;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** As in answers of /api/parse, which are positions; it has no effect. */
  symbols?: Record<string, string>;
  /** A compiled strategy of /api/strategies. */
  strategy?: string;
  /** Layouts to draw and play. */
  samples?: number;
  /** Layouts played in earlier steps. */
  samples_before?: number;
  /** Layouts won in earlier steps. */
  wins_before?: number;
}

/** A named board. */
export interface Preset {
  /** The name of the board. */
  name: string;
  /** The board with its mines. */
  spec: string;
  /** The first-click rule. */
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
  /** Seconds from the start of the game. */
  time: number;
  /** The intended action. */
  kind: "open" | "flag" | "chord";
  cell: number;
}

/** One click of a recording and its effect. */
export interface RecordedMove {
  /** The index of the click, from 0. */
  number: number;
  /** Seconds from the start of the game. */
  time: number;
  /** The intended action. */
  kind: "open" | "flag" | "chord";
  /** The cell. */
  cell: number;
  /** The cells that it opened. */
  opened: number[];
  /** The mines that it hit. */
  exploded: number[];
  /** Whether it had no effect. */
  wasted: boolean;
  /** The probability of hitting a mine; null if it opens nothing or exceeds the work budget. */
  risk: number | null;
  /** For a guess, whether no cell was certainly safe; null for any other click. */
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
  /** Seconds from the start of the game to the last click. */
  seconds: number;
  /** Clicks without effect. */
  wasted: number;
  /** The 3BV of the layout. */
  bbbv: number;
  /** The part of the 3BV that was completed. */
  bbbv_solved: number;
  /** `bbbv_solved` per second; null if no time passed. */
  bbbv_per_second: number | null;
  /** ZiNi of the layout. */
  zini: number;
  /** ZiNi divided by the number of clicks of a won game; null for any other. */
  efficiency: number | null;
  /** Guesses made when no cell was certainly safe. */
  needed_guesses: number;
  /** Guesses made although some cell was certainly safe. */
  unneeded_guesses: number;
  /** The probability of surviving all survived guesses; null if one is unknown. */
  luck: number | null;
  /** The index of the click that hit a mine; null if none did. */
  lost_at: number | null;
  /** For each cell the number of mines around it. */
  numbers: number[];
  /** All clicks. */
  moves: RecordedMove[];
}

/** A recording, and the first-click rule of the game. */
export interface RecordingToAnalyze {
  layout: MineLayout;
  clicks: RecordedClick[];
  player?: string | null;
  program?: string | null;
  /** First-click rule: safe (no risk), or any (it may hit a mine). */
  first?: "safe" | "any";
}

/** A finished game, cell by cell. */
export interface Replay {
  /** The result of the game. */
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
  /** P(it held a mine) before the click; null if that exceeds the work budget. */
  mine_probability: number | null;
  /**
   * For a guess, whether no cell was certainly safe; null for any other click, or if that exceeds
   * the work budget.
   */
  needed: boolean | null;
  /** The cells that opened; none if it was a mine. */
  opened: number[];
}

/** An opened cell that was not certainly safe. */
export interface Risk {
  /** The index of its move. */
  move: number;
  /** The cell. */
  cell: number;
  /** P(it held a mine) before the click; null if that exceeds the work budget. */
  mine_probability: number | null;
}

/** A board given by its spec. */
export interface SpecBoard {
  /** [KIND:]DIMS[/MINES], for example 16x30/99. */
  spec: string;
}

/** The games of one strategy on one board in the store. */
export interface StoredBoard {
  /** The spec of the board. */
  board: string;
  /** The strategy. */
  strategy: string;
  /** The first-click rule. */
  first: "any" | "safe" | "open";
  /** The first cell. */
  start: number;
  /** The seed; as text, because JSON numbers may lose digits. */
  seed: string;
  /** The most mines that a cell can hold. */
  max_per_cell: number;
  /** The count of different numbers of mines. */
  points: number;
  /** Games at all numbers of mines together. */
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
  /** The value of Chong et al. 2024; null if the paper does not have the board. */
  published: number | null;
}

/** A strategy. */
export interface StrategyInfo {
  /** The name to use in requests. */
  name: string;
  /** A description in one line. */
  description: string;
  /** Its author or publication. */
  source: string;
  /** Whether the name is a pattern for many strategies, such as heuristic:ORDER. */
  family: boolean;
}

/** The same number of games for every combination of boards, mines and strategies. */
export interface Sweep {
  boards: (string | NamedGraph)[];
  strategies: string[];
  first?: "any" | "safe" | "open";
  /** Games per point. */
  games: number;
  seed?: number;
  /** Numbers of mines. Default: that of the spec, or all up to half the cells. */
  mines?: number[] | null;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
}

/** A sweep. */
export interface SweepRow {
  /** Its number. */
  id: number;
  /** The state of the sweep. */
  state: "running" | "stopped" | "done" | "failed";
  /** Games in the store. */
  done: number;
  /** Games requested. */
  total: number;
  /** Games per second. */
  rate: number | null;
  /** Estimated seconds to the end. */
  left: number | null;
  /** The reason of a failure. */
  error: string | null;
  /** The start, in seconds since 1970. */
  began: number;
  /** The boards. */
  boards: string[];
  /** The strategies. */
  strategies: string[];
  /** The first-click rule. */
  first: "any" | "safe" | "open";
  /** Games per point. */
  games: number;
  /** The seed; as text, because JSON numbers may lose digits. */
  seed: string;
  /** The numbers of mines; null if they were not given. */
  mines: number[] | null;
  /** The most mines that a cell can hold. */
  max_per_cell: number;
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
  /** The value of Chong et al. 2024; null if the paper does not have the board. */
  published: number | null;
  /** The reason why games that were played give no value; otherwise null. */
  why: string | null;
}

/** A position as text: one character per cell, one line per row, optionally after a spec. */
export interface Text {
  text: string;
  /** Number of mines. Default: that of the spec. */
  mines?: number | null;
  /** Maximum number of mines in one cell. */
  max_per_cell?: number;
  /** The board, if the text does not name it. */
  board?: SpecBoard | Graph | null;
}

/** The values of the clicks in a position. */
export interface Thinking {
  /** The cell to open. */
  best: number;
  /** Whether that cell is certainly safe. */
  certain: boolean;
  /** The candidate clicks, the best first. */
  considered: ConsideredClick[];
  /** Layouts drawn so far. */
  layouts: number;
  /** Seconds so far. */
  seconds: number;
  /** A note in a sentence; mostly empty. */
  note: string;
  /** Whether this is the last answer. */
  ended: boolean;
}

/** The reason for the state of a cell. */
export interface Why {
  /** A sentence for people. */
  text: string;
  /** The cells whose clues prove it. */
  clues: number[];
  /** The kind of reasoning. */
  kind: string;
}

/** The win probability of a strategy from a position, over all steps so far. */
export interface WinAnswer {
  /** The strategy that plays. */
  strategy: string;
  /** The probability or its estimate; null if no layout could be played in time. */
  value: number | null;
  /** The bounds of its 95 % interval; both equal the value if it is exact. */
  interval: number[];
  /** Whether the value is exact, so that further steps are unnecessary. */
  exact: boolean;
  /** The value as a fraction; null if it is not exact or too long. */
  fraction: string | null;
  /** Layouts played in all steps. */
  samples: number;
  /** Layouts won in all steps; null if the value is exact. */
  wins: number | null;
  /** A note on the value, in a sentence; mostly empty. */
  note: string;
}

/** A position or a layout in some format. */
export interface WrittenFile {
  /** A file name with the ending of the format; for a link the name of the format. */
  name: string;
  /** The bytes. */
  base64: string;
  /** The same as text; null for a binary format. */
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
