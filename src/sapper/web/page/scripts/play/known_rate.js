/**
 * How often a strategy wins games of a kind, played by the server in small steps until that is known
 * well: what a tally of a few games is held against.
 */

import { isAborted, post, sentence } from "../api.js";

/** @import { Compared, Game } from "../api_types.js" */

const STEP = 2000;
const MOST_STEPS = 12;
/** Half the width of an interval that is narrow enough. */
const SHARP = 0.005;

/** The fields of a game that say which one of its kind it is, and not which kind. */
const WHICH = ["seed", "index", "moves"];
const KIND = ["board", "mines", "first"];
const USUAL = { max_per_cell: 1 };

/**
 * Asks for the rate, and tells it as it grows sharper.
 *
 * @param {Game} game any game of the kind
 * @param {string} strategy
 * @param {AbortSignal} signal
 * @param {(found: Compared) => void} onFound
 * @returns {Promise<string>} why it is not known, if it is not
 */
export async function askKnownRate(game, strategy, signal, onFound) {
  if (!isUsual(game)) return "how often it wins such games is not known";
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
      if (high - low <= 2 * SHARP) break;
    }
  } catch (error) {
    if (!isAborted(error)) return sentence(error);
  }
  return "";
}

/**
 * Whether a game is of a kind that is dealt by its board, mines and rule alone.
 *
 * @param {Game} game
 */
function isUsual(game) {
  const known = new Set([...WHICH, ...KIND]);
  /** @type {Record<string, unknown>} */
  const usual = USUAL;
  return Object.entries(game).every(
    ([name, value]) => known.has(name) || !value || usual[name] === value,
  );
}
