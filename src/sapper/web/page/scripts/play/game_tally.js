/**
 * What the page counts of a game that the server does not know of: time, clicks, help. The device
 * keeps it for the last games, so that it survives a reload and a way back.
 */

import { keep, kept } from "../device_store.js";

const MOST_KEPT = 50;

/**
 * @typedef {object} Tally
 * @property {number | null} seconds null where nobody knows: the game was begun elsewhere
 * @property {number} clicks all of them, also flags and those that did nothing
 * @property {number} undone moves that were taken back
 * @property {boolean} helped whether hints, chances or a strategy took part
 * @property {number | null} recorded when the game went into the history, if it did
 */

/**
 * The tally of a game that the device knows; else that of a new one, or of one begun elsewhere.
 *
 * @param {string} game its address without moves
 * @param {boolean} begun whether moves were made
 * @returns {Tally}
 */
export function tallyOf(game, begun) {
  const known = tallies().find(([address]) => address === game)?.[1];
  if (known !== undefined && begun) return { ...known };
  // A game that starts again has a layout that may be known.
  const recorded = known?.recorded ?? null;
  return { seconds: begun ? null : 0, clicks: 0, undone: 0, helped: false, recorded };
}

/**
 * @param {string} game
 * @param {Tally} tally
 */
export function keepTally(game, tally) {
  const others = tallies().filter(([address]) => address !== game);
  keep("tallies", [...others, [game, tally]].slice(-MOST_KEPT));
}

/** @returns {[string, Tally][]} */
function tallies() {
  /** @type {unknown} */
  const found = kept("tallies", null);
  return Array.isArray(found) ? found.filter(isTally) : [];
}

/** @param {unknown} entry */
function isTally(entry) {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const [, tally] = entry;
  if (typeof tally !== "object" || tally === null) return false;
  const timed = tally.seconds === null || Number.isFinite(tally.seconds);
  return timed && Number.isFinite(tally.clicks) && Number.isFinite(tally.undone);
}
