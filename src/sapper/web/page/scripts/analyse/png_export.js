/** The whole board as a PNG file, independent of the current zoom and scroll position. */

import { BoardPainter } from "../board/board_painter.js";
import { CellFinder } from "../board/cell_finder.js";
import { readColors } from "../board/colors.js";
import { geometryOf } from "../board/geometry.js";

/** @import { Face } from "../board/face.js" */
/** @import { BoardInfo } from "../api_types.js" */

const CELL = 56;
const LONGEST_SIDE = 8000;
const RULER = 30;
const MARGIN = 12;

/**
 * @param {BoardInfo} board
 * @param {Face} face
 * @param {Element} styled an element whose theme the picture takes
 * @returns {Promise<Blob>}
 */
export function boardPicture(board, face, styled) {
  const geometry = geometryOf(board);
  const longest = Math.max(geometry.width, geometry.height);
  const cell = Math.max(2, Math.min(CELL, Math.floor((LONGEST_SIDE - 100) / longest)));
  const ruler = geometry.ruler === null ? 0 : Math.min(RULER, cell * 0.6);
  const width = Math.ceil(geometry.width * cell + ruler);
  const height = Math.ceil(geometry.height * cell + ruler);
  const inner = picture(width, height);
  const colors = readColors(styled);
  const painter = new BoardPainter(inner, geometry, new CellFinder(geometry), colors, cell, 1);
  painter.paint({
    face,
    left: 0,
    top: 0,
    width,
    height,
    ruler,
    cursor: null,
    hovered: null,
    near: [],
    opened: new Map(),
    pressed: new Set(),
    now: 0,
    overview: null,
  });
  const outer = picture(width + 2 * MARGIN, height + 2 * MARGIN);
  outer.fillStyle = colors.sheet;
  outer.fillRect(0, 0, outer.canvas.width, outer.canvas.height);
  outer.drawImage(inner.canvas, MARGIN, MARGIN);
  return new Promise((resolve, reject) => {
    outer.canvas.toBlob(
      (blob) =>
        blob === null
          ? reject(new Error("The picture is too large for this browser."))
          : resolve(blob),
      "image/png",
    );
  });
}

/**
 * @param {number} width
 * @param {number} height
 */
function picture(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}
