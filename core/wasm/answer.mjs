// Answers requests with the WebAssembly module: node answer.mjs MODULE.wasm, with one JSON array
// [route, request] per line on standard input and one answer per line on standard output. The route "probabilities"
// uses the call without texts, "memory" returns the bytes of the module's memory, and "stop" answers a request with
// a poll that stops it after a number of calls.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Engine, EngineError } from "../../engine-js/src/module.js";

let polls = Infinity;
const engine = await Engine.start(await readFile(process.argv[2]), { poll: () => --polls < 0 });

/** @param {string} route @param {any} request */
function answer(route, request) {
  if (route === "memory") return engine.memory;
  if (route === "probabilities")
    return [...(engine.probabilities(request.board, request.states, request.mines) ?? [])];
  if (route === "stop") {
    polls = request.polls;
    const found = engine.call(request.route, request.request);
    polls = Infinity;
    return found;
  }
  if (route === "time") {
    const before = process.cpuUsage();
    for (const [inner, each] of request) answer(inner, each);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }
  return engine.call(route, request);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [route, request] = JSON.parse(line);
  let found;
  try {
    found = answer(route, request);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    found = { error: { kind: error.kind, message: error.message } };
  }
  console.log(JSON.stringify(found));
}
