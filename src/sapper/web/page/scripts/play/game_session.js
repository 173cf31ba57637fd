/**
 * One game: which board, rule and seed, the cells opened so far, the flags. The server keeps nothing:
 * every move sends the whole game and gets back what a player may see. Moves wait for each other.
 */

import { post } from "../api.js";

/** @import { BoardInfo, Game, GameState } from "../api_types.js" */
/** @import { BoardRef, FirstRule, Move } from "../types.js" */

/**
 * @typedef {object} GameSetup
 * @property {BoardRef} board
 * @property {number} mines
 * @property {FirstRule} first
 * @property {string} seed
 * @property {number} index
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
    /** @type {GameState} */
    this.state = blankState(board, setup.mines);
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /**
   * @param {Move[]} [moves]
   * @returns {Game}
   */
  request(moves = this.moves) {
    const { board, mines, first, seed, index } = this.setup;
    return { board, mines, first, start: null, seed, index, max_per_cell: 1, moves };
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
    return this.inTurn(async () => {
      if (this.canOpen(cell)) await this.play([...this.moves, cell]);
    });
  }

  /**
   * Opens the unflagged neighbours of a clue that has all its flags.
   *
   * @param {number} cell
   * @returns {Promise<void>}
   */
  chord(cell) {
    return this.inTurn(async () => {
      const clue = this.state.clues[cell];
      const around = this.board.neighbors[cell];
      const flagged = around.filter((other) => this.flags.has(other)).length;
      if (clue === null || clue === 0 || flagged !== clue) return;
      const opens = around.filter((other) => this.canOpen(other));
      if (opens.length > 0) await this.play([...this.moves, opens]);
    });
  }

  /** @param {number} cell */
  toggleFlag(cell) {
    if (this.over || this.state.clues[cell] !== null) return;
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
      this.undone += this.moves.length - count;
      await this.play(this.moves.slice(0, count));
    });
  }

  /**
   * Takes up a game with its moves, as from a link.
   *
   * @param {Move[]} moves
   * @param {number[]} flags
   * @returns {Promise<void>}
   */
  resume(moves, flags) {
    return this.inTurn(async () => {
      this.flags = new Set(flags);
      await this.play(moves);
    });
  }

  /** @param {number} cell */
  canOpen(cell) {
    return !this.over && this.state.clues[cell] === null && !this.flags.has(cell);
  }

  /** @param {Move[]} moves */
  async play(moves) {
    this.state = await post("/api/game", this.request(moves));
    this.moves = moves;
    for (const cell of this.flags) if (this.state.clues[cell] !== null) this.flags.delete(cell);
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

/**
 * @param {BoardInfo} board
 * @param {number} mines
 * @returns {GameState}
 */
function blankState({ spec, size }, mines) {
  return {
    spec,
    size,
    status: "new",
    start: null,
    clues: new Array(size).fill(null),
    opened: [],
    mines_left_unflagged: mines,
    safe_left: size - mines,
    moves: 0,
    guesses: 0,
    luck: { survived: 1, risks: [] },
    bbbv: null,
    layout: null,
    unavoidable: false,
    exploded: null,
  };
}

/** A seed that no one has used: a whole number below 2^53. */
export function freshSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((high & 0x1fffff) * 2 ** 32 + low);
}
