/**
 * Values that the page keeps in the browser's local storage, as JSON under prefixed names. If the
 * storage is full or disabled, values are kept in memory until the page is closed.
 */

const PREFIX = "sapper-";

/** @type {Map<string, string>} */
const withoutStorage = new Map();

/**
 * Returns the value stored under a name, or the fallback if there is none or it cannot be read.
 *
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function kept(name, fallback) {
  try {
    const text = withoutStorage.get(name) ?? localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {unknown} value a value that JSON can represent
 * @returns {boolean} whether it is kept after the page is closed
 */
export function keep(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    withoutStorage.delete(name);
    return true;
  } catch {
    withoutStorage.set(name, text);
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  withoutStorage.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage there is nothing to remove.
  }
}
