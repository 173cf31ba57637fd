/**
 * Types derived from those of the API in api_types.d.ts.
 *
 * Cells are indices from 0 in row-major order. A clue is a number, or null if the cell is covered; cell_states.js names the clues below 0.
 *
 * @import { Game, Graph, Preset, SpecBoard } from "./api_types.js"
 *
 * @typedef {SpecBoard | Graph} BoardRef
 *
 * @typedef {Preset["first"]} FirstRule
 *
 * The reasoning that must suffice to solve a no-guess game.
 * @typedef {NonNullable<Game["no_guess"]>} Level
 *
 * A click: a cell, or the cells that a chord opens in this order.
 * @typedef {number | number[]} Move
 */

export {};
