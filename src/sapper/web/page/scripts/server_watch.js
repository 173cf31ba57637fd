/**
 * Tracks whether the server answers. Every request reports its outcome. While the server is
 * unreachable it is polled, and the listeners are called when it answers again.
 */

/** @typedef {(away: boolean) => void} ServerListener */

/** Milliseconds between two polls. */
const PAUSE = 1500;
/** A small answer that is always available. */
const POLLED = "api/presets";

/** @type {ServerListener[]} */
const listeners = [];
let away = false;
let timer = 0;

/** @param {ServerListener} listener */
export function watchServer(listener) {
  listeners.push(listener);
}

/** A request was answered, whatever the answer. */
export function serverAnswered() {
  if (away) notify(false);
}

/** A request got no answer. */
export function serverSilent() {
  if (!away) notify(true);
}

/** @param {boolean} isAway */
function notify(isAway) {
  away = isAway;
  clearTimeout(timer);
  if (away) timer = window.setTimeout(() => void poll(), PAUSE);
  for (const listener of listeners) listener(away);
}

async function poll() {
  try {
    const { ok } = await fetch(POLLED, { cache: "no-store" });
    if (ok) serverAnswered();
  } catch {
    // Still unreachable.
  }
  if (away) timer = window.setTimeout(() => void poll(), PAUSE);
}
