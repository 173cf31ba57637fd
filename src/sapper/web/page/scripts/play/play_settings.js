/** How somebody likes to play, kept on the device: the board, the rule, and what is switched on. */

import { keep, kept } from "../device_store.js";

/** @import { FirstRule, Level } from "../types.js" */

/**
 * @typedef {object} PlaySettings
 * @property {string} spec the board with its mines
 * @property {string} edges of a graph, as text
 * @property {FirstRule} first
 * @property {Level | null} noGuess what must be enough to solve it without a guess
 * @property {boolean} flagging whether a click flags and the second button opens
 * @property {boolean} oneButton whether a button that is held flags
 * @property {boolean} chances
 * @property {boolean} assistance
 * @property {boolean} practice whether clicks can be taken back during a game
 */

export const RULES = /** @type {const} */ (["any", "safe", "open"]);
export const LEVELS = /** @type {const} */ (["single", "subtraction", "engine"]);

/** What a new visitor plays. */
/** @type {PlaySettings} */
export const USUAL = {
  spec: "9x9/10",
  edges: "",
  first: "open",
  noGuess: null,
  flagging: false,
  oneButton: false,
  chances: false,
  assistance: true,
  practice: false,
};

/** @returns {PlaySettings} */
export function playSettings() {
  /** @type {Record<string, unknown>} */
  const told = Object(kept("play", null));
  /** @type {PlaySettings} */
  const settings = { ...USUAL };
  const flags = /** @type {const} */ ([
    "flagging",
    "oneButton",
    "chances",
    "assistance",
    "practice",
  ]);
  for (const name of flags) {
    const value = told[name];
    if (typeof value === "boolean") settings[name] = value;
  }
  if (typeof told.spec === "string" && told.spec !== "") settings.spec = told.spec;
  if (typeof told.edges === "string") settings.edges = told.edges;
  settings.first = RULES.find((rule) => rule === told.first) ?? settings.first;
  settings.noGuess = LEVELS.find((level) => level === told.noGuess) ?? null;
  return settings;
}

/** @param {Partial<PlaySettings>} changed */
export function changeSettings(changed) {
  keep("play", { ...playSettings(), ...changed });
}
