/**
 * Requests to the server: JSON in, JSON out. A failure is an ApiError whose message is a sentence for
 * the player. A request that is answered with 503 is repeated up to twice, after the delay that the
 * server asks for in Retry-After.
 */

import { serverAnswered, serverSilent } from "./server_watch.js";

/** @import { Gets, Posts } from "./api_types.js" */

const RETRIES = 2;
/** The longest delay before a retry, in milliseconds. */
const LONGEST_WAIT = 2000;

export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} kind
   * @param {Record<string, unknown>} details
   */
  constructor(message, status, kind, details) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.kind = kind;
    this.details = details;
  }
}

/**
 * The address of a path of the API. It is relative to the page, which need not be at the root of its
 * host.
 *
 * @param {string} path
 */
export function addressOf(path) {
  return path.replace(/^\//, "");
}

/**
 * @template {keyof Gets} P
 * @param {P} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<Gets[P]>}
 */
export function get(path, signal) {
  return request(path, { signal: signal ?? null });
}

/**
 * @template {keyof Posts} P
 * @param {P} path
 * @param {Posts[P]["body"]} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Posts[P]["answer"]>}
 */
export function post(path, body, signal) {
  return request(path, sent(body, signal));
}

/**
 * Posts a request and yields its answers, which are server-sent events with JSON data.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<unknown, void, void>}
 */
export async function* postForEvents(path, body, signal) {
  const response = await answered(path, sent(body, signal));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value = "", done = true } = (await reader?.read()) ?? {};
    text += value;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ""));
    if (done) return;
  }
}

/**
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {RequestInit}
 */
function sent(body, signal) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  };
}

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<T>}
 */
async function request(path, init) {
  return (await answered(path, init)).json();
}

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function answered(path, init) {
  for (let attempt = 0; ; attempt++) {
    const response = await reach(path, init);
    if (response.ok) return response;
    if (response.status === 503 && attempt < RETRIES) {
      await pause(waitOf(response));
      continue;
    }
    throw await failure(response);
  }
}

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function reach(path, init) {
  try {
    const response = await fetch(addressOf(path), init);
    serverAnswered();
    return response;
  } catch (error) {
    if (isAborted(error)) throw error;
    serverSilent();
    throw new ApiError("Can't reach the server.", 0, "", {});
  }
}

/** @param {Response} response */
async function failure(response) {
  /** @type {Record<string, unknown>} */
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Without JSON the status is all that is known.
  }
  const message =
    typeof body.error === "string"
      ? body.error
      : `The server returned error ${response.status}. Try again in a moment.`;
  return new ApiError(message, response.status, String(body.kind ?? ""), body);
}

/**
 * The milliseconds to wait before a retry.
 *
 * @param {Response} response
 */
function waitOf(response) {
  const seconds = Number(response.headers.get("Retry-After") ?? 1);
  return Math.min(LONGEST_WAIT, 1000 * (Number.isFinite(seconds) ? seconds : 1));
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Whether a request failed because the page cancelled it.
 *
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * The message of an error.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}
