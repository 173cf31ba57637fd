/**
 * The finished games on this device and their statistics: records, streaks, win rate. Games with help
 * or undo are stored but not counted.
 */

import { forget, keep, kept } from "../device_store.js";
import { boardParams, boardText } from "../board_specs.js";

/** @import { GameSetup } from "./game_session.js" */

/**
 * @typedef {object} FinishedGame
 * @property {string} kind board, mines and rule, as `kindOf` returns them
 * @property {number} at when it ended, in milliseconds since 1970
 * @property {boolean} won
 * @property {number | null} seconds
 * @property {number} clicks
 * @property {number} bbbv
 * @property {number | null} solved the part of the 3BV that was solved; null if unknown
 * @property {number | null} zini null if unknown, as for boards with several mines per cell
 * @property {number | null} needed forced guesses; null if unknown
 * @property {number | null} unneeded avoidable guesses; null if unknown
 * @property {number | null} luck the odds of surviving the guesses; null if unknown
 * @property {boolean} helped whether hints, chances, a strategy or undo were used
 */

/**
 * @typedef {object} Statistics
 * @property {number} games the number of games without help
 * @property {number} won
 * @property {number} helped the number of games with help
 * @property {number} streak current number of games won in a row
 * @property {number} longest the longest streak
 * @property {number | null} seconds the best time
 * @property {number | null} mean the mean time of won games
 * @property {number | null} speed the best 3BV per second
 * @property {number | null} efficiency the best ratio of 3BV to clicks
 */

/** The most games that are stored: about one of the five megabytes that browsers allow. */
const MOST_KEPT = 5000;

/**
 * The kind of a game; records are kept per kind. This is a key in the storage: see `kindInWords`.
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
 * @returns {boolean} whether it is kept after the page is closed
 */
export function remember(game) {
  return keep("games", [...finishedGames(), game].slice(-MOST_KEPT));
}

/**
 * Adds figures to a stored game that were not known when it ended.
 *
 * @param {number} at when it ended
 * @param {Partial<FinishedGame>} figures
 */
export function amend(at, figures) {
  const games = finishedGames();
  if (!games.some((game) => game.at === at)) return;
  keep(
    "games",
    games.map((game) => (game.at === at ? { ...game, ...figures } : game)),
  );
}

/** @param {string | null} kind null for all kinds */
export function forgetGames(kind) {
  if (kind === null) forget("games");
  else
    keep(
      "games",
      finishedGames().filter((game) => game.kind !== kind),
    );
}

/**
 * The statistics of games of one kind.
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
  return solved === null || seconds === null || seconds === 0 ? null : solved / seconds;
}

/**
 * The efficiency, as players define it: the solved 3BV per click.
 *
 * @param {FinishedGame} game
 */
export function efficiencyOf({ solved, clicks }) {
  return solved === null || clicks === 0 ? null : solved / clicks;
}

/**
 * The clicks of a greedy player who knows the mines, per click of the player.
 *
 * @param {FinishedGame} game
 */
export function ziniEfficiencyOf({ won, zini, clicks }) {
  return !won || zini === null || clicks === 0 ? null : zini / clicks;
}

/**
 * For each game, the win rate of the last `window` games up to it.
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
 * A short hash (FNV-1a) that distinguishes graphs.
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
  const numbers = ["at", "clicks", "bbbv"];
  const figures = ["seconds", "zini", "luck", "solved", "needed", "unneeded"];
  const known = (/** @type {unknown} */ value) => value === null || Number.isFinite(value);
  return (
    typeof game.kind === "string" &&
    typeof game.won === "boolean" &&
    typeof game.helped === "boolean" &&
    numbers.every((name) => Number.isFinite(game[name])) &&
    figures.every((name) => known(game[name]))
  );
}
