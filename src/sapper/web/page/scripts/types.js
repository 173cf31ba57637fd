/**
 * The shapes of what the server and the page say to each other, for the type checker.
 *
 * Cells are indices from 0, row by row. A clue is a number, null where the cell is covered.
 *
 * @typedef {{ spec: string } | { edges: [number, number][], nodes: number }} BoardRef
 *
 * @typedef {object} BoardInfo
 * @property {string} spec
 * @property {string} kind
 * @property {number[]} shape
 * @property {number} size
 * @property {number | null} mines
 * @property {number[][]} neighbors
 * @property {number[][]} coordinates
 * @property {[number, number][]} [positions] places in the unit square, for graphs
 *
 * @typedef {"any" | "safe" | "open"} FirstRule
 *
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} spec
 * @property {FirstRule} first
 *
 * @typedef {object} StrategyInfo
 * @property {string} name
 * @property {string} description
 * @property {string} source
 * @property {boolean} family whether the name has a gap to fill in
 *
 * A click: a cell, or the cells that a chord opens one after the other.
 * @typedef {number | number[]} Move
 *
 * @typedef {object} GameRequest
 * @property {BoardRef} board
 * @property {number} mines
 * @property {FirstRule} first
 * @property {number | null} start
 * @property {string} seed
 * @property {number} index
 * @property {number} max_per_cell
 * @property {Move[]} moves
 *
 * @typedef {object} Risk
 * @property {number} move
 * @property {number} cell
 * @property {number} mine_probability
 *
 * @typedef {object} GameState
 * @property {(number | null)[]} clues
 * @property {"new" | "playing" | "won" | "lost"} status
 * @property {number[][]} opened
 * @property {number | null} safe_left
 * @property {number} moves
 * @property {number} guesses
 * @property {{ survived: number | null, risks: Risk[] }} luck
 * @property {number | null} bbbv
 * @property {number[] | null} layout
 * @property {boolean | null} unavoidable
 * @property {number | null} exploded
 *
 * @typedef {object} Why
 * @property {string} text
 * @property {number[]} clues
 * @property {string} kind
 *
 * @typedef {object} Candidate
 * @property {number} cell
 * @property {number | null} safety
 * @property {number | null} progress
 * @property {number | null} expected_safe
 * @property {number | null} entropy
 * @property {number | null} next
 * @property {number} equals how many cells nothing tells apart from this one
 *
 * @typedef {object} Hint
 * @property {boolean} certain
 * @property {number} cell
 * @property {Why} why
 * @property {number[]} safe
 * @property {number[]} mines
 * @property {Candidate[]} candidates
 *
 * @typedef {object} ReplayStep
 * @property {number} move which of the moves it belongs to
 * @property {number} cell
 * @property {boolean} certain
 * @property {number | null} mine_probability
 * @property {number[]} opened
 *
 * @typedef {object} PositionRequest
 * @property {BoardRef} board
 * @property {(number | null)[]} clues
 * @property {number[]} flags
 * @property {number | null} mines
 * @property {number | null} density
 * @property {number} max_per_cell
 *
 * @typedef {object} CellChance
 * @property {number} cell
 * @property {number} mine_probability
 * @property {string | null} exact
 * @property {number | null} zero_probability
 * @property {number | null} information
 *
 * @typedef {object} Analysis
 * @property {string | null} solutions
 * @property {number | null} log10_solutions
 * @property {number[]} safe
 * @property {number[]} mines
 * @property {number | null} best
 * @property {CellChance[]} cells
 * @property {{ error: string, clues: number[] } | null} contradiction
 *
 * @typedef {object} ParsedPosition
 * @property {BoardRef} board
 * @property {(number | null)[]} clues
 * @property {number[]} flags
 * @property {number | null} mines
 */

export {};
