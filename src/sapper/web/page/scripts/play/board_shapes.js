/** Boards by width, height and shape, and their specs, in which the rows come first. */

/**
 * @typedef {object} BoardSize
 * @property {number} width
 * @property {number} height
 * @property {number} [layers] only for boxes
 */

/** The shapes of the custom game: the kind in the spec, and its name for players. */
/** @type {[string, string][]} */
export const SHAPES = [
  ["", "Squares"],
  ["torus", "Squares, edges joined (torus)"],
  ["hex", "Hexagons"],
  ["hexwrap", "Hexagons, edges joined"],
  ["tri", "Triangles"],
  ["rook", "Squares, four neighbours"],
  ["knight", "Squares, knight's moves"],
  ["reach2", "Squares, radius 2"],
  ["box", "Layers (3D)"],
  ["other", "Another board, as text"],
];

const FLAT = /^(?:(\w+):)?(\d+)x(\d+)(?:\/(\d+))?$/;
const BOX = /^box:(\d+)x(\d+)x(\d+)(?:\/(\d+))?$/;

/**
 * @param {string} shape
 * @param {Required<BoardSize>} size
 * @returns {string | null} null for a shape without width and height
 */
export function specOf(shape, { width, height, layers }) {
  if (shape === "other") return null;
  if (shape === "box") return `box:${layers}x${height}x${width}`;
  return `${shape === "" ? "" : `${shape}:`}${height}x${width}`;
}

/**
 * Width, height and shape of a spec.
 *
 * @param {string} spec with or without mines
 * @returns {BoardSize & { shape: string, mines: number | null } | null} null if it has no such form
 */
export function sizeOf(spec) {
  const flat = FLAT.exec(spec);
  if (flat !== null) {
    const [, kind = "", height, width, mines] = flat;
    if (!SHAPES.some(([name]) => name === kind) || kind === "box") return null;
    return { shape: kind, width: Number(width), height: Number(height), mines: countOf(mines) };
  }
  const box = BOX.exec(spec);
  if (box === null) return null;
  const [layers, height, width] = box.slice(1, 4).map(Number);
  return { shape: "box", width, height, layers, mines: countOf(box[4]) };
}

/** @param {BoardSize} size */
export function cellsOf({ width, height, layers = 1 }) {
  return width * height * layers;
}

/** @param {string | undefined} mines */
function countOf(mines) {
  return mines === undefined ? null : Number(mines);
}
