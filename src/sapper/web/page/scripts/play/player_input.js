/** The effects of clicks, touches and keys in a game. */

/** @import { BoardHandlers } from "../board/board_view.js" */
/** @import { PlayRoom } from "./play_room.js" */

/** Keys that ask for help. */
const ASSISTING = ["h", "b", "p", "w"];

export class PlayerInput {
  /** @param {PlayRoom} room */
  constructor(room) {
    this.room = room;
  }

  /** @returns {BoardHandlers} */
  get handlers() {
    return {
      main: (cell) => this.mainClick(cell),
      second: (cell) => this.secondClick(cell),
      secondDown: (cell) => this.secondDown(cell),
      middle: (cell) => this.chord(cell),
      hold: (cell) => this.room.options.on.oneButton && this.otherWay(cell),
      pressed: (cell, chord) => this.pressed(cell, chord),
      longPress: (cell) => void (this.otherWay(cell) || this.chord(cell)),
      key: (key, cell, event) => this.key(key, cell, event),
    };
  }

  /** @param {number} cell */
  mainClick(cell) {
    const { session } = this.room;
    if (session === null) return;
    if (this.room.ask.on) {
      this.room.ask.set(false);
      void this.room.adviser.askWhy(cell);
    } else if (session.state.clues[cell] !== null) this.chord(cell);
    else if (this.room.flagging) this.flag(cell);
    else this.open(cell);
  }

  /** @param {number} cell */
  secondClick(cell) {
    if (this.room.session?.state.clues[cell] === null && this.room.flagging) this.open(cell);
  }

  /**
   * Flags when the button is pressed, without waiting for the release, except in flag mode.
   *
   * @param {number} cell
   */
  secondDown(cell) {
    if (this.room.flagging || this.room.session?.state.clues[cell] !== null) return false;
    this.flag(cell);
    return true;
  }

  /**
   * The effect of a long press on a covered cell: flag or, in flag mode, open.
   *
   * @param {number} cell
   * @returns {boolean} false if the cell is open
   */
  otherWay(cell) {
    if (this.room.session?.state.clues[cell] !== null) return false;
    if (this.room.flagging) this.open(cell);
    else this.flag(cell);
    return true;
  }

  /**
   * The cells that releasing the button would open, without flagged ones.
   *
   * @param {number} cell
   * @param {boolean} chord
   */
  pressed(cell, chord) {
    const { session } = this.room;
    if (session === null || session.over || this.room.ask.on) return [];
    const { clues } = session.state;
    const covered = clues[cell] === null;
    if (covered && this.room.flagging && !chord) return [];
    const cells = covered && !chord ? [cell] : [cell, ...session.board.neighbors[cell]];
    return cells.filter((other) => clues[other] === null && !session.flags.has(other));
  }

  /** @param {number} cell */
  open(cell) {
    this.clicked();
    this.room.clock.start();
    this.room.act((session) => session.open(cell));
  }

  /** @param {number} cell */
  chord(cell) {
    this.clicked();
    this.room.act((session) => session.chord(cell));
  }

  /** @param {number} cell */
  flag(cell) {
    this.clicked();
    this.room.session?.toggleFlag(cell);
  }

  /** Counts a click of the player. */
  clicked() {
    const { session } = this.room;
    if (session === null || session.over) return;
    this.room.tally.clicks += 1;
    this.room.clock.mark();
  }

  /**
   * @param {string} key
   * @param {number | null} cell
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(key, cell, event) {
    const pressed = key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (pressed !== "z") return false;
      this.room.takeBack();
      return true;
    }
    if (!this.room.assists && ASSISTING.includes(pressed)) return false;
    const act = this.keys[pressed] ?? (cell === null ? undefined : this.cellKeys(cell)[pressed]);
    act?.();
    return act !== undefined;
  }

  /** The keys that do not need a cell. */
  get keys() {
    /** @type {Record<string, () => void>} */
    const acts = {
      h: () => void this.room.adviser.hint(false),
      b: () => void this.room.adviser.hint(true),
      p: () => this.room.showChances(!this.room.wantsChances),
      u: () => this.room.takeBack(),
      n: () => void this.room.setup.startFresh(),
    };
    return acts;
  }

  /**
   * The keys that act on a cell.
   *
   * @param {number} cell
   */
  cellKeys(cell) {
    const open = () =>
      this.room.session?.state.clues[cell] === null ? this.open(cell) : this.chord(cell);
    /** @type {Record<string, () => void>} */
    const acts = {
      enter: open,
      " ": open,
      f: () => this.flag(cell),
      c: () => this.chord(cell),
      w: () => void this.room.adviser.askWhy(cell),
    };
    return acts;
  }
}
