/** The risk of every click as bars below the slider; a press on a bar goes to that click. */

import { el, fill, svg } from "../element.js";
import { percentInFull } from "../words/percent.js";
import { counted } from "../words/quantities.js";

/** @import { RecordedMove } from "../api_types.js" */

const HEIGHT = 100;
/** Minimum height and width of a bar, so that small risks and long replays stay visible. */
const LOWEST = 10;
const WIDTH = 0.8;
const NARROWEST = 1 / 200;

export class RiskStrip {
  /** @param {(count: number) => void} onPoint shows the replay after this many clicks */
  constructor(onPoint) {
    this.onPoint = onPoint;
    this.count = 0;
    this.bars = svg("g");
    this.cursor = svg("rect", { class: "strip-cursor", y: 0, height: HEIGHT, width: 1 });
    this.picture = svg("svg", { preserveAspectRatio: "none" }, this.cursor, this.bars);
    this.element = el(
      "div",
      { class: "strip", role: "img", title: "Risk of every click", onclick: this.pointed },
      this.picture,
    );
  }

  /** @param {MouseEvent} event */
  pointed = (event) => {
    const { left, width } = this.picture.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * (this.count + 1));
    this.onPoint(Math.max(0, Math.min(this.count, at)));
  };

  /** @param {RecordedMove[]} moves */
  setMoves(moves) {
    this.count = moves.length;
    this.picture.setAttribute("viewBox", `0 0 ${moves.length + 1} ${HEIGHT}`);
    const risky = moves.filter(({ risk, exploded }) => (risk ?? 0) > 0 || exploded.length > 0);
    fill(this.bars, ...risky.map((move) => bar(move, moves.length)));
    const highest = Math.max(0, ...risky.map(({ risk }) => risk ?? 0));
    this.element.setAttribute(
      "aria-label",
      risky.length === 0
        ? "Risk of every click: none."
        : `Risk of every click: ${counted(risky.length, "guess", "guesses")}, the highest risk ${percentInFull(highest)}.`,
    );
  }

  /** @param {number} count */
  show(count) {
    this.cursor.setAttribute("x", String(count));
  }
}

/**
 * The bar of a move. Its height is proportional to the square root of the risk: most risks are small.
 *
 * @param {RecordedMove} move
 * @param {number} count
 */
function bar(move, count) {
  const height = Math.max(LOWEST, HEIGHT * Math.sqrt(move.risk ?? 0));
  const width = Math.max(WIDTH, NARROWEST * count);
  const kind = move.exploded.length > 0 ? "lost" : move.needed ? "needed" : "unneeded";
  return svg("rect", {
    class: `strip-${kind}`,
    x: move.number + 1 + (1 - width) / 2,
    y: HEIGHT - height,
    width,
    height,
  });
}
