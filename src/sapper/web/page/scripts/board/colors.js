/** The colours of the canvas, read from the style sheet, so that themes are defined once. */

import { MOST_COLORED, SHADES } from "./cell_look.js";

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
  "lit-last",
  "lit-conflict",
  "near",
];

const SCALES = ["risk", "scale"];
const STOPS = ["low", "middle", "high"];

/**
 * @param {Element} element the element that determines the theme
 * @returns {Colors}
 */
export function readColors(element) {
  const clues = Array.from({ length: MOST_COLORED + 1 }, (_, clue) => `clue-${clue}`);
  const stops = SCALES.flatMap((scale) => STOPS.map((stop) => `${scale}-${stop}`));
  const colors = resolved(element, [...NAMES, ...clues, ...stops]);
  colors.font = getComputedStyle(element).getPropertyValue("--font").trim();
  for (const scale of SCALES) {
    const parts = STOPS.map((stop) => channels(colors[`${scale}-${stop}`]));
    for (let step = 0; step <= SHADES; step++)
      colors[`${scale}-${step}`] = colorAlong(parts, step / SHADES);
  }
  return colors;
}

/**
 * The first, the middle and the last colour of a scale.
 *
 * @param {Element} element the element that determines the theme
 * @param {"risk" | "scale"} scale
 * @returns {number[][]}
 */
export function readScale(element, scale) {
  const names = STOPS.map((stop) => `${scale}-${stop}`);
  const colors = resolved(element, names);
  return names.map((name) => channels(colors[name]));
}

/**
 * The colour at a fraction of a scale, by linear interpolation.
 *
 * @param {number[][]} stops
 * @param {number} part
 */
export function colorAlong(stops, part) {
  const along = Math.max(0, Math.min(1, part)) * (stops.length - 1);
  const from = Math.min(stops.length - 2, Math.floor(along));
  const mixed = stops[from].map((channel, index) =>
    Math.round(channel + (along - from) * (stops[from + 1][index] - channel)),
  );
  return `rgb(${mixed.join(" ")})`;
}

/**
 * The computed colours of custom properties in the theme of an element. The properties themselves
 * contain light-dark(…) with the colours of both themes, so each is computed on a probe element.
 *
 * @param {Element} element
 * @param {string[]} names
 * @returns {Colors}
 */
function resolved(element, names) {
  const probe = document.createElement("span");
  probe.hidden = true;
  for (const name of names) {
    const part = document.createElement("span");
    part.style.color = `var(--${name})`;
    probe.append(part);
  }
  element.append(probe);
  const found = names.map((name, index) => [name, getComputedStyle(probe.children[index]).color]);
  probe.remove();
  return Object.fromEntries(found);
}

/**
 * @param {string} color a computed colour, such as rgb(1, 2, 3)
 * @returns {number[]}
 */
function channels(color) {
  return (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}
