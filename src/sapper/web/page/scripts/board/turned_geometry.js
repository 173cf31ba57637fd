/** A board with rows and columns exchanged, so that a wide board fills a tall screen. */

/** @import { Direction, Geometry } from "./geometry.js" */

/** @type {Record<Direction, Direction>} */
const TURNED = { up: "left", down: "right", left: "up", right: "down" };

/**
 * Whether a board can be shown with rows and columns exchanged: not if its text is off the centre of
 * cells, or if it has captions or lines.
 *
 * @param {Geometry} geometry
 */
export function canTurn(geometry) {
  const plain = geometry.captions.length === 0 && geometry.lines.length === 0;
  return plain && geometry.outlines.every(({ textY }) => textY === 0);
}

/**
 * The geometry reflected in the main diagonal.
 *
 * @param {Geometry} geometry
 * @returns {Geometry}
 */
export function turned(geometry) {
  const { ruler } = geometry;
  return {
    ...geometry,
    width: geometry.height,
    height: geometry.width,
    x: geometry.y,
    y: geometry.x,
    outlines: geometry.outlines.map((outline) => ({
      ...outline,
      points: outline.points.map(([across, along]) => [along, across]),
    })),
    ghosts: geometry.ghosts.map(({ cell, x, y }) => ({ cell, x: y, y: x })),
    ruler: ruler === null ? null : { rows: ruler.columns, columns: ruler.rows },
    step: (cell, direction) => geometry.step(cell, TURNED[direction]),
  };
}
