/**
 * The address of the page: "#/room?name=value&…". A room writes its state into the address, so that a
 * link, a reload and the back button restore it.
 */

/** @typedef {{ room: string, params: URLSearchParams }} Route */

/** Milliseconds between two changes of the address; browsers reject more frequent ones. */
const LEAST_PAUSE = 400;

/** @returns {Route} */
export function currentRoute() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { room: path, params: new URLSearchParams(query) };
}

/**
 * @param {string} room
 * @param {[string, string][]} params
 */
export function routeHash(room, params) {
  const query = params.map(([name, value]) => `${name}=${readable(value)}`).join("&");
  return `#/${room}${query === "" ? "" : `?${query}`}`;
}

/**
 * Encodes a value but leaves the characters : / , ; readable.
 *
 * @param {string} value
 */
function readable(value) {
  return encodeURIComponent(value).replace(/%(?:3A|2F|2C|3B)/g, decodeURIComponent);
}

/** @type {string | null} */
let waiting = null;
let timer = 0;
let last = -LEAST_PAUSE;

/**
 * Replaces the address without a history entry; delayed if the last change was just now.
 *
 * @param {string} hash
 */
export function replaceAddress(hash) {
  waiting = hash;
  if (timer !== 0) return;
  const left = last + LEAST_PAUSE - performance.now();
  if (left <= 0) flushAddress();
  else timer = window.setTimeout(flushAddress, left);
}

/** Writes a delayed address immediately. */
export function flushAddress() {
  clearTimeout(timer);
  timer = 0;
  if (waiting === null) return;
  history.replaceState(null, "", waiting);
  waiting = null;
  last = performance.now();
}

/** Discards a delayed address, because its room was left. */
export function forgetAddress() {
  clearTimeout(timer);
  timer = 0;
  waiting = null;
}
