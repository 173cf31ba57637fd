/**
 * Where the cells of a board lie in the plane, and what shape they have. Lengths are in cells: a
 * square has side 1. Whoever draws, points or moves a cursor knows a board only by its Geometry; the
 * tilings are made in the other geometry files.
 */

import { boxGeometry } from "./box_geometry.js";
import { graphGeometry } from "./graph_geometry.js";
import { hexGeometry } from "./hex_geometry.js";
import { squareGeometry, torusGeometry } from "./square_geometry.js";
import { triangleGeometry } from "./triangle_geometry.js";

/** @import { BoardInfo } from "../api_types.js" */

/**
 * The shape of a cell around its middle. Text stands at `textY` below the middle and has `room`, the
 * height of a line of text that fits. Corners are rounded by `round`.
 *
 * @typedef {object} Outline
 * @property {[number, number][]} points
 * @property {number} textY
 * @property {number} room
 * @property {number} round
 *
 * @typedef {"up" | "down" | "left" | "right"} Direction
 *
 * A second picture of a cell, beyond the edge where a torus wraps round.
 * @typedef {{ cell: number, x: number, y: number }} Ghost
 *
 * @typedef {{ at: number, text: string }} Tick
 * @typedef {{ x: number, y: number, text: string }} Caption
 *
 * @typedef {object} Geometry
 * @property {number} size the number of cells
 * @property {number} width
 * @property {number} height
 * @property {Float64Array} x the middle of each cell
 * @property {Float64Array} y
 * @property {Uint8Array} variant which outline each cell has
 * @property {Outline[]} outlines
 * @property {Ghost[]} ghosts
 * @property {[number, number][]} lines pairs of cells joined by a visible line
 * @property {Caption[]} captions
 * @property {{ rows: Tick[], columns: Tick[] } | null} ruler
 * @property {boolean} showsNeighbors whether who is next to whom is not seen from the shapes
 * @property {(cell: number, direction: Direction) => number} step the cell an arrow key leads to
 */

/**
 * Chosen by what the server says of the kind of board, so that a new kind of squares needs no more.
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
