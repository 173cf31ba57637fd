/**
 * Panels next to the board that open and close with a button each. All are closed at first, and at
 * most one is open, so that the board has the room.
 */

import { iconButton } from "../controls.js";
import { el } from "../element.js";

/**
 * @typedef {object} SideTab
 * @property {string} name the text of the button and the name of the panels' group
 * @property {string} icon
 * @property {string} title
 * @property {HTMLElement[]} panels
 * @property {boolean} [assist] whether it is hidden without assistance
 */

let groups = 0;

export class SideTabs {
  /** @param {SideTab[]} tabs */
  constructor(tabs) {
    groups += 1;
    /** The name of the open tab; null if none is open. */
    /** @type {string | null} */
    this.shown = null;
    this.parts = tabs.map((tab, number) => {
      const id = `side-${groups}-${number}`;
      const pane = el(
        "div",
        { class: "side-pane", role: "group", "aria-label": tab.name, id, hidden: true },
        ...tab.panels,
      );
      const button = iconButton(tab.name, tab.icon, () => this.toggle(tab.name), {
        title: tab.title,
        class: `button tab${tab.assist ? " assist" : ""}`,
        "aria-expanded": "false",
        "aria-controls": id,
      });
      return { name: tab.name, button, pane };
    });
    this.element = el("aside", { class: "side", hidden: true }, ...this.panes);
  }

  get buttons() {
    return this.parts.map(({ button }) => button);
  }

  get panes() {
    return this.parts.map(({ pane }) => pane);
  }

  /** @param {string} name */
  toggle(name) {
    this.show(this.shown === name ? null : name);
  }

  /** @param {string | null} name the tab to open; null closes the open one */
  show(name) {
    this.shown = name;
    this.element.hidden = name === null;
    for (const part of this.parts) {
      const open = part.name === name;
      part.pane.hidden = !open;
      part.button.setAttribute("aria-expanded", String(open));
    }
  }

  /**
   * Shows or hides the button of a tab; hiding it closes the tab.
   *
   * @param {string} name
   * @param {boolean} offered
   */
  offer(name, offered) {
    const part = this.parts.find((each) => each.name === name);
    if (part !== undefined) part.button.hidden = !offered;
    if (!offered && this.shown === name) this.show(null);
  }
}
