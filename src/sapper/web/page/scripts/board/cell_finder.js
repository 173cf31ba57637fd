/**
 * Finds cells by place: those under a point and those within a rectangle. Cells are kept in buckets
 * of one cell's size, so that both cost as much as what they find.
 */

/** @import { Geometry } from "./geometry.js" */

/** How far a cell can reach from its middle, in cells. */
const REACH = 1;

export class CellFinder {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    this.columns = Math.max(1, Math.ceil(geometry.width));
    this.rows = Math.max(1, Math.ceil(geometry.height));
    /** @type {number[][]} */
    this.buckets = Array.from({ length: this.columns * this.rows }, () => []);
    for (let cell = 0; cell < geometry.size; cell++) {
      this.buckets[this.bucket(geometry.x[cell], geometry.y[cell])].push(cell);
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  bucket(x, y) {
    const column = Math.min(this.columns - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(this.rows - 1, Math.max(0, Math.floor(y)));
    return row * this.columns + column;
  }

  /**
   * The cell whose shape holds a point, or whose picture beyond the edge does.
   *
   * @param {number} x
   * @param {number} y
   * @returns {number | null}
   */
  at(x, y) {
    const { geometry } = this;
    for (const cell of this.within(x, y, x, y)) {
      const { points } = geometry.outlines[geometry.variant[cell]];
      if (holds(points, x - geometry.x[cell], y - geometry.y[cell])) return cell;
    }
    for (const ghost of geometry.ghosts) {
      const { points } = geometry.outlines[geometry.variant[ghost.cell]];
      if (holds(points, x - ghost.x, y - ghost.y)) return ghost.cell;
    }
    return null;
  }

  /**
   * The cells that may be seen in a rectangle.
   *
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   * @returns {number[]}
   */
  within(left, top, right, bottom) {
    const firstRow = Math.max(0, Math.floor(top - REACH));
    const lastRow = Math.min(this.rows - 1, Math.floor(bottom + REACH));
    const firstColumn = Math.max(0, Math.floor(left - REACH));
    const lastColumn = Math.min(this.columns - 1, Math.floor(right + REACH));
    /** @type {number[]} */
    const found = [];
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        for (const cell of this.buckets[row * this.columns + column]) found.push(cell);
      }
    }
    return found;
  }
}

/**
 * Whether a polygon around the origin holds a point.
 *
 * @param {[number, number][]} points
 * @param {number} x
 * @param {number} y
 */
export function holds(points, x, y) {
  let inside = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i];
    const [xj, yj] = points[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
