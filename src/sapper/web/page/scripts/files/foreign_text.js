/** Distinguishes texts in Sapper's own notation from those whose format the server must detect. */

const LINK_OR_JSON = /[={]/;
const MINES = /\*/;
const MINE_FILE = /^\s*\d+x\d+x\d+\s/i;
const RECORDING = /^\s*(?:board|rawvf_version)\s*:/im;

/**
 * Whether a text is not a position in Sapper's own notation, but a link, JSON, a layout or a foreign file.
 *
 * @param {string} text
 */
export function isForeign(text) {
  return [LINK_OR_JSON, MINES, MINE_FILE, RECORDING].some((mark) => mark.test(text));
}

/**
 * Decodes bytes as UTF-8 text; null if they are not text.
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
