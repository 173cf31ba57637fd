/**
 * What the page keeps on this device, as JSON under names of its own. A store that is full or
 * forbidden is no error: what was kept lasts as long as the page then.
 */

const PREFIX = "sapper-";

/** @type {Map<string, string>} */
const withoutStorage = new Map();

/**
 * Returns what was kept under a name; the fallback if there is nothing or it cannot be read.
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
 * @param {unknown} value what JSON can say
 * @returns {boolean} whether it outlasts the page
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
    // What cannot be written is not there either.
  }
}
