/** The curves in the store: one line per board, strategy, first-click rule and seed, each selectable. */

import { panel } from "../controls.js";
import { el, fill, refill } from "../element.js";
import { counted } from "../words/quantities.js";

/** @import { StoredBoard } from "../api_types.js" */

/** @typedef {{ item: HTMLLIElement, box: HTMLInputElement, about: HTMLElement }} Entry */

const MOST_CHOSEN = 6;

export class StoreBrowser {
  /** @param {(chosen: StoredBoard[]) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    /** @type {StoredBoard[]} */
    this.stored = [];
    /** @type {string[]} */
    this.chosen = [];
    /** Whether the user has selected curves; until then the first one is shown. */
    this.touched = false;
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
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
   * Selects curves by their keys, before or after the store is loaded.
   *
   * @param {string[]} keys
   */
  choose(keys) {
    this.touched = true;
    this.chosen = keys.slice(0, MOST_CHOSEN);
    this.draw();
  }

  /** The keys of the selected curves; null before the first selection. */
  get keys() {
    return this.touched ? this.chosen : null;
  }

  /** The selected keys that are not in the store. */
  get missing() {
    const known = new Set(this.stored.map(keyOf));
    return this.chosen.filter((key) => !known.has(key));
  }

  /** @returns {StoredBoard[]} */
  get selection() {
    return this.chosen.flatMap((key) => this.stored.find((curve) => keyOf(curve) === key) ?? []);
  }

  /** Updates entries in place while games are added, so that no click on one is lost. */
  draw() {
    if (this.stored.length === 0) {
      fill(this.list, el("li", { class: "soft" }, "The store is empty. Start a sweep below."));
      return;
    }
    const entries = this.stored.map((curve) => this.entryOf(curve));
    const inPlace =
      entries.length === this.list.children.length &&
      entries.every(({ item }, at) => item === this.list.children[at]);
    if (!inPlace) refill(this.list, ...entries.map(({ item }) => item));
  }

  /** @param {StoredBoard} curve */
  entryOf(curve) {
    const key = keyOf(curve);
    const entry = this.entries.get(key) ?? this.newEntry(curve, key);
    this.entries.set(key, entry);
    entry.box.checked = this.chosen.includes(key);
    entry.about.textContent = aboutOf(curve);
    return entry;
  }

  /**
   * @param {StoredBoard} curve
   * @param {string} key
   * @returns {Entry}
   */
  newEntry(curve, key) {
    const box = el("input", {
      type: "checkbox",
      "data-key": key,
      onchange: () => this.toggle(key, box.checked),
    });
    const about = el("small", {});
    const words = el("span", {}, el("b", {}, curve.board), ` ${curve.strategy}`, about);
    return { item: el("li", {}, el("label", {}, box, words)), box, about };
  }

  /**
   * @param {string} key
   * @param {boolean} on
   */
  toggle(key, on) {
    this.chosen = this.chosen.filter((other) => other !== key);
    if (on) this.chosen = [...this.chosen, key].slice(-MOST_CHOSEN);
    this.touched = true;
    this.draw();
    this.onChoose(this.selection);
  }
}

/** @param {StoredBoard} curve */
export function keyOf(curve) {
  const parts = [curve.board, curve.strategy, curve.first, curve.start, curve.seed];
  if (curve.max_per_cell !== 1) parts.push(curve.max_per_cell);
  return parts.join(",");
}

/** @param {StoredBoard} curve */
function aboutOf(curve) {
  const { first, start, seed, max_per_cell: most, points, games } = curve;
  const played = `${counted(points, "point")}, ${counted(games, "game")}`;
  const cells = most === 1 ? "" : `, up to ${most} mines per cell`;
  return `first click ${first} in cell ${start}, seed ${seed}${cells}, ${played}`;
}
