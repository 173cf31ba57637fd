/** Hexagons with a corner on top; odd rows are shifted right by half a cell. */

import { stepOnRows } from "./lattice_steps.js";
import { ticks } from "./square_geometry.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Geometry } from "./geometry.js" */

/** The width of a hexagon whose area is about 1. */
const ACROSS = 1.08;
const SIDE = ACROSS / Math.sqrt(3);
const ROW_PITCH = 1.5 * SIDE;

/**
 * @param {BoardInfo} board
 * @returns {Geometry}
 */
export function hexGeometry(board) {
  const [rows, columns] = board.shape;
  const x = new Float64Array(board.size);
  const y = new Float64Array(board.size);
  for (let cell = 0; cell < board.size; cell++) {
    const row = Math.floor(cell / columns);
    x[cell] = ACROSS * ((cell % columns) + 0.5 + 0.5 * (row % 2));
    y[cell] = SIDE + ROW_PITCH * row;
  }
  return {
    size: board.size,
    width: ACROSS * (columns + (rows > 1 ? 0.5 : 0)),
    height: 2 * SIDE + ROW_PITCH * (rows - 1),
    x,
    y,
    variant: new Uint8Array(board.size),
    outlines: [
      {
        points: [
          [0, -SIDE],
          [ACROSS / 2, -SIDE / 2],
          [ACROSS / 2, SIDE / 2],
          [0, SIDE],
          [-ACROSS / 2, SIDE / 2],
          [-ACROSS / 2, -SIDE / 2],
        ],
        textY: 0,
        room: 0.6,
        round: 0.1,
      },
    ],
    ghosts: [],
    lines: [],
    captions: [],
    ruler: {
      rows: ticks(rows, (row) => SIDE + ROW_PITCH * row),
      columns: ticks(columns, (column) => ACROSS * (column + 0.5)),
    },
    showsNeighbors: false,
    step: stepOnRows(rows, columns, false),
  };
}
