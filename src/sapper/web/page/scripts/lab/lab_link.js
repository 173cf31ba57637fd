/**
 * The state of the Lab in the address: the curves, the method, the table, the phase diagram, the
 * comparison. Default values are omitted.
 */

import { routeHash } from "../router.js";

/** @import { FirstRule } from "../types.js" */

/** @typedef {"value" | "published" | "difference"} TableShown */
/** @typedef {"won" | "guess_free"} PhaseShown */

/**
 * @typedef {object} LabState
 * @property {string} method
 * @property {string[] | null} curves keys of stored curves; null before the first selection
 * @property {string} table the strategy of the table; empty for the one with the most boards
 * @property {TableShown} shown
 * @property {string} phases kind of boards and source of the games, such as "grid,study"
 * @property {PhaseShown} share
 * @property {Compare} compare
 *
 * @typedef {object} Compare
 * @property {string} board
 * @property {string} strategies
 * @property {string} first
 * @property {string} seed
 */

/** @type {LabState} */
export const USUAL = {
  method: "paper",
  curves: null,
  table: "",
  shown: "value",
  phases: "grid,study",
  share: "won",
  compare: { board: "16x16/40", strategies: "pseq, best", first: "safe", seed: "1" },
};

export const TABLE_SHOWN = /** @type {TableShown[]} */ (["value", "published", "difference"]);
export const PHASES = ["grid,study", "torus,study", "grid,store", "torus,store"];
export const SHARES = /** @type {PhaseShown[]} */ (["won", "guess_free"]);
const RULES = /** @type {FirstRule[]} */ (["safe", "open", "any"]);
const LONGEST_QUOTE = 40;

/** @param {LabState} state */
export function labHash(state) {
  /** @type {[string, string][]} */
  const params = [];
  const put = (
    /** @type {string} */ name,
    /** @type {string} */ value,
    /** @type {string} */ not,
  ) => {
    if (value !== not) params.push([name, value]);
  };
  put("method", state.method, USUAL.method);
  if (state.curves !== null) params.push(["curves", state.curves.join(";")]);
  put("table", state.table, USUAL.table);
  put("show", state.shown, USUAL.shown);
  put("phases", state.phases, USUAL.phases);
  put("share", state.share, USUAL.share);
  put("board", state.compare.board, USUAL.compare.board);
  put("strategies", compact(state.compare.strategies), compact(USUAL.compare.strategies));
  put("first", state.compare.first, USUAL.compare.first);
  put("seed", state.compare.seed, USUAL.compare.seed);
  return routeHash("lab", params);
}

/**
 * Reads an address; throws an Error that names the wrong parameter.
 *
 * @param {URLSearchParams} params
 * @param {string[]} methods the known methods
 * @returns {LabState}
 */
export function labFromParams(params, methods) {
  const one = (
    /** @type {string} */ name,
    /** @type {string[]} */ known,
    /** @type {string} */ usual,
  ) => {
    const value = params.get(name) ?? usual;
    if (known.includes(value)) return value;
    throw new Error(`In a link, ${name} must be ${known.join(" or ")}, not ${quoted(value)}.`);
  };
  const curves = params.get("curves");
  const seed = params.get("seed") ?? USUAL.compare.seed;
  if (!/^\d{1,15}$/.test(seed))
    throw new Error(`The seed must be a whole number, not ${quoted(seed)}.`);
  return {
    method: one("method", methods, USUAL.method),
    curves: curves === null ? null : curves.split(";").filter((key) => key !== ""),
    table: params.get("table") ?? USUAL.table,
    shown: /** @type {TableShown} */ (one("show", TABLE_SHOWN, USUAL.shown)),
    phases: one("phases", PHASES, USUAL.phases),
    share: /** @type {PhaseShown} */ (one("share", SHARES, USUAL.share)),
    compare: {
      board: params.get("board") ?? USUAL.compare.board,
      strategies: params.get("strategies") ?? USUAL.compare.strategies,
      first: one("first", RULES, USUAL.compare.first),
      seed,
    },
  };
}

/** @param {string} strategies */
function compact(strategies) {
  return strategies.replace(/\s*,\s*/g, ",").trim();
}

/** @param {string} text */
export function quoted(text) {
  return `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}"`;
}
