/** Paths of cells and of their marks. */

/** @import { Outline } from "./geometry.js" */

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context */

/**
 * Traces the outline of a cell, inset by some pixels, with rounded corners.
 *
 * @param {Context} context
 * @param {Outline} outline
 * @param {number} x
 * @param {number} y
 * @param {number} scale the size of a cell in pixels
 * @param {number} inset
 * @param {number} [round] the radius of the corners, in cells
 */
export function traceCell(context, outline, x, y, scale, inset, round = outline.round) {
  const points = outline.points.map(([across, along]) => {
    const [byX, byY] = insetOf(outline, across, along);
    return [x + across * scale - byX * inset, y + along * scale - byY * inset];
  });
  const radius = Math.max(0, round * scale - inset / 2);
  const last = points[points.length - 1];
  context.beginPath();
  context.moveTo((last[0] + points[0][0]) / 2, (last[1] + points[0][1]) / 2);
  points.forEach((corner, index) => {
    const next = points[(index + 1) % points.length];
    context.arcTo(
      corner[0],
      corner[1],
      (corner[0] + next[0]) / 2,
      (corner[1] + next[1]) / 2,
      radius,
    );
    context.lineTo((corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2);
  });
  context.closePath();
}

/**
 * The displacement of a corner if every side moves inwards by one.
 *
 * @param {Outline} outline
 * @param {number} across
 * @param {number} along
 */
function insetOf(outline, across, along) {
  const corners = outline.points.length;
  if (corners === 4) return [Math.sign(across), Math.sign(along)];
  const [middleX, middleY] = corners === 3 ? [0, outline.textY] : [0, 0];
  const length = Math.hypot(across - middleX, along - middleY);
  const reach = 1 / Math.sin(((1 - 2 / corners) * Math.PI) / 2);
  return [((across - middleX) / length) * reach, ((along - middleY) / length) * reach];
}

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} cloth
 * @param {string} pole
 */
export function drawFlag(context, x, y, size, cloth, pole) {
  const left = x - size * 0.16;
  context.fillStyle = pole;
  context.beginPath();
  context.roundRect(left - size * 0.05, y - size * 0.46, size * 0.1, size * 0.92, size * 0.05);
  context.fill();
  context.beginPath();
  context.roundRect(left - size * 0.2, y + size * 0.38, size * 0.4, size * 0.1, size * 0.05);
  context.fill();
  context.fillStyle = cloth;
  context.beginPath();
  context.moveTo(left, y - size * 0.46);
  context.lineTo(left + size * 0.52, y - size * 0.2);
  context.lineTo(left, y + size * 0.06);
  context.closePath();
  context.fill();
}

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} color
 */
export function drawMine(context, x, y, size, color) {
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = size * 0.1;
  context.lineCap = "round";
  context.beginPath();
  for (let spike = 0; spike < 4; spike++) {
    const angle = (Math.PI * spike) / 4;
    const [across, along] = [Math.cos(angle) * size * 0.44, Math.sin(angle) * size * 0.44];
    context.moveTo(x - across, y - along);
    context.lineTo(x + across, y + along);
  }
  context.stroke();
  context.beginPath();
  context.arc(x, y, size * 0.3, 0, 2 * Math.PI);
  context.fill();
}

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} color
 */
export function drawCross(context, x, y, size, color) {
  context.strokeStyle = color;
  context.lineWidth = Math.max(1.5, size * 0.12);
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(x - size * 0.4, y - size * 0.4);
  context.lineTo(x + size * 0.4, y + size * 0.4);
  context.moveTo(x + size * 0.4, y - size * 0.4);
  context.lineTo(x - size * 0.4, y + size * 0.4);
  context.stroke();
}

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} color
 */
export function drawTick(context, x, y, size, color) {
  context.strokeStyle = color;
  context.lineWidth = Math.max(1.2, size * 0.22);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(x - size * 0.45, y + size * 0.02);
  context.lineTo(x - size * 0.1, y + size * 0.38);
  context.lineTo(x + size * 0.5, y - size * 0.38);
  context.stroke();
}
