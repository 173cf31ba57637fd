/** The colours that the canvas takes from the style sheet, so that themes are written once. */

import { SHADES } from "./cell_look.js";

/** @typedef {Record<string, string>} Colors */

const NAMES = [
  "ink",
  "ink-soft",
  "sheet",
  "line",
  "accent",
  "focus",
  "tile",
  "tile-top",
  "tile-edge",
  "open",
  "open-edge",
  "lost",
  "lost-ink",
  "flag",
  "pole",
  "mine",
  "safe-mark",
  "mine-mark",
  "best",
  "lit-clue",
  "lit-target",
  "lit-conflict",
  "near",
  "font",
];

/**
 * @param {Element} element
 * @returns {Colors}
 */
export function readColors(element) {
  const style = getComputedStyle(element);
  const read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  /** @type {Colors} */
  const colors = {};
  for (const name of NAMES) colors[name] = read(name);
  for (let clue = 0; clue <= 8; clue++) colors[`clue-${clue}`] = read(`clue-${clue}`);
  addScale(colors, "risk", [read("risk-low"), read("risk-middle"), read("risk-high")]);
  addScale(colors, "scale", [read("scale-low"), read("scale-middle"), read("scale-high")]);
  return colors;
}

/**
 * @param {Colors} colors
 * @param {string} name
 * @param {string[]} stops
 */
function addScale(colors, name, stops) {
  const parts = stops.map(channels);
  for (let step = 0; step <= SHADES; step++) {
    const along = (step / SHADES) * (parts.length - 1);
    const from = Math.min(parts.length - 2, Math.floor(along));
    colors[`${name}-${step}`] = mix(parts[from], parts[from + 1], along - from);
  }
}

/**
 * @param {string} hex
 * @returns {number[]}
 */
export function channels(hex) {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} part
 */
function mix(from, to, part) {
  const mixed = from.map((channel, index) => Math.round(channel + part * (to[index] - channel)));
  return `rgb(${mixed.join(" ")})`;
}
