/**
 * The reference win rate of a strategy on a kind of games. The server plays games in small steps until
 * the rate is precise enough; the tally of the watched games is compared with it.
 */

import { isAborted, post, sentence } from "../api.js";

/** @import { Compared, Game } from "../api_types.js" */

/** Games per request. */
const STEP = 2000;
const MOST_STEPS = 12;
/** The estimate stops when half the width of its 95 % interval is at most this. */
const PRECISE = 0.005;

/** The fields of a game that identify it among those of its kind. */
const IDENTITY = ["seed", "index", "moves"];
const KIND = ["board", "mines", "first"];
const USUAL = { max_per_cell: 1 };

/**
 * Requests the rate and reports each improved estimate.
 *
 * @param {Game} game any game of the kind
 * @param {string} strategy
 * @param {AbortSignal} signal
 * @param {(found: Compared) => void} onFound
 * @returns {Promise<string>} the reason why it is unknown; empty if it is known
 */
export async function askKnownRate(game, strategy, signal, onFound) {
  if (!isUsual(game)) return "it is available only for normal games with one mine per cell";
  const { board, mines = null, first = "safe" } = game;
  /** @type {Compared | null} */
  let known = null;
  try {
    for (let step = 0; step < MOST_STEPS; step++) {
      const before = known?.strategies.map(({ wins, only_this, only_first }) => ({
        wins,
        only_this,
        only_first,
      }));
      /** @type {Compared} */
      const found = await post(
        "/api/compare",
        {
          board,
          mines,
          first,
          strategies: [strategy],
          games: STEP,
          games_before: known?.games ?? 0,
          before: before ?? [],
        },
        signal,
      );
      onFound(found);
      known = found;
      const [low, high] = found.strategies[0].interval;
      if (high - low <= 2 * PRECISE) break;
    }
  } catch (error) {
    if (!isAborted(error)) return sentence(error);
  }
  return "";
}

/**
 * Whether a game is fully described by its board, mines and first-click rule.
 *
 * @param {Game} game
 */
function isUsual(game) {
  const known = new Set([...IDENTITY, ...KIND]);
  /** @type {Record<string, unknown>} */
  const usual = USUAL;
  return Object.entries(game).every(
    ([name, value]) => known.has(name) || !value || usual[name] === value,
  );
}
