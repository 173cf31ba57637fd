/** Light, dark, or as the system says; the choice is kept on this device. */

const KEY = "sapper-theme";
const CHOICES = ["system", "light", "dark"];

/** @returns {string} */
export function chosenTheme() {
  try {
    const stored = localStorage.getItem(KEY);
    return stored !== null && CHOICES.includes(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

/** @param {string} theme */
export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
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
