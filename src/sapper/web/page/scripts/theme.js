/** Light, dark, or as the system says; the choice is kept on this device. */

import { keep, kept } from "./device_store.js";

const CHOICES = ["system", "light", "dark"];

/** @returns {string} */
export function chosenTheme() {
  const stored = kept("theme", "system");
  return CHOICES.includes(stored) ? stored : "system";
}

/** @param {string} theme */
export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  keep("theme", theme);
  document.dispatchEvent(new Event("themechange"));
}

/** @returns {string} the theme that was turned to */
export function nextTheme() {
  const next = CHOICES[(CHOICES.indexOf(chosenTheme()) + 1) % CHOICES.length];
  applyTheme(next);
  return next;
}

/** Boards take their colours from the style sheet and must hear of a change of the system's. */
export function watchSystemTheme() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    document.dispatchEvent(new Event("themechange"));
  });
}
