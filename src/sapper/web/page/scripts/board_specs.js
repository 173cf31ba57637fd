/**
 * Board specs as users type them: "16x30/99", "hex:10x12/20", and "graph:10/2" with a separate list of
 * edges, which a spec cannot contain. Only the mines and the edges are parsed here; the server
 * validates the rest.
 */

import { get, post } from "./api.js";
import { withAllCells } from "./board_cells.js";

/** @import { BoardInfo, NamedGraph } from "./api_types.js" */
/** @import { BoardRef } from "./types.js" */

/** @typedef {{ board: BoardRef, mines: number | null }} WrittenBoard */

/**
 * @param {string} text
 * @param {string} edges the edges of a graph, as in "0-1 1-2"
 * @returns {WrittenBoard}
 */
export function readBoard(text, edges) {
  const [board, mines] = text.trim().toLowerCase().split("/", 2);
  const count = mines === undefined || !/^\d+$/.test(mines) ? null : Number(mines);
  if (!isGraph(board)) return { board: { spec: text.trim() }, mines: count };
  const pairs = readEdges(edges);
  const most = pairs.reduce((largest, pair) => Math.max(largest, ...pair), -1);
  const nodes = Math.max(Number(board.split(":", 2)[1] ?? 0) || 0, most + 1);
  return { board: { edges: pairs, nodes }, mines: count };
}

/**
 * A board of a sweep: a spec, or a graph with its edges and its name, as in "graph:ring". Without
 * edges "graph:ring" is the spec of a graph that the store holds.
 *
 * @param {string} text
 * @param {string} edges
 * @returns {string | NamedGraph}
 */
export function readSwept(text, edges) {
  if (!isGraph(text) || edges.trim() === "") return text;
  const { board } = readBoard(text, edges);
  if ("spec" in board) return text;
  const name = text.trim().toLowerCase().split("/", 1)[0].split(":", 2)[1] ?? "";
  return { ...board, name: name === "" || /^\d+$/.test(name) ? null : name };
}

/** @param {string} text */
export function isGraph(text) {
  return text.trim().toLowerCase().startsWith("graph");
}

/**
 * @param {string} text
 * @returns {[number, number][]}
 */
export function readEdges(text) {
  return Array.from(text.matchAll(/(\d+)\s*-\s*(\d+)/g), (match) => [
    Number(match[1]),
    Number(match[2]),
  ]);
}

/** @param {[number, number][]} edges */
export function writeEdges(edges) {
  return edges.map((pair) => pair.join("-")).join(" ");
}

/**
 * @param {BoardRef} board
 * @param {AbortSignal} [signal]
 * @returns {Promise<BoardInfo>}
 */
export async function fetchBoard(board, signal) {
  if (!("spec" in board)) return post("/api/graph", board, signal);
  return withAllCells(await get(`/api/boards/${encodeURIComponent(board.spec)}`, signal));
}

/**
 * Fetches a board for the Analyse room, which allows fewer cells than a game.
 *
 * @param {BoardRef} board
 * @returns {Promise<BoardInfo>}
 */
export async function fetchAnalysed(board) {
  if (!("spec" in board)) return fetchBoard(board);
  const spec = encodeURIComponent(board.spec);
  return withAllCells(await get(`/api/boards/${spec}?analysed=true`));
}

/**
 * The same board without the number of mines.
 *
 * @param {BoardInfo} info
 * @param {BoardRef} board
 * @returns {BoardRef}
 */
export function bareBoard(info, board) {
  return "spec" in board ? { spec: info.spec.split("/", 1)[0] } : board;
}

/**
 * The text of a board, without the edges of a graph.
 *
 * @param {BoardRef} board
 */
export function boardText(board) {
  return "spec" in board ? board.spec : `graph:${board.nodes}`;
}

/**
 * The parameters of a board in an address.
 *
 * @param {BoardRef} board
 * @returns {[string, string][]}
 */
export function boardParams(board) {
  if ("spec" in board) return [["board", board.spec]];
  const edges = board.edges.map((pair) => pair.join("-")).join(".");
  return [
    ["board", boardText(board)],
    ["edges", edges],
  ];
}

/**
 * @param {URLSearchParams} params
 * @returns {BoardRef | null}
 */
export function boardFromParams(params) {
  return writtenBoard(params)?.board ?? null;
}

/**
 * The board of an address, with the number of mines in its spec, if any.
 *
 * @param {URLSearchParams} params
 * @returns {WrittenBoard | null}
 */
export function writtenBoard(params) {
  const board = params.get("board");
  return board === null ? null : readBoard(board, params.get("edges") ?? "");
}

/**
 * The edges of a generalised Petersen graph: an outer ring, spokes, and an inner ring with the given
 * step. (5, 2) is the Petersen graph, (10, 2) the dodecahedron.
 *
 * @param {number} ring
 * @param {number} step
 * @returns {[number, number][]}
 */
export function petersen(ring, step) {
  /** @type {[number, number][]} */
  const edges = [];
  for (let node = 0; node < ring; node++) {
    edges.push([node, (node + 1) % ring], [node, ring + node]);
    edges.push([ring + node, ring + ((node + step) % ring)]);
  }
  return edges;
}

/** Boards that the server's presets lack: a large one, a box, and graphs, which need their edges. */
/** @type {{ name: string, spec: string, edges?: [number, number][] }[]} */
export const MORE_BOARDS = [
  { name: "one million cells", spec: "1000x1000/150000" },
  { name: "4D box", spec: "box:3x3x3x3/6" },
  { name: "dodecahedron", spec: "graph:20/4", edges: petersen(10, 2) },
  { name: "Petersen graph", spec: "graph:10/2", edges: petersen(5, 2) },
];
