/**
 * Time, clicks and help of a game, which the server does not record. They are stored on this device
 * for the latest games, so that they survive a reload.
 */

import { keep, kept } from "../device_store.js";

const MOST_KEPT = 50;

/**
 * @typedef {object} Tally
 * @property {number | null} seconds null if unknown: the game was started elsewhere
 * @property {number} clicks all clicks, including flags and clicks without effect
 * @property {number} undone the number of undone moves
 * @property {boolean} helped whether hints, chances or a strategy were used
 * @property {number | null} recorded when the game went into the history, if it did
 */

/**
 * The stored tally of a game; otherwise that of a new game, or of one that was started elsewhere.
 *
 * @param {string} game its address without moves
 * @param {boolean} started whether moves were made
 * @returns {Tally}
 */
export function tallyOf(game, started) {
  const known = tallies().find(([address]) => address === game)?.[1];
  if (known !== undefined && started) return { ...known };
  // A game that is started again is not recorded again: its layout may be known to the player.
  const recorded = known?.recorded ?? null;
  return { seconds: started ? null : 0, clicks: 0, undone: 0, helped: false, recorded };
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
