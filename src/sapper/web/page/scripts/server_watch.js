/**
 * Whether the server answers. Requests tell what they meet; while it is away it is asked again from
 * time to time, and whoever listens hears when it comes back.
 */

/** @typedef {(away: boolean) => void} ServerListener */

const PAUSE = 1500;
/** Small, and there as soon as anything is. */
const ASKED = "/api/presets";

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
  if (away) tell(false);
}

/** A request found nobody. */
export function serverSilent() {
  if (!away) tell(true);
}

/** @param {boolean} isAway */
function tell(isAway) {
  away = isAway;
  clearTimeout(timer);
  if (away) timer = window.setTimeout(() => void askAgain(), PAUSE);
  for (const listener of listeners) listener(away);
}

async function askAgain() {
  try {
    const { ok } = await fetch(ASKED, { cache: "no-store" });
    if (ok) serverAnswered();
  } catch {
    // It is still away.
  }
  if (away) timer = window.setTimeout(() => void askAgain(), PAUSE);
}
