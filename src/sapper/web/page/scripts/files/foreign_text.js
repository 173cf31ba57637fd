/** Which texts are in the page's own notation, and which the server must recognise first. */

const LINK_OR_JSON = /[={]/;
const MINES = /\*/;
const MINE_FILE = /^\s*\d+x\d+x\d+\s/i;
const RECORDING = /^\s*(?:board|rawvf_version)\s*:/im;

/**
 * Whether a text is no position in Sapper's own notation: a link, JSON, a layout, a file of others.
 *
 * @param {string} text
 */
export function isForeign(text) {
  return [LINK_OR_JSON, MINES, MINE_FILE, RECORDING].some((mark) => mark.test(text));
}

/**
 * Bytes as text; null where they are none.
 *
 * @param {Uint8Array} bytes
 */
export function asText(bytes) {
  if (bytes.some((byte) => byte < 9)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
