/** How large the cells of a board are where nobody has chosen it: to be seen whole, or to be hit. */

/** @import { Geometry } from "./geometry.js" */

/** @typedef {{ width: number, height: number }} Room what there is for a board, in pixels */

const SMALLEST_TO_CLICK = 21;
const SMALLEST_TO_TOUCH = 30;

/** How much smaller cells may be, where the whole board is then in view. */
const SQUEEZE = 0.8;
const LARGEST = 48;

/** A board that is this much wider than high is stood upright on a phone that is. */
const WIDE = 1.2;

/**
 * @param {HTMLElement} frame
 * @returns {Room}
 */
export function roomIn(frame) {
  const height = parseFloat(getComputedStyle(frame).maxHeight);
  return {
    width: frame.clientWidth,
    height: Number.isFinite(height) ? height : window.innerHeight * 0.7,
  };
}

/**
 * The size of a cell at which the whole board is seen.
 *
 * @param {Geometry} geometry
 * @param {Room} room
 * @param {number} ruler
 */
export function wholeSize(geometry, room, ruler) {
  const across = (room.width - ruler - 2) / geometry.width;
  const along = (room.height - ruler - 2) / geometry.height;
  return Math.min(LARGEST, across, along);
}

/**
 * The size of a cell at which the board is seen whole, if cells can be hit well then.
 *
 * @param {number} whole the size at which it is seen whole in any case
 */
export function fittedSize(whole) {
  const touch = matchMedia("(pointer: coarse)").matches;
  const smallest = touch ? SMALLEST_TO_TOUCH : SMALLEST_TO_CLICK;
  return whole >= SQUEEZE * smallest ? whole : smallest;
}

/**
 * Whether a board of this size, lying down, is better stood upright.
 *
 * @param {number} width
 * @param {number} height
 */
export function fitsUpright(width, height) {
  const phone = matchMedia("(pointer: coarse) and (orientation: portrait)").matches;
  return phone && width > WIDE * height;
}
