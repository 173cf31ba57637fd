// @ts-check
// The engine in workers: every call is a promise and can be cancelled.
import { EngineError } from "./module.js";

export { EngineError };

/** The default address of the module: next to package.json. */
const MODULE = new URL("../sapper.wasm", import.meta.url);
const WORKER = new URL("./worker.js", import.meta.url);
const NODE = typeof process !== "undefined" && process.versions?.node !== undefined;

/** @typedef {{ resolve: (value: any) => void, reject: (error: any) => void }} Waiting */

/** One worker, in a browser or in Node, and the requests that it has not answered. */
class Thread {
  /**
   * @param {WebAssembly.Module} module
   * @param {number} memory
   */
  constructor(module, memory) {
    this._module = module;
    this._memory = memory;
    /** @type {Map<number, Waiting>} */
    this._waiting = new Map();
    this._next = 0;
    /** @type {Promise<any> | null} */
    this._worker = null;
  }

  /** The number of requests that wait for an answer. */
  get load() {
    return this._waiting.size;
  }

  /**
   * @param {string} route
   * @param {any} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async ask(route, request, signal) {
    signal?.throwIfAborted();
    const id = this._next++;
    // If memory can be shared, a flag stops the call. Otherwise the worker is ended, and the other
    // requests that wait for it fail, too; the next request starts a new one.
    const stop = signal && typeof SharedArrayBuffer !== "undefined" ? new SharedArrayBuffer(4) : undefined;
    const answer = new Promise((resolve, reject) => this._waiting.set(id, { resolve, reject }));
    const cancel = () => {
      this._waiting.get(id)?.reject(signal?.reason);
      this._waiting.delete(id);
      if (stop) Atomics.store(new Int32Array(stop), 0, 1);
      else this.end(new EngineError("internal", "another request of the same worker was cancelled"));
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      this._worker ??= this._start();
      const worker = await this._worker;
      worker.ref?.(); // keeps Node running while there is something to wait for
      if (this._waiting.has(id)) worker.postMessage({ id, route, request, stop });
      return await answer;
    } finally {
      signal?.removeEventListener("abort", cancel);
      this._waiting.delete(id);
      if (this.load === 0) (await this._worker)?.unref?.();
    }
  }

  /**
   * End the worker; what waits for it fails.
   *
   * @param {Error} [reason]
   */
  end(reason = new EngineError("internal", "the engine was ended")) {
    const worker = this._worker;
    this._worker = null;
    worker?.then((running) => running.terminate());
    for (const { reject } of this._waiting.values()) reject(reason);
    this._waiting.clear();
  }

  async _start() {
    const worker = NODE
      ? new (await import("node:worker_threads")).Worker(WORKER)
      : new Worker(WORKER, { type: "module" });
    const receive = (/** @type {any} */ message) => {
      const waiting = this._waiting.get(message.id);
      if (!waiting) return;
      if (message.error) waiting.reject(new EngineError(message.error.kind, message.error.message));
      else if (!message.stopped) waiting.resolve(message.result);
    };
    const fail = (/** @type {any} */ error) =>
      this.end(new EngineError("internal", error?.message ?? "the worker could not be started"));
    if ("on" in worker) {
      worker.on("message", receive);
      worker.on("error", fail);
    } else {
      worker.addEventListener("message", (/** @type {any} */ event) => receive(event.data));
      worker.addEventListener("error", fail);
    }
    worker.postMessage({ id: -1, route: "start", request: { module: this._module, memory: this._memory } });
    return worker;
  }
}

/** The engine. Start one with Sapper.start(). */
export class Sapper {
  /** @param {import("./index.js").StartOptions} [options] */
  static async start(options = {}) {
    const source = options.module ?? MODULE;
    const module = source instanceof WebAssembly.Module ? source : await compile(source);
    const threads = options.threads ?? 1;
    return new Sapper(
      Array.from({ length: threads }, () => new Thread(module, options.memory ?? 64 * 2 ** 20)),
    );
  }

  /** @param {Thread[]} threads */
  constructor(threads) {
    this._threads = threads;
  }

  /** @type {any} */
  async version(options = {}) {
    return (await this._ask("version", {}, options.signal)).version;
  }

  /** @type {any} */
  async analyze(position, options = {}) {
    return this._ask("analyze", request(position), options.signal);
  }

  /** @type {any} */
  async probabilities(position, options = {}) {
    return this._ask("probabilities", request(position), options.signal);
  }

  /** @type {any} */
  async choose(position, options = {}) {
    const { strategy, seed, index, signal } = options;
    return this._ask("choose", { ...request(position), ...counters({ strategy, seed, index }) }, signal);
  }

  /** @type {any} */
  async sample(position, samples, options = {}) {
    const fields = counters({ samples, seed: options.seed, first_sample: options.first });
    return (await this._ask("sample", { ...request(position), ...fields }, options.signal)).layouts;
  }

  /** @type {any} */
  async deal(spec, options = {}) {
    const { seed = 1, index, first, start, maxPerCell, signal } = options;
    return this._ask("deal", { spec, first, start, max_per_cell: maxPerCell, ...counters({ seed, index }) }, signal);
  }

  /** @type {any} */
  async noGuess(spec, options = {}) {
    const { seed = 1, index, start, level, uniform, tries, signal } = options;
    return this._ask("no-guess", { spec, start, level, uniform, ...counters({ seed, index, tries }) }, signal);
  }

  /** @type {any} */
  async simulate(spec, options) {
    const { strategy = "best", games, seed = 1, first, start, maxPerCell, signal } = options;
    const fields = { spec, strategy, first, start, max_per_cell: maxPerCell, ...counters({ seed }) };
    return this._play("simulate", games, signal, (begin, count) => ({ ...fields, first_game: begin, games: count }));
  }

  /** @type {any} */
  async winChance(position, options = {}) {
    const { strategy = "best", samples = 1000, seed = 1, signal } = options;
    const fields = { ...request(position), strategy, ...counters({ seed }) };
    return this._play("continue", samples, signal, (begin, count) => ({
      ...fields,
      first_sample: begin,
      samples: count,
    }));
  }

  /** End all workers. Calls that wait for an answer fail. */
  end() {
    for (const thread of this._threads) thread.end();
  }

  /**
   * @param {string} route
   * @param {any} fields
   * @param {AbortSignal} [signal]
   */
  _ask(route, fields, signal) {
    const idle = this._threads.reduce((best, each) => (each.load < best.load ? each : best));
    return idle.ask(route, fields, signal);
  }

  /**
   * Divide a number of games among the workers and add up the results.
   *
   * @param {string} route
   * @param {number} count
   * @param {AbortSignal | undefined} signal
   * @param {(begin: number, count: number) => any} part
   */
  async _play(route, count, signal, part) {
    if (!Number.isSafeInteger(count) || count < 1)
      throw new EngineError("input", `the number of games is a positive integer, not ${count}`);
    const parts = Math.min(this._threads.length, count);
    const share = Math.ceil(count / parts);
    const all = [];
    for (let begin = 0, i = 0; begin < count; begin += share, i++)
      all.push(this._threads[i].ask(route, part(begin, Math.min(share, count - begin)), signal));
    const found = await Promise.all(all);
    const sum = (/** @type {string} */ name) => found.reduce((total, each) => total + each[name], 0);
    const [games, wins] = [sum("games"), sum("wins")];
    return {
      games,
      wins,
      winRate: wins / games,
      interval: wilson(wins, games),
      guesses: sum("guesses"),
      moves: sum("moves"),
      won: Array.from(found.map((each) => each.won).join(""), (each) => each === "1"),
    };
  }
}

/**
 * The Wilson interval of 95 % of a share.
 *
 * @param {number} wins
 * @param {number} games
 * @returns {[number, number]}
 */
function wilson(wins, games) {
  const z = 1.959963984540054;
  const share = wins / games;
  const middle = (share + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half =
    ((z / (1 + (z * z) / games)) * Math.sqrt((share * (1 - share)) / games + (z * z) / (4 * games * games)));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** @param {any} position */
function request({ board, edges, size, states, mines, density, maxPerCell }) {
  return { board, edges: edges?.flat(), size, states: Array.from(states), mines, density, max_per_cell: maxPerCell };
}

/**
 * Write numbers beyond the integers of JSON as texts.
 *
 * @param {Record<string, any>} fields
 */
function counters(fields) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === "bigint" ? String(value) : value]),
  );
}

/** @param {string | URL | BufferSource} source */
async function compile(source) {
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (NODE && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(new Uint8Array(await readFile(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new EngineError("internal", `the engine could not be loaded: ${url} (${response.status})`);
  return WebAssembly.compile(await response.arrayBuffer());
}
