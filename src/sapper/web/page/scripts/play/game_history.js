/**
 * The games that were finished on this device, and what they come to: bests, streaks, win rate. Games
 * in which something helped are kept too, but count for nothing.
 */

import { forget, keep, kept } from "../device_store.js";
import { boardParams, boardText } from "../board_specs.js";

/** @import { GameSetup } from "./game_session.js" */

/**
 * @typedef {object} FinishedGame
 * @property {string} kind board, mines and rule
 * @property {number} at when it ended, in milliseconds since 1970
 * @property {boolean} won
 * @property {number | null} seconds
 * @property {number} clicks
 * @property {number} bbbv
 * @property {number} solved how much of the 3BV was done
 * @property {number | null} zini
 * @property {number} needed guesses
 * @property {number} unneeded guesses
 * @property {number | null} luck
 * @property {boolean} helped whether hints, chances, a strategy or undo took part
 */

/**
 * @typedef {object} Statistics
 * @property {number} games without help
 * @property {number} won
 * @property {number} helped games besides
 * @property {number} streak games won in a row up to now
 * @property {number} longest the longest streak
 * @property {number | null} seconds the best time
 * @property {number | null} mean the mean time of games that were won
 * @property {number | null} speed the most 3BV in a second
 * @property {number | null} efficiency the best ZiNi by clicks
 */

/** About a megabyte, of the five that browsers grant. */
const MOST_KEPT = 5000;

/**
 * The kind of a game: what its record is compared with.
 *
 * @param {GameSetup} setup
 */
export function kindOf({ board, mines, first, noGuess }) {
  const edges = "spec" in board ? "" : `#${digest(boardParams(board).join())}`;
  const rule = noGuess === null ? first : `no guess by ${noGuess}`;
  return `${boardText(board)}${edges}/${mines}, ${rule}`;
}

/** @returns {FinishedGame[]} the oldest first */
export function finishedGames() {
  /** @type {unknown} */
  const found = kept("games", null);
  return Array.isArray(found) ? found.filter(isGame) : [];
}

/**
 * @param {FinishedGame} game
 * @returns {boolean} whether it outlasts the page
 */
export function remember(game) {
  return keep("games", [...finishedGames(), game].slice(-MOST_KEPT));
}

/** @param {string | null} kind null for all of them */
export function forgetGames(kind) {
  if (kind === null) forget("games");
  else
    keep(
      "games",
      finishedGames().filter((game) => game.kind !== kind),
    );
}

/**
 * What games of one kind come to.
 *
 * @param {FinishedGame[]} all
 * @returns {Statistics}
 */
export function statistics(all) {
  const games = all.filter(({ helped }) => !helped);
  const won = games.filter((game) => game.won);
  const times = won.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
  let streak = 0;
  let longest = 0;
  for (const game of games) {
    streak = game.won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return {
    games: games.length,
    won: won.length,
    helped: all.length - games.length,
    streak,
    longest,
    seconds: times.length === 0 ? null : Math.min(...times),
    mean: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length,
    speed: most(won.map(speedOf)),
    efficiency: most(won.map(efficiencyOf)),
  };
}

/** @param {FinishedGame} game */
export function speedOf({ solved, seconds }) {
  return seconds === null || seconds === 0 ? null : solved / seconds;
}

/** @param {FinishedGame} game */
export function efficiencyOf({ won, zini, clicks }) {
  return !won || zini === null || clicks === 0 ? null : zini / clicks;
}

/**
 * The win rate of the last games up to each.
 *
 * @param {FinishedGame[]} games
 * @param {number} window
 */
export function rollingRate(games, window) {
  return games.map((_, at) => {
    const last = games.slice(Math.max(0, at + 1 - window), at + 1);
    return last.filter(({ won }) => won).length / last.length;
  });
}

/** @param {(number | null)[]} values */
function most(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/**
 * A short text that tells graphs apart.
 *
 * @param {string} text
 */
function digest(text) {
  let hash = 0x811c9dc5;
  for (const letter of text)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/**
 * @param {unknown} entry
 * @returns {entry is FinishedGame}
 */
function isGame(entry) {
  if (typeof entry !== "object" || entry === null) return false;
  const game = /** @type {Record<string, unknown>} */ (entry);
  const numbers = ["at", "clicks", "bbbv", "solved", "needed", "unneeded"];
  const known = (/** @type {unknown} */ value) => value === null || Number.isFinite(value);
  return (
    typeof game.kind === "string" &&
    typeof game.won === "boolean" &&
    typeof game.helped === "boolean" &&
    numbers.every((name) => Number.isFinite(game[name])) &&
    ["seconds", "zini", "luck"].every((name) => known(game[name]))
  );
}
