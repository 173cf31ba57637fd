/** The theme: light, dark or the system's; the choice is kept on this device. */

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

/** @returns {string} the new theme */
export function nextTheme() {
  const next = CHOICES[(CHOICES.indexOf(chosenTheme()) + 1) % CHOICES.length];
  applyTheme(next);
  return next;
}

/** Announces a change of the system's theme: boards read their colours from the style sheet. */
export function watchSystemTheme() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    document.dispatchEvent(new Event("themechange"));
  });
}
