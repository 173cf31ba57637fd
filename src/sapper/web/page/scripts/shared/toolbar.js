/**
 * A toolbar: one tab stop for all of its buttons, which the arrow keys, Home and End select (the
 * toolbar pattern of the WAI-ARIA authoring practices).
 */

import { el } from "../element.js";

/** @import { Child } from "../element.js" */

/**
 * @param {string} label
 * @param {...Child} children
 */
export function toolbar(label, ...children) {
  const bar = el("div", { class: "toolbar", role: "toolbar", "aria-label": label }, ...children);
  makeCurrent(bar, bar.querySelector("button"));
  bar.addEventListener("focusin", (event) => makeCurrent(bar, event.target));
  // A button that was disabled or hidden by its own press cannot stay the tab stop.
  bar.addEventListener("focusout", () => {
    const current = bar.querySelector('button[tabindex="0"]');
    if (!usable(current)) makeCurrent(bar, buttonsOf(bar)[0]);
  });
  bar.addEventListener("keydown", (event) => {
    const buttons = buttonsOf(bar);
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = placeAfter(event.key, at, buttons.length);
    if (at < 0 || next === null) return;
    event.preventDefault();
    buttons[next].focus();
  });
  return bar;
}

/**
 * @param {HTMLElement} bar
 * @returns {HTMLButtonElement[]} the buttons that can be pressed now
 */
function buttonsOf(bar) {
  return [...bar.querySelectorAll("button")].filter(usable);
}

/** @param {Element | null} button */
function usable(button) {
  return button instanceof HTMLButtonElement && !button.disabled && button.offsetParent !== null;
}

/**
 * @param {HTMLElement} bar
 * @param {unknown} chosen
 */
function makeCurrent(bar, chosen) {
  if (!(chosen instanceof HTMLButtonElement)) return;
  for (const button of bar.querySelectorAll("button")) button.tabIndex = button === chosen ? 0 : -1;
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @returns {number | null} null if the key does not move the focus
 */
function placeAfter(key, at, count) {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
