/**
 * Types of the page that are made of those of the API, which are in api_types.d.ts.
 *
 * Cells are indices from 0, row by row. A clue is a number, null where the cell is covered.
 *
 * @import { Game, Graph, Preset, SpecBoard } from "./api_types.js"
 *
 * @typedef {SpecBoard | Graph} BoardRef
 *
 * @typedef {Preset["first"]} FirstRule
 *
 * What must be enough to solve a game without a guess.
 * @typedef {NonNullable<Game["no_guess"]>} Level
 *
 * A click: a cell, or the cells that a chord opens one after the other.
 * @typedef {number | number[]} Move
 */

export {};
