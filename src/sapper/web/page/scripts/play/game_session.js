/**
 * One game: which board, rule and seed, the cells opened so far, the flags.
 *
 * Clicks are sent to the server in batches: the first at once, and those made before its answer
 * together in the next batch, so that a slow network never delays a fast player. A batch continues
 * from the key of the previous answer, and its answer contains the changes. If the server no longer
 * caches the game of that key, the whole game is sent.
 */

import { ApiError, post } from "../api.js";

/** @import { BoardInfo, Game, GameStep } from "../api_types.js" */
/** @import { BoardRef, FirstRule, Level, Move } from "../types.js" */

/**
 * @typedef {object} GameSetup
 * @property {BoardRef} board
 * @property {number} mines
 * @property {FirstRule} first
 * @property {Level | null} noGuess the reasoning that must suffice, for a no-guess game
 * @property {string} seed
 * @property {number} index
 * @property {GivenPosition | null} [from] the position from which the game starts, if any
 *
 * @typedef {{ clues: (number | null)[], flags: Set<number> }} GivenPosition
 *
 * The player's view of a game: the fields of the last answer, with all clues by cell and all moves.
 * @typedef {Omit<GameStep, "key" | "clues"> & { clues: (number | null)[] }} GameView
 */

export class GameSession {
  /**
   * @param {GameSetup} setup
   * @param {BoardInfo} board
   * @param {{ moved: () => void, flagged: () => void }} listeners
   */
  constructor(setup, board, listeners) {
    this.setup = setup;
    this.board = board;
    this.listeners = listeners;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Set<number>} */
    this.flags = new Set();
    this.undone = 0;
    /** @type {GameView} */
    this.state = newGame(board, setup);
    /** The key of the game in the server's cache, if it has one. */
    /** @type {string | null} */
    this.key = null;
    /** Clicks that wait to be sent, oldest first. */
    /** @type {Move[]} */
    this.waiting = [];
    /** The cells of clicks that have no answer yet. */
    /** @type {Set<number>} */
    this.awaited = new Set();
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /**
   * @param {Move[]} [moves]
   * @returns {Game}
   */
  request(moves = this.moves) {
    const { board, mines, first, noGuess, seed, index, from = null } = this.setup;
    const kind = { board, mines, first, start: null, max_per_cell: 1, no_guess: noGuess };
    const position = from === null ? null : { clues: from.clues, flags: [...from.flags] };
    return { ...kind, seed, index, moves, position };
  }

  get over() {
    return this.state.status === "won" || this.state.status === "lost";
  }

  get minesLeft() {
    return this.setup.mines - this.flags.size;
  }

  /**
   * @param {number} cell
   * @returns {Promise<void>}
   */
  open(cell) {
    if (this.canOpen(cell)) this.queue(cell);
    return this.inTurn(() => this.sendWaiting());
  }

  /**
   * Opens the unflagged neighbours of a clue that has all its flags.
   *
   * @param {number} cell
   * @returns {Promise<void>}
   */
  chord(cell) {
    const clue = this.state.clues[cell];
    if (clue !== null && clue > 0) {
      const around = this.board.neighbors[cell];
      const flagged = around.filter((other) => this.flags.has(other)).length;
      const opens = around.filter((other) => this.canOpen(other));
      if (flagged === clue && opens.length > 0) this.queue(opens);
    }
    return this.inTurn(() => this.sendWaiting());
  }

  /** @param {number} cell */
  toggleFlag(cell) {
    if (this.over || this.state.clues[cell] !== null || this.awaited.has(cell)) return;
    if (!this.flags.delete(cell)) this.flags.add(cell);
    this.listeners.flagged();
  }

  /**
   * Goes back to the position after some moves.
   *
   * @param {number} count
   * @returns {Promise<void>}
   */
  rewind(count) {
    return this.inTurn(async () => {
      const taken = this.moves.length - count;
      await this.replay(this.moves.slice(0, count));
      this.undone += taken;
      this.changed();
    });
  }

  /**
   * Continues a game with given moves, such as those of a link.
   *
   * @param {Move[]} moves
   * @param {number[]} flags
   * @returns {Promise<void>}
   */
  resume(moves, flags) {
    return this.inTurn(async () => {
      this.flags = new Set(flags);
      await this.replay(moves);
      this.changed();
    });
  }

  /** @param {number} cell */
  canOpen(cell) {
    return (
      !this.over &&
      this.state.clues[cell] === null &&
      !this.flags.has(cell) &&
      !this.awaited.has(cell)
    );
  }

  /** @param {Move} move */
  queue(move) {
    this.waiting.push(move);
    for (const cell of cellsOf(move)) this.awaited.add(cell);
  }

  /** Sends all waiting clicks in one request. */
  async sendWaiting() {
    const queued = this.waiting;
    this.waiting = [];
    const moves = queued.map((move) => this.stillCovered(move)).filter((move) => move !== null);
    try {
      if (moves.length > 0 && !this.over) await this.send(moves);
    } finally {
      for (const move of queued) for (const cell of cellsOf(move)) this.awaited.delete(cell);
    }
    if (moves.length > 0) this.changed();
  }

  /**
   * A click without the cells that earlier clicks have opened; null if none is left.
   *
   * @param {Move} move
   * @returns {Move | null}
   */
  stillCovered(move) {
    const covered = cellsOf(move).filter((cell) => this.state.clues[cell] === null);
    if (covered.length === 0) return null;
    return Array.isArray(move) ? covered : move;
  }

  /** @param {Move[]} moves */
  async send(moves) {
    const { key } = this;
    if (key === null) {
      await this.replay([...this.moves, ...moves]);
      return;
    }
    try {
      const step = await post("/api/game/moves", { ...this.request(moves), after: key });
      this.apply(this.state, this.moves, step, moves);
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === "GameForgotten")) throw error;
      await this.replay([...this.moves, ...moves]);
    }
  }

  /**
   * Plays a whole game from its beginning.
   *
   * @param {Move[]} moves
   */
  async replay(moves) {
    const step = await post("/api/game/moves", { ...this.request(moves), after: null });
    this.apply(newGame(this.board, this.setup), [], step, moves);
  }

  /**
   * Adds the changes in an answer to the previous state.
   *
   * @param {GameView} before
   * @param {Move[]} earlier
   * @param {GameStep} step
   * @param {Move[]} moves
   */
  apply(before, earlier, step, moves) {
    const { key, opened, clues: revealed, luck, ...rest } = step;
    const clues = before.clues.slice();
    opened.forEach((cells, move) => {
      cells.forEach((cell, index) => {
        clues[cell] = revealed[move][index];
        this.flags.delete(cell);
      });
    });
    this.state = {
      ...rest,
      clues,
      opened: [...before.opened, ...opened],
      luck: { ...luck, risks: [...before.luck.risks, ...luck.risks] },
    };
    this.moves = [...earlier, ...moves.slice(0, opened.length)];
    this.key = key;
  }

  changed() {
    this.listeners.moved();
  }

  /**
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  inTurn(act) {
    const next = this.last.then(act);
    this.last = next.catch(() => undefined);
    return next;
  }
}

/** @param {Move} move */
function cellsOf(move) {
  return Array.isArray(move) ? move : [move];
}

/**
 * The state of a game before its first click; it needs no request.
 *
 * @param {BoardInfo} board
 * @param {GameSetup} setup
 * @returns {GameView}
 */
function newGame({ size }, { mines, from = null }) {
  return {
    status: "new",
    start: null,
    clues: from === null ? new Array(size).fill(null) : from.clues.slice(),
    opened: [],
    safe_left: size - mines,
    moves: 0,
    guesses: 0,
    luck: { survived: 1, risks: [] },
    judged: true,
    bbbv: null,
    layout: null,
    unavoidable: false,
    exploded: null,
  };
}

/** A random seed: a whole number below 2^53. */
export function freshSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((high & 0x1fffff) * 2 ** 32 + low);
}
