/** The minimap of a board that is larger than its pane, with a frame around the visible part; a click
 * scrolls to a place. */

import { el } from "../element.js";

/** @import { Overview } from "./overview.js" */

/** The longest side of the map in pixels. */
const LONGEST = 240;

export class Minimap {
  /** @param {(x: number, y: number) => void} onGo scrolls to a place, as fractions of the board */
  constructor(onGo) {
    this.canvas = el("canvas", { "aria-hidden": "true" });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.element = el("div", { class: "minimap", hidden: true }, this.canvas);
    const go = (/** @type {PointerEvent} */ event) => {
      const box = this.canvas.getBoundingClientRect();
      onGo((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0) go(event);
    });
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * @param {Overview} overview
   * @param {{ left: number, top: number, width: number, height: number }} view the visible part, as fractions of the board
   * @param {string} color the colour of the frame around the visible part
   */
  show(overview, view, color) {
    const { canvas, context } = this;
    this.element.hidden = false;
    const ratio = window.devicePixelRatio || 1;
    const scale = (LONGEST * ratio) / Math.max(overview.canvas.width, overview.canvas.height);
    const width = Math.max(1, Math.round(overview.canvas.width * scale));
    const height = Math.max(1, Math.round(overview.canvas.height * scale));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${width / ratio}px`;
      canvas.style.height = `${height / ratio}px`;
    }
    context.imageSmoothingEnabled = scale < 1;
    context.drawImage(overview.canvas, 0, 0, width, height);
    context.lineWidth = 2 * ratio;
    context.strokeStyle = color;
    const least = 4 * ratio;
    context.strokeRect(
      view.left * width,
      view.top * height,
      Math.max(least, view.width * width),
      Math.max(least, view.height * height),
    );
  }
}
