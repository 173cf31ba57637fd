/**
 * The address of the page: "#/room?name=value&…". A room writes what it shows into the address, so
 * that a link, a reload and the back button all lead to the same state.
 */

/** @typedef {{ room: string, params: URLSearchParams }} Route */

/** Browsers refuse addresses that change too often. */
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
 * Encodes no more than must be, so that links can be read.
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
 * Puts a state into the address without a step in the history; soon, if the last was just now.
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

/** Writes an address that is waiting at once. */
export function flushAddress() {
  clearTimeout(timer);
  timer = 0;
  if (waiting === null) return;
  history.replaceState(null, "", waiting);
  waiting = null;
  last = performance.now();
}

/** Drops an address that is waiting, as its room was left. */
export function forgetAddress() {
  clearTimeout(timer);
  timer = 0;
  waiting = null;
}
