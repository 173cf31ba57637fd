/** What can be switched on and off in the Play room; the device remembers it. */

import { el } from "../element.js";
import { changeSettings, playSettings } from "./play_settings.js";

/** @typedef {"assistance" | "practice" | "oneButton"} Option */

/** @type {[Option, string, string][]} */
const OPTIONS = [
  ["assistance", "Assistance", "Hints, chances, strategies, and whether a safe cell can be found"],
  ["practice", "Practice", "Clicks can be taken back during a game (U); such games are no records"],
  ["oneButton", "One button", "A button held on a cell flags it, as a finger does"],
];

export class PlayOptions {
  /** @param {() => void} onChange */
  constructor(onChange) {
    const settings = playSettings();
    /** @type {Record<Option, boolean>} */
    this.on = {
      assistance: settings.assistance,
      practice: settings.practice,
      oneButton: settings.oneButton,
    };
    this.element = el(
      "fieldset",
      { class: "play-options" },
      el("legend", { class: "visually-hidden" }, "Ways to play"),
      ...OPTIONS.map(([name, label, title]) => {
        const box = el("input", {
          type: "checkbox",
          checked: this.on[name],
          onchange: () => {
            this.on[name] = box.checked;
            changeSettings({ [name]: box.checked });
            onChange();
          },
        });
        return el("label", { title }, box, el("span", {}, label));
      }),
    );
  }
}
