/** The default size of cells: the whole board is visible unless its cells would be too small to hit. */

/** @import { Geometry } from "./geometry.js" */

/** @typedef {{ width: number, height: number }} Room the space for a board, in pixels */

const SMALLEST_TO_CLICK = 21;
const SMALLEST_TO_TOUCH = 30;

/** Cells may be smaller by this factor if the whole board is visible then. */
const SQUEEZE = 0.8;
const LARGEST = 64;

/** A board whose width exceeds its height by this factor is rotated on a phone in portrait mode. */
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
 * The size of a cell at which the whole board is visible.
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
 * The size of a cell: that of the whole board if cells are large enough to hit, else the smallest allowed.
 *
 * @param {number} whole the size at which the whole board is visible
 */
export function fittedSize(whole) {
  const touch = matchMedia("(pointer: coarse)").matches;
  const smallest = touch ? SMALLEST_TO_TOUCH : SMALLEST_TO_CLICK;
  return whole >= SQUEEZE * smallest ? whole : smallest;
}

/**
 * Whether a board of this size should be rotated.
 *
 * @param {number} width
 * @param {number} height
 */
export function fitsUpright(width, height) {
  const phone = matchMedia("(pointer: coarse) and (orientation: portrait)").matches;
  return phone && width > WIDE * height;
}
