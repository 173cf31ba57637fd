/** The list of what a store holds: one line a board, strategy, rule and seed, each to be charted. */

import { panel } from "../controls.js";
import { el, refill } from "../element.js";
import { counted } from "../words/quantities.js";

/** @import { StoredBoard } from "../api_types.js" */

const MOST_CHOSEN = 6;

export class StoreBrowser {
  /** @param {(chosen: StoredBoard[]) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    /** @type {StoredBoard[]} */
    this.stored = [];
    /** @type {string[]} */
    this.chosen = [];
    /** Before anyone chooses, the first is shown. */
    this.touched = false;
    this.list = el("ul", { class: "stored" });
    this.element = panel("Store", this.list);
  }

  /** @param {StoredBoard[]} stored */
  show(stored) {
    this.stored = stored;
    if (!this.touched && stored.length > 0) this.chosen = [keyOf(stored[0])];
    this.draw();
  }

  /**
   * Chooses curves by their keys, before or after the store was looked at.
   *
   * @param {string[]} keys
   */
  choose(keys) {
    this.touched = true;
    this.chosen = keys.slice(0, MOST_CHOSEN);
    this.draw();
  }

  /** The keys of what was chosen; null where nobody has chosen yet. */
  get keys() {
    return this.touched ? this.chosen : null;
  }

  /** Those chosen that the store does not have. */
  get missing() {
    const known = new Set(this.stored.map(keyOf));
    return this.chosen.filter((key) => !known.has(key));
  }

  /** @returns {StoredBoard[]} */
  get selection() {
    return this.chosen.flatMap((key) => this.stored.find((curve) => keyOf(curve) === key) ?? []);
  }

  draw() {
    if (this.stored.length === 0) {
      refill(this.list, el("li", { class: "soft" }, "The store is empty. Start a sweep below."));
      return;
    }
    refill(this.list, ...this.stored.map((curve) => this.entry(curve)));
  }

  /** @param {StoredBoard} curve */
  entry(curve) {
    const key = keyOf(curve);
    const box = el("input", {
      type: "checkbox",
      "data-key": key,
      checked: this.chosen.includes(key),
      onchange: () => this.toggle(key, box.checked),
    });
    const about = `${curve.first} first click in cell ${curve.start}, seed ${curve.seed}, ${counted(curve.points, "point")}, ${counted(curve.games, "game")}`;
    return el(
      "li",
      {},
      el(
        "label",
        {},
        box,
        el("span", {}, el("b", {}, curve.board), ` ${curve.strategy}`, el("small", {}, about)),
      ),
    );
  }

  /**
   * @param {string} key
   * @param {boolean} on
   */
  toggle(key, on) {
    this.chosen = this.chosen.filter((other) => other !== key);
    if (on) this.chosen = [...this.chosen, key].slice(-MOST_CHOSEN);
    this.touched = true;
    for (const box of this.list.querySelectorAll("input")) {
      box.checked = this.chosen.includes(box.dataset.key ?? "");
    }
    this.onChoose(this.selection);
  }
}

/** @param {StoredBoard} curve */
export function keyOf(curve) {
  return [curve.board, curve.strategy, curve.first, curve.start, curve.seed].join(",");
}
