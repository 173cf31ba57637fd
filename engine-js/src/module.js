// @ts-check
// The engine in this thread: an instance of the WebAssembly module, with its calls as functions.

/** An error of the engine. `kind` is "input", "contradiction", "too_hard" or "internal". */
export class EngineError extends Error {
  /**
   * @param {string} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
  }
}

const SUCCESS = 0;
const NOT_SUPPORTED = 52; // of WASI
const STOPPED = 2; // what a call returns if poll() stopped it

/**
 * The WASI functions that the module imports: a clock, and output that is discarded.
 *
 * @param {() => WebAssembly.Memory} memory
 * @returns {Record<string, (...args: any[]) => number>}
 */
function system(memory) {
  return {
    clock_time_get(_clock, _precision, result) {
      const now = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory().buffer).setBigUint64(result, now, true);
      return SUCCESS;
    },
    fd_write(_file, vectors, count, result) {
      const view = new DataView(memory().buffer);
      let written = 0;
      for (let i = 0; i < count; i++) written += view.getUint32(vectors + 8 * i + 4, true);
      view.setUint32(result, written, true);
      return SUCCESS;
    },
    proc_exit(code) {
      throw new EngineError("internal", `the engine ended with code ${code}`);
    },
  };
}

/** An instance of the module. Its calls block the thread. */
export class Engine {
  /**
   * Compile and start the module.
   *
   * @param {BufferSource | WebAssembly.Module} source the module, or its bytes
   * @param {{ poll?: () => boolean, memory?: number }} [options] `poll` is called about every millisecond of a
   *   call and stops it by returning true; `memory` limits the tables of one count, in bytes (64 MiB)
   * @returns {Promise<Engine>}
   */
  static async start(source, options = {}) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    /** @type {any} */
    let exports;
    const offered = system(() => exports.memory);
    /** @type {Record<string, Record<string, (...args: any[]) => number>>} */
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] = offered[name] ?? (() => NOT_SUPPORTED);
    }
    const poll = options.poll ?? (() => false);
    imports["sapper"] = { poll: () => (poll() ? 1 : 0) };
    const instance = await WebAssembly.instantiate(module, imports);
    exports = instance.exports;
    exports._initialize();
    exports.sapper_limit_memory(options.memory ?? 64 * 2 ** 20);
    return new Engine(exports);
  }

  /** @param {any} exports */
  constructor(exports) {
    this._exports = exports;
    /** @type {{ spec: string, size: number, states: number, result: number } | null} */
    this._board = null;
  }

  /**
   * Answer a request. Returns null if poll() stopped it; throws EngineError.
   *
   * @param {string} route
   * @param {object} [request]
   * @returns {any}
   */
  call(route, request = {}) {
    const exports = this._exports;
    const name = this._write(new TextEncoder().encode(route));
    const text = this._write(new TextEncoder().encode(JSON.stringify(request)));
    try {
      return this._result(exports.sapper_call(name.at, name.size, text.at, text.size));
    } finally {
      exports.sapper_free(name.at);
      exports.sapper_free(text.at);
    }
  }

  /**
   * Analyse a position without texts: the mine probability of every cell, NaN if it is revealed.
   *
   * @param {string} spec
   * @param {ArrayLike<number>} states
   * @param {number} mines
   * @param {number} [maxPerCell]
   * @returns {Float64Array | null} null if poll() stopped it
   */
  probabilities(spec, states, mines, maxPerCell = 1) {
    const exports = this._exports;
    const board = this._setBoard(spec);
    if (states.length !== board.size)
      throw new EngineError("input", `states needs ${board.size} numbers, one per cell, and has ${states.length}`);
    new Int16Array(exports.memory.buffer, board.states, board.size).set(states);
    const status = exports.sapper_analyze(board.states, mines, maxPerCell, board.result);
    if (status === STOPPED) return null;
    this._check(status);
    return new Float64Array(exports.memory.buffer, board.result, board.size).slice();
  }

  /** The bytes of the module's memory, which never shrinks. */
  get memory() {
    return this._exports.memory.buffer.byteLength;
  }

  /** @param {string} spec */
  _setBoard(spec) {
    if (this._board?.spec === spec) return this._board;
    const exports = this._exports;
    const text = this._write(new TextEncoder().encode(spec));
    let size = 0;
    try {
      size = this._result(exports.sapper_set_board(text.at, text.size));
    } finally {
      exports.sapper_free(text.at);
    }
    if (this._board) {
      exports.sapper_free(this._board.states);
      exports.sapper_free(this._board.result);
    }
    this._board = {
      spec,
      size,
      states: exports.sapper_allocate(2 * size),
      result: exports.sapper_allocate(8 * size),
    };
    return this._board;
  }

  /** @param {Uint8Array} bytes */
  _write(bytes) {
    const at = this._exports.sapper_allocate(Math.max(1, bytes.length));
    if (at === 0) throw new EngineError("too_hard", "the memory of the module is used up");
    new Uint8Array(this._exports.memory.buffer, at, bytes.length).set(bytes);
    return { at, size: bytes.length };
  }

  _text() {
    const exports = this._exports;
    return new TextDecoder().decode(
      new Uint8Array(exports.memory.buffer, exports.sapper_text(), exports.sapper_text_size()),
    );
  }

  /** @param {number} status */
  _check(status) {
    if (status === SUCCESS) return;
    const { kind, message } = JSON.parse(this._text()).error;
    throw new EngineError(kind, message);
  }

  /** @param {number} status */
  _result(status) {
    if (status === STOPPED) return null;
    this._check(status);
    return JSON.parse(this._text());
  }
}
