/** Controls that the rooms share: buttons with an icon, labelled fields, panels, choices. */

import { el } from "./element.js";
import { icon } from "./icons.js";

/** @import { Attributes, Child } from "./element.js" */

/**
 * @param {string} label
 * @param {string} iconName
 * @param {() => void} onPress
 * @param {Attributes} [attributes]
 */
export function iconButton(label, iconName, onPress, attributes = {}) {
  return el(
    "button",
    { type: "button", class: "button", onclick: onPress, ...attributes },
    icon(iconName),
    el("span", { class: "button-label" }, label),
  );
}

/**
 * A toggle button.
 *
 * @param {string} label
 * @param {string} iconName
 * @param {(on: boolean) => void} onChange
 * @param {Attributes} [attributes]
 */
export function toggleButton(label, iconName, onChange, attributes = {}) {
  const button = iconButton(
    label,
    iconName,
    () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      setPressed(button, on);
      onChange(on);
    },
    { "aria-pressed": "false", ...attributes },
  );
  return button;
}

/**
 * @param {HTMLElement} button
 * @param {boolean} on
 */
export function setPressed(button, on) {
  button.setAttribute("aria-pressed", String(on));
}

let fields = 0;

/**
 * A control with its label above and an optional hint below.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  fields += 1;
  control.id = `field-${fields}`;
  if (hint !== undefined) control.setAttribute("aria-describedby", `hint-${fields}`);
  return el(
    "div",
    { class: "field" },
    el("label", { class: "field-label", for: control.id }, label),
    control,
    hint === undefined ? null : el("span", { class: "field-hint", id: `hint-${fields}` }, hint),
  );
}

/**
 * @param {string} title
 * @param {...Child} children
 */
export function panel(title, ...children) {
  return el("section", { class: "panel", "aria-label": title }, el("h2", {}, title), ...children);
}

/**
 * A collapsible panel.
 *
 * @param {string} title
 * @param {boolean} open
 * @param {...Child} children
 */
export function folding(title, open, ...children) {
  return el("details", { class: "panel", open }, el("summary", {}, title), ...children);
}

/**
 * A row of radio buttons.
 *
 * @template {string} T
 * @param {string} label
 * @param {[T, string][]} options value and name
 * @param {T} chosen
 * @param {(value: T) => void} onChange
 */
export function segments(label, options, chosen, onChange) {
  const group = el("div", { class: "segments", role: "radiogroup", "aria-label": label });
  const name = `segments-${label.toLowerCase().replace(/\W+/g, "-")}`;
  for (const [value, text] of options) {
    const input = el("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      onchange: () => onChange(value),
    });
    group.append(el("label", {}, input, el("span", {}, text)));
  }
  return group;
}

/**
 * @param {HTMLElement} group
 * @param {string} value
 */
export function chooseSegment(group, value) {
  for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
}

/**
 * @param {[string, string][]} options value and name
 * @param {string} chosen
 * @param {Attributes} [attributes]
 */
export function select(options, chosen, attributes = {}) {
  return el(
    "select",
    attributes,
    ...options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
}
