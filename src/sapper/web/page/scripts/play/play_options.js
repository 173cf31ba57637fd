/** The options of the Play room, which are stored on the device. */

import { el } from "../element.js";
import { changeSettings, playSettings } from "./play_settings.js";

/** @typedef {"assistance" | "practice" | "oneButton"} Option */

/** @type {[Option, string, string][]} */
const OPTIONS = [
  ["assistance", "Assistance", "Hints, mine chances, the bot, and whether there is a safe move"],
  ["practice", "Practice", "Undo clicks during a game (U); games with undo are not counted"],
  ["oneButton", "Hold to flag", "Hold the left mouse button on a cell to flag it"],
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
      el("legend", { class: "visually-hidden" }, "Options"),
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
