/**
 * What the laboratory's part of the server says, for the type checker.
 *
 * @typedef {object} StoredCurve
 * @property {string} board
 * @property {string} strategy
 * @property {string} first
 * @property {number} start
 * @property {string | number} seed
 * @property {number} points
 * @property {number} games
 *
 * @typedef {object} Critical
 * @property {string} method
 * @property {number | null} value
 * @property {[number, number] | null} interval
 * @property {string} why
 *
 * @typedef {object} CurveAnswer
 * @property {{ mines: number[], densities: number[], wins: number[], games: number[], win_rates: number[], intervals: [number, number][] }} curve
 * @property {Critical} critical
 * @property {[number, number][]} fit
 * @property {number | null} published
 *
 * @typedef {object} TableCell
 * @property {number} p
 * @property {number} q
 * @property {number | null} value
 * @property {[number, number] | null} interval
 * @property {number | null} published
 *
 * @typedef {object} SweepState
 * @property {number} id
 * @property {"running" | "stopped" | "done" | "failed"} state
 * @property {number} done
 * @property {number} total
 * @property {number | null} rate
 * @property {number | null} left
 * @property {string[]} boards
 * @property {string[]} strategies
 * @property {string | null} error
 *
 * @typedef {{ done: number, total: number, rate: number | null, left: number | null }} SweepProgress
 */

export {};
