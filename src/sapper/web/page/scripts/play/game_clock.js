/** The time a game takes: it runs from the first move to the last. */

export class GameClock {
  /** @param {(seconds: number) => void} onTick */
  constructor(onTick) {
    this.onTick = onTick;
    this.before = 0;
    this.since = 0;
    this.timer = 0;
  }

  get running() {
    return this.timer !== 0;
  }

  get seconds() {
    return this.before + (this.running ? (performance.now() - this.since) / 1000 : 0);
  }

  start() {
    if (this.running) return;
    this.since = performance.now();
    this.timer = window.setInterval(() => this.onTick(this.seconds), 250);
  }

  stop() {
    this.before = this.seconds;
    clearInterval(this.timer);
    this.timer = 0;
    this.onTick(this.before);
  }

  reset() {
    clearInterval(this.timer);
    this.timer = 0;
    this.before = 0;
    this.onTick(0);
  }
}
