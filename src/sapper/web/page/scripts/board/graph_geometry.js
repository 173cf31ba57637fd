/** Graphs: cells are discs at the positions that the server computed; lines connect neighbours. */

import { stepInPlane } from "./lattice_steps.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { Geometry, Outline } from "./geometry.js" */

const RADIUS = 0.5;
const CORNERS = 32;

/** The average distance of cells, in cells. */
const SPREAD = 2.1;

/** @type {Outline} */
const DISC = {
  points: Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)];
  }),
  textY: 0,
  room: 0.54,
  round: 0,
};

/**
 * @param {BoardInfo} board
 * @returns {Geometry}
 */
export function graphGeometry(board) {
  const side = Math.max(2, SPREAD * Math.sqrt(board.size));
  const places = board.positions ?? onCircle(board.size);
  const x = Float64Array.from(places, ([across]) => RADIUS + 0.2 + across * side);
  const y = Float64Array.from(places, ([, along]) => RADIUS + 0.2 + along * side);
  /** @type {[number, number][]} */
  const lines = [];
  board.neighbors.forEach((others, cell) => {
    for (const other of others) if (cell < other) lines.push([cell, other]);
  });
  return {
    size: board.size,
    width: side + 2 * RADIUS + 0.4,
    height: side + 2 * RADIUS + 0.4,
    x,
    y,
    variant: new Uint8Array(board.size),
    outlines: [DISC],
    ghosts: [],
    lines,
    captions: [],
    ruler: null,
    showsNeighbors: true,
    step: stepInPlane(x, y),
  };
}

/**
 * @param {number} count
 * @returns {[number, number][]}
 */
function onCircle(count) {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return [0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
  });
}
