/** The time a game takes: from the first click to the last, as long as its room is shown. */

export class GameClock {
  /** @param {(seconds: number | null, running: boolean) => void} onTick */
  constructor(onTick) {
    this.onTick = onTick;
    /** Seconds before the clock was last started; null where nobody knows. */
    /** @type {number | null} */
    this.before = 0;
    this.since = 0;
    this.marked = 0;
    this.timer = 0;
  }

  get running() {
    return this.timer !== 0;
  }

  /** @returns {number | null} */
  get seconds() {
    return this.at(performance.now());
  }

  /** @param {number} now */
  at(now) {
    if (this.before === null) return null;
    return this.before + (this.running ? (now - this.since) / 1000 : 0);
  }

  start() {
    if (this.running) return;
    this.since = performance.now();
    this.marked = this.since;
    this.timer = window.setInterval(() => this.onTick(this.seconds, true), 250);
  }

  /** A click was made: should it be the last, the game ended now and not when the answer comes. */
  mark() {
    this.marked = performance.now();
  }

  /** Stops; at the last click if the game is over. */
  stop(over = false) {
    this.set(over && this.running ? this.at(this.marked) : this.seconds);
  }

  /**
   * Stands still at a time.
   *
   * @param {number | null} seconds
   */
  set(seconds) {
    clearInterval(this.timer);
    this.timer = 0;
    this.before = seconds;
    this.onTick(seconds, false);
  }
}
