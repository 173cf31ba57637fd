// @ts-check
// The worker: an engine of its own that answers one request after another.
import { Engine, EngineError } from "./module.js";

/** @typedef {{ id: number, route: string, request: any, stop?: SharedArrayBuffer }} Request */

/** @type {Promise<Engine>} */
let engine;
/** @type {Int32Array | null} the flag of the current request, if memory can be shared */
let flag = null;

/** @type {(message: any) => void} */
let post;

/** @param {Request} message */
async function answer({ id, route, request, stop }) {
  try {
    if (route === "start") {
      const poll = () => flag !== null && Atomics.load(flag, 0) !== 0;
      engine = Engine.start(request.module, { memory: request.memory, poll });
      await engine;
      post({ id, result: null });
      return;
    }
    const running = await engine;
    flag = stop ? new Int32Array(stop) : null;
    const { board, states, mines, max_per_cell: maxPerCell } = request;
    const result =
      route === "probabilities"
        ? running.probabilities(board, states, mines, maxPerCell)
        : running.call(route, request);
    post(result === null ? { id, stopped: true } : { id, result });
  } catch (error) {
    const kind = error instanceof EngineError ? error.kind : "internal";
    post({ id, error: { kind, message: String(/** @type {any} */ (error)?.message ?? error) } });
  } finally {
    flag = null;
  }
}

/** @type {Promise<void>} */
let last = Promise.resolve();
/** @param {any} message */
function receive(message) {
  last = last.then(() => answer(message));
}

// In a browser without a pause: messages that arrive before there is a listener are lost.
if (typeof WorkerGlobalScope !== "undefined") {
  post = (message) => self.postMessage(message);
  self.addEventListener("message", (event) => receive(event.data));
} else {
  const { parentPort } = await import("node:worker_threads");
  if (!parentPort) throw new Error("sapper-engine: worker.js is the script of a worker");
  post = (message) => parentPort.postMessage(message);
  parentPort.on("message", receive);
}
