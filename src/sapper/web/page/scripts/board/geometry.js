/**
 * The positions and shapes of the cells of a board in the plane. Lengths are in cells: a square has
 * side 1. Drawing, pointing and cursor movement use only the Geometry of a board; the other geometry
 * files construct it for each tiling.
 */

import { boxGeometry } from "./box_geometry.js";
import { graphGeometry } from "./graph_geometry.js";
import { hexGeometry } from "./hex_geometry.js";
import { squareGeometry, torusGeometry } from "./square_geometry.js";
import { triangleGeometry } from "./triangle_geometry.js";

/** @import { BoardInfo } from "../api_types.js" */

/**
 * The shape of a cell around its centre. Text is drawn at `textY` below the centre; `room` is the
 * height of a line of text that fits; `round` is the radius of the corners.
 *
 * @typedef {object} Outline
 * @property {[number, number][]} points
 * @property {number} textY
 * @property {number} room
 * @property {number} round
 *
 * @typedef {"up" | "down" | "left" | "right"} Direction
 *
 * A copy of a cell beyond the edge of a torus.
 * @typedef {{ cell: number, x: number, y: number }} Ghost
 *
 * @typedef {{ at: number, text: string }} Tick
 * @typedef {{ x: number, y: number, text: string }} Caption
 *
 * @typedef {object} Geometry
 * @property {number} size the number of cells
 * @property {number} width
 * @property {number} height
 * @property {Float64Array} x the centre of each cell
 * @property {Float64Array} y
 * @property {Uint8Array} variant the index of the outline of each cell
 * @property {Outline[]} outlines
 * @property {Ghost[]} ghosts
 * @property {[number, number][]} lines pairs of cells connected by a visible line
 * @property {Caption[]} captions
 * @property {{ rows: Tick[], columns: Tick[] } | null} ruler
 * @property {boolean} showsNeighbors whether to highlight neighbours, because they do not follow from the shapes
 * @property {(cell: number, direction: Direction) => number} step the cell that an arrow key moves to
 */

/**
 * Selects the geometry by the tiling that the server reports, so that a new kind of square board needs
 * no new code.
 *
 * @param {BoardInfo} board
 * @returns {Geometry}
 */
export function geometryOf(board) {
  switch (board.tiling) {
    case "hexagons":
      return hexGeometry(board);
    case "triangles":
      return triangleGeometry(board);
    case "graph":
      return graphGeometry(board);
    default:
      if (board.shape.length !== 2) return boxGeometry(board);
      return board.wraps ? torusGeometry(board) : squareGeometry(board);
  }
}
