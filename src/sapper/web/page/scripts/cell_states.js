/** Clues of cells that show no number, as in the API. */

/** An open cell whose number is unknown. */
export const UNREAD = -3;

/** A cell out of view: it may hold a mine, but cannot be opened. */
export const OUTSIDE = -4;
