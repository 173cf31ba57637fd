/**
 * A cache of sprites: every look of a cell is drawn once and then copied. A board of thousands of cells
 * has a few dozen looks, so that a frame of a large board consists of copies only.
 */

import { drawCross, drawFlag, drawMine, drawTick, traceCell } from "./shapes.js";

/** @import { Colors } from "./colors.js" */
/** @import { Geometry, Outline } from "./geometry.js" */
/** @import { Look } from "./cell_look.js" */
/** @import { Context } from "./shapes.js" */

/** More sprites than any board shows at a time; when it is reached, the cache is cleared. */
const MOST_SPRITES = 4000;

/** @typedef {{ image: HTMLCanvasElement, left: number, top: number }} Sprite */

export class CellSprites {
  /**
   * @param {Geometry} geometry
   * @param {Colors} colors
   * @param {number} scale the size of a cell in device pixels
   */
  constructor(geometry, colors, scale) {
    this.geometry = geometry;
    this.colors = colors;
    this.scale = scale;
    /** @type {Map<string, Sprite>} */
    this.sprites = new Map();
  }

  /**
   * @param {Look} look
   * @param {number} variant
   * @returns {Sprite}
   */
  get(look, variant) {
    const key = `${variant}/${look.fill}/${look.ink}/${look.text}/${look.mark}/${look.corner}`;
    const known = this.sprites.get(key);
    if (known !== undefined) return known;
    if (this.sprites.size >= MOST_SPRITES) this.sprites.clear();
    const made = this.draw(look, this.geometry.outlines[variant]);
    this.sprites.set(key, made);
    return made;
  }

  /**
   * @param {Look} look
   * @param {Outline} outline
   * @returns {Sprite}
   */
  draw(look, outline) {
    const { scale } = this;
    const left = Math.min(...outline.points.map(([x]) => x)) * scale;
    const top = Math.min(...outline.points.map(([, y]) => y)) * scale;
    const image = document.createElement("canvas");
    image.width = Math.ceil(-2 * left) + 2;
    image.height = Math.ceil(-2 * top) + 2;
    const context = image.getContext("2d");
    if (context === null) throw new Error("This browser does not support canvas.");
    const [x, y] = [1 - left, 1 - top];
    this.drawGround(context, look, outline, x, y);
    const textY = y + outline.textY * scale;
    if (look.text !== "") this.drawText(context, look, outline, x, textY);
    this.drawMark(context, look, outline, x, textY);
    return { image, left: left - 1, top: top - 1 };
  }

  /**
   * @param {Context} context
   * @param {Look} look
   * @param {Outline} outline
   * @param {number} x
   * @param {number} y
   */
  drawGround(context, look, outline, x, y) {
    const { colors, scale } = this;
    const raised = look.fill !== "open";
    if (raised) traceCell(context, outline, x, y, scale, gap(scale));
    else traceCell(context, outline, x, y, scale, 0, 0);
    if (look.fill === "tile") {
      const light = context.createLinearGradient(0, y - scale / 2, 0, y + scale / 2);
      light.addColorStop(0, colors["tile-top"]);
      light.addColorStop(1, colors.tile);
      context.fillStyle = light;
    } else {
      context.fillStyle = colors[look.fill];
    }
    context.fill();
    context.lineWidth = hairline(scale);
    context.strokeStyle = raised ? colors["tile-edge"] : colors["open-edge"];
    context.stroke();
  }

  /**
   * @param {Context} context
   * @param {Look} look
   * @param {Outline} outline
   * @param {number} x
   * @param {number} y
   */
  drawText(context, look, outline, x, y) {
    const wide = look.text.length > 2 ? 0.92 : 1;
    const size = this.scale * outline.room * (look.large ? 1 : 0.64 * wide);
    context.fillStyle = this.colors[look.ink];
    context.font = `${look.large ? 700 : 600} ${size}px ${this.colors.font}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillText(look.text, x, y + size * 0.36);
  }

  /**
   * @param {Context} context
   * @param {Look} look
   * @param {Outline} outline
   * @param {number} x
   * @param {number} y
   */
  drawMark(context, look, outline, x, y) {
    const { colors, scale } = this;
    const size = scale * outline.room;
    if (look.mark === "flag" || look.mark === "wrong")
      drawFlag(context, x, y, size * 0.92, colors.flag, colors.pole);
    if (look.mark === "wrong") drawCross(context, x, y, size, colors.mine);
    if (look.mark === "mine") {
      drawMine(context, x, y, size, look.fill === "lost" ? colors["lost-ink"] : colors.mine);
    }
    const small = size * 0.32;
    const [cornerX, cornerY] = [x + size * 0.47, y - size * 0.5];
    if (look.corner === "safe") drawTick(context, cornerX, cornerY, small, colors["safe-mark"]);
    if (look.corner === "mine")
      drawMine(context, cornerX, cornerY, small * 1.3, colors["mine-mark"]);
    if (look.corner === "flag")
      drawFlag(context, cornerX, cornerY, small * 1.5, colors.flag, colors.pole);
  }
}

/** @param {number} scale */
function gap(scale) {
  return Math.max(1, scale * 0.035);
}

/** @param {number} scale */
function hairline(scale) {
  return Math.max(1, Math.round(scale / 30));
}
