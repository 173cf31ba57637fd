/** The time of a game, from the first click to the last; it runs only while the room is shown. */

export class GameClock {
  /** @param {(seconds: number | null, running: boolean) => void} onTick */
  constructor(onTick) {
    this.onTick = onTick;
    /** Seconds that had elapsed when the clock was last started; null if unknown. */
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

  /**
   * The seconds at a time of performance.now().
   *
   * @param {number} now in milliseconds
   */
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

  /** Records the time of a click: if it ends the game, the game ends now and not with the answer. */
  mark() {
    this.marked = performance.now();
  }

  /** Stops the clock, at the time of the last click if the game is over. */
  stop(over = false) {
    this.set(over && this.running ? this.at(this.marked) : this.seconds);
  }

  /**
   * Sets the time and stops the clock.
   *
   * @param {number | null} seconds null if unknown
   */
  set(seconds) {
    clearInterval(this.timer);
    this.timer = 0;
    this.before = seconds;
    this.onTick(seconds, false);
  }
}
