/**
 * Finds the cell at a point and the cells in a rectangle. It is a grid index: cells are sorted by the
 * unit square that contains their centre, in row-major order. The cost of a query is proportional to
 * the number of cells found; a million cells take a few megabytes.
 */

/** @import { Geometry } from "./geometry.js" */

/** The largest distance of a point of a cell from its centre, in cells. */
const REACH = 1;

export class CellFinder {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    this.columns = Math.max(1, Math.ceil(geometry.width));
    this.rows = Math.max(1, Math.ceil(geometry.height));
    const { size } = geometry;
    /** The index in `cells` of the first cell of each unit square. */
    this.starts = new Int32Array(this.columns * this.rows + 1);
    this.cells = new Int32Array(size);
    const squares = new Int32Array(size);
    for (let cell = 0; cell < size; cell++) {
      squares[cell] = this.square(geometry.x[cell], geometry.y[cell]);
      this.starts[squares[cell] + 1]++;
    }
    for (let at = 1; at < this.starts.length; at++) this.starts[at] += this.starts[at - 1];
    const filled = this.starts.slice();
    for (let cell = 0; cell < size; cell++) this.cells[filled[squares[cell]]++] = cell;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  square(x, y) {
    const column = Math.min(this.columns - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(this.rows - 1, Math.max(0, Math.floor(y)));
    return row * this.columns + column;
  }

  /**
   * The cell whose shape, or whose copy beyond the edge of a torus, contains a point.
   *
   * @param {number} x
   * @param {number} y
   * @returns {number | null}
   */
  at(x, y) {
    const { geometry } = this;
    for (const cell of this.within(x, y, x, y)) {
      const { points } = geometry.outlines[geometry.variant[cell]];
      if (contains(points, x - geometry.x[cell], y - geometry.y[cell])) return cell;
    }
    for (const ghost of geometry.ghosts) {
      const { points } = geometry.outlines[geometry.variant[ghost.cell]];
      if (contains(points, x - ghost.x, y - ghost.y)) return ghost.cell;
    }
    return null;
  }

  /**
   * The cells that may be visible in a rectangle.
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
      const end = this.starts[row * this.columns + lastColumn + 1];
      for (let at = this.starts[row * this.columns + firstColumn]; at < end; at++)
        found.push(this.cells[at]);
    }
    return found;
  }
}

/**
 * Whether a polygon contains a point (even-odd rule).
 *
 * @param {[number, number][]} points
 * @param {number} x
 * @param {number} y
 */
export function contains(points, x, y) {
  let inside = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i];
    const [xj, yj] = points[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
