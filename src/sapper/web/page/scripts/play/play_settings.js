/** The player's settings, stored on the device: the board, the first-click rule and the options. */

import { keep, kept } from "../device_store.js";

/** @import { FirstRule, Level } from "../types.js" */

/**
 * @typedef {object} PlaySettings
 * @property {string} spec the board with its mines
 * @property {string} edges the edges of a graph, as text
 * @property {FirstRule} first
 * @property {Level | null} noGuess the reasoning that must suffice, for a no-guess game
 * @property {boolean} flagging whether a click flags and a right click opens
 * @property {boolean} oneButton whether holding the button flags
 * @property {boolean} chances
 * @property {boolean} assistance
 * @property {boolean} practice whether clicks can be undone during a game
 */

export const RULES = /** @type {const} */ (["any", "safe", "open"]);
export const LEVELS = /** @type {const} */ (["single", "subtraction", "engine"]);

/** The settings of a new visitor. */
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
  const stored = Object(kept("play", null));
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
    const value = stored[name];
    if (typeof value === "boolean") settings[name] = value;
  }
  if (typeof stored.spec === "string" && stored.spec !== "") settings.spec = stored.spec;
  if (typeof stored.edges === "string") settings.edges = stored.edges;
  settings.first = RULES.find((rule) => rule === stored.first) ?? settings.first;
  settings.noGuess = LEVELS.find((level) => level === stored.noGuess) ?? null;
  return settings;
}

/** @param {Partial<PlaySettings>} changed */
export function changeSettings(changed) {
  keep("play", { ...playSettings(), ...changed });
}
