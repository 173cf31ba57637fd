/** Paints the visible part of a board: cells, lines, rings and the rulers. */

import { MOST_COLORED, cellLook, coveredLook, pressedLook } from "./cell_look.js";
import { CellSprites } from "./cell_sprites.js";
import { traceCell } from "./shapes.js";

/** @import { CellFinder } from "./cell_finder.js" */
/** @import { Colors } from "./colors.js" */
/** @import { Face } from "./face.js" */
/** @import { Geometry, Tick } from "./geometry.js" */
/** @import { Overview } from "./overview.js" */
/** @import { Sprite } from "./cell_sprites.js" */

/** Duration of the animation of an opened cell, in milliseconds. */
const OPENING = 150;

/** If a graph has more edges than this, they are drawn thinner. */
const MANY_LINES = 400;

/**
 * @typedef {object} Scene
 * @property {Face} face
 * @property {number} left the left edge of the visible part, in pixels of the board
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {number} ruler the width of the ruler in pixels
 * @property {number | null} cursor
 * @property {number | null} hovered
 * @property {number[]} near neighbours of the cell under the pointer
 * @property {Set<number>} pressed cells that look pressed
 * @property {Map<number, number>} opened the times at which recently opened cells were opened
 * @property {number} now
 * @property {Overview | null} overview drawn instead of the cells if they are too small
 */

export class BoardPainter {
  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Geometry} geometry
   * @param {CellFinder} finder
   * @param {Colors} colors
   * @param {number} cellSize in pixels
   * @param {number} ratio device pixels per CSS pixel
   */
  constructor(context, geometry, finder, colors, cellSize, ratio) {
    this.context = context;
    this.geometry = geometry;
    this.finder = finder;
    this.colors = colors;
    this.cellSize = cellSize;
    this.ratio = ratio;
    this.scale = cellSize * ratio;
    this.sprites = new CellSprites(geometry, colors, this.scale);
    /** Sprites of clues, covered and flagged cells, by outline and clue. */
    /** @type {Sprite[]} */
    this.plain = [];
  }

  /**
   * @param {Scene} scene
   * @returns {boolean} whether an animation is running
   */
  paint(scene) {
    const { context, geometry, ratio, scale } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    const shiftX = Math.round((scene.ruler - scene.left) * ratio);
    const shiftY = Math.round((scene.ruler - scene.top) * ratio);
    context.setTransform(1, 0, 0, 1, shiftX, shiftY);
    const left = (scene.left - scene.ruler) / this.cellSize;
    const top = (scene.top - scene.ruler) / this.cellSize;
    const right = left + scene.width / this.cellSize;
    const bottom = top + scene.height / this.cellSize;
    this.paintLines(scene);
    this.paintGhosts(scene);
    let moving = false;
    if (scene.overview !== null) this.paintOverview(scene.overview);
    const cells = scene.overview === null ? this.finder.within(left, top, right, bottom) : [];
    const covered = coveredLook(false);
    const pressed = pressedLook();
    for (const cell of cells) {
      const variant = geometry.variant[cell];
      const x = geometry.x[cell] * scale;
      const y = geometry.y[cell] * scale;
      const sprite = scene.pressed.has(cell)
        ? this.sprites.get(pressed, variant)
        : this.spriteOf(scene.face, cell, variant);
      this.copy(sprite, x, y);
      const opened = scene.opened.get(cell);
      if (opened === undefined) continue;
      const left = 1 - (scene.now - opened) / OPENING;
      if (left <= 0) continue;
      moving = true;
      context.globalAlpha = Math.min(1, left);
      this.copy(this.sprites.get(covered, variant), x, y);
      context.globalAlpha = 1;
    }
    this.paintCaptions();
    this.paintSeam();
    this.paintRings(scene);
    this.paintRuler(scene);
    return moving;
  }

  /**
   * The sprite of a cell; the most frequent ones are indexed by a number.
   *
   * @param {Face} face
   * @param {number} cell
   * @param {number} variant
   * @returns {Sprite}
   */
  spriteOf(face, cell, variant) {
    const clue = face.clues[cell];
    const plain = clue !== null || (face.chances === null && face.layout === null);
    if (!plain || (clue !== null && (clue > MOST_COLORED || clue < 0)))
      return this.sprites.get(cellLook(face, cell), variant);
    const code = clue ?? MOST_COLORED + (face.flags.has(cell) ? 2 : 1);
    const place = variant * (MOST_COLORED + 3) + code;
    return (this.plain[place] ??= this.sprites.get(cellLook(face, cell), variant));
  }

  /** @param {Overview} overview */
  paintOverview({ canvas }) {
    const { context, scale } = this;
    context.imageSmoothingEnabled = scale < 1;
    context.drawImage(canvas, 0, 0, canvas.width * scale, canvas.height * scale);
  }

  /**
   * @param {Sprite} sprite
   * @param {number} x
   * @param {number} y
   */
  copy(sprite, x, y) {
    this.context.drawImage(sprite.image, Math.round(x + sprite.left), Math.round(y + sprite.top));
  }

  /** @param {Scene} scene */
  paintLines(scene) {
    const { context, geometry, scale, colors } = this;
    if (geometry.lines.length === 0) return;
    const pointed = scene.hovered ?? scene.cursor;
    const width = geometry.lines.length > MANY_LINES ? 0.03 : 0.06;
    for (const strong of [false, true]) {
      context.beginPath();
      for (const [one, other] of geometry.lines) {
        if ((one === pointed || other === pointed) !== strong) continue;
        context.moveTo(geometry.x[one] * scale, geometry.y[one] * scale);
        context.lineTo(geometry.x[other] * scale, geometry.y[other] * scale);
      }
      context.lineWidth = Math.max(1, width * scale * (strong ? 1.8 : 1));
      context.strokeStyle = strong ? colors.accent : colors["tile-edge"];
      context.stroke();
    }
  }

  /** @param {Scene} scene */
  paintGhosts(scene) {
    const { context, geometry, scale } = this;
    if (geometry.ghosts.length === 0) return;
    context.globalAlpha = 0.4;
    const [left, top] = [scene.left - scene.ruler, scene.top - scene.ruler];
    for (const ghost of geometry.ghosts) {
      const [x, y] = [ghost.x * this.cellSize - left, ghost.y * this.cellSize - top];
      if (x < -this.cellSize || x > scene.width + this.cellSize) continue;
      if (y < -this.cellSize || y > scene.height + this.cellSize) continue;
      const sprite = this.sprites.get(
        cellLook(scene.face, ghost.cell),
        geometry.variant[ghost.cell],
      );
      this.copy(sprite, ghost.x * scale, ghost.y * scale);
    }
    context.globalAlpha = 1;
  }

  /** The dashed edge of a torus; beyond it, the opposite side is shown. */
  paintSeam() {
    const { context, geometry, scale, colors } = this;
    if (geometry.ghosts.length === 0) return;
    context.lineWidth = Math.max(1, scale * 0.07);
    context.strokeStyle = colors["ink-soft"];
    context.setLineDash([scale * 0.22, scale * 0.16]);
    const last = geometry.size - 1;
    const edge = 0.5;
    context.strokeRect(
      (geometry.x[0] - edge) * scale,
      (geometry.y[0] - edge) * scale,
      (geometry.x[last] - geometry.x[0] + 2 * edge) * scale,
      (geometry.y[last] - geometry.y[0] + 2 * edge) * scale,
    );
    context.setLineDash([]);
  }

  paintCaptions() {
    const { context, geometry, scale, colors } = this;
    context.fillStyle = colors["ink-soft"];
    context.font = `600 ${scale * 0.42}px ${colors.font}`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    for (const caption of geometry.captions) {
      context.fillText(caption.text, caption.x * scale, caption.y * scale);
    }
  }

  /** @param {Scene} scene */
  paintRings(scene) {
    const { colors } = this;
    for (const cell of scene.near) this.ring(cell, colors.near, 0.07);
    if (scene.hovered !== null) this.ring(scene.hovered, colors["ink-soft"], 0.06);
    const best = scene.face.overlay === "mine" ? (scene.face.chances?.best ?? null) : null;
    if (best !== null && scene.face.layout === null) this.ring(best, colors.best, 0.11);
    for (const [cell, light] of scene.face.lit) this.ring(cell, colors[`lit-${light}`], 0.13);
    if (scene.cursor !== null) this.ring(scene.cursor, colors.focus, 0.12, 0.05);
  }

  /**
   * @param {number} cell
   * @param {string} color
   * @param {number} width in cells
   * @param {number} [inset] in cells
   */
  ring(cell, color, width, inset = 0) {
    const { context, geometry, scale } = this;
    const stroke = Math.max(2 * this.ratio, width * scale);
    const outline = geometry.outlines[geometry.variant[cell]];
    const [x, y] = [geometry.x[cell] * scale, geometry.y[cell] * scale];
    traceCell(context, outline, x, y, scale, stroke / 2 + inset * scale);
    context.lineWidth = stroke;
    context.strokeStyle = color;
    context.stroke();
  }

  /** @param {Scene} scene */
  paintRuler(scene) {
    const { context, geometry, ratio, scale, colors } = this;
    if (geometry.ruler === null || scene.ruler === 0) return;
    const wide = scene.ruler * ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colors.sheet;
    context.fillRect(0, 0, context.canvas.width, wide);
    context.fillRect(0, 0, wide, context.canvas.height);
    if (!scene.face.numbered) return;
    context.fillStyle = colors["ink-soft"];
    context.font = `500 ${wide * 0.6}px ${colors.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const pointed = scene.hovered ?? scene.cursor;
    const { rows, columns } = geometry.ruler;
    const { width, height } = context.canvas;
    const everyColumn = every(columns, wide * (columns.length > 100 ? 2 : 1.2), scale);
    for (let index = 0; index < columns.length; index += everyColumn) {
      const x = columns[index].at * scale + wide - scene.left * ratio;
      if (x > wide && x < width) context.fillText(columns[index].text, x, wide / 2);
    }
    const everyRow = every(rows, wide * 0.8, scale);
    for (let index = 0; index < rows.length; index += everyRow) {
      const y = rows[index].at * scale + wide - scene.top * ratio;
      if (y > wide && y < height) context.fillText(rows[index].text, wide / 2, y);
    }
    if (pointed === null) return;
    context.fillStyle = colors.accent;
    const x = geometry.x[pointed] * scale + wide - scene.left * ratio;
    const y = geometry.y[pointed] * scale + wide - scene.top * ratio;
    const mark = Math.max(2, wide * 0.12);
    context.fillRect(x - 0.3 * scale, wide - mark, 0.6 * scale, mark);
    context.fillRect(wide - mark, y - 0.3 * scale, mark, 0.6 * scale);
  }
}

/**
 * The interval of labelled ticks so that labels do not overlap: 1, 2, 5, 10, 20, 50 and so on.
 *
 * @param {Tick[]} ticks
 * @param {number} room in pixels
 * @param {number} scale
 */
function every(ticks, room, scale) {
  const pitch = ticks.length > 1 ? ticks[1].at - ticks[0].at : 1;
  const least = room / (pitch * scale);
  let step = 1;
  while (step < least) step *= String(step).startsWith("2") ? 2.5 : 2;
  return step;
}
