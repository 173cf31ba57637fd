// The requests that the module answers: JSON in, JSON out.
//
// Routes and their fields (a default in brackets):
//   version   {} -> {version}
//   board     {spec} -> {shape, size, neighbors}
//   deal      {spec, seed, index [0], first ["safe"], start [0], max_per_cell [1]}
//             -> {mines: one number per cell, start}
//   no-guess  {spec, seed, index [0], first [open if it fits, else safe], start [0],
//             level ["engine"], uniform [false], tries}
//             -> {mines, start, tries}
//   analyze   position -> {mine_probability: null if revealed, safe, mines, best, log10_solutions}
//   choose    position, {strategy ["best"], seed [1], index [0]} -> {cell, certain}
//   sample    position, {samples, seed [1], first_sample [0]} -> {layouts: the mined cells of each}
//   continue  position, {strategy ["best"], samples, seed [1], first_sample [0]} -> {games, wins}
//   simulate  {spec, strategy, seed, games, first_game [0], first ["safe"], start, max_per_cell
//   [1]}
//             -> {games, wins, guesses, moves, bbbv, won: "1" or "0" per game}
// Instead of a spec, a board can be a graph: {size, edges: [a, b, a, b, ...]}.
// A position is {board: a spec, states: one number per cell, as in cell_state.hpp, mines or
// density, max_per_cell [1]}. A seed, an index or a number of tries beyond 2^53 may be a text.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "support/errors.hpp"

namespace sapper::wasm {

// Throws InputError, json::Error, std::invalid_argument, Contradiction or BudgetExceeded, which
// describe() turns into a text, and Cancelled.
std::string answer(std::string_view route, std::string_view request);

// {"error": {"kind", "message"}} for any exception.
std::string describe(const std::exception_ptr& error);

// The work budget of counts.
Budget& limits();

// Sets the board of analyze_states(), and returns its number of cells.
std::int32_t set_board(std::string_view spec);

// Writes the mine probability of every cell; nan if it is revealed.
void analyze_states(const std::int16_t* states, std::int64_t mines, int max_per_cell,
                    double* probability);

}  // namespace sapper::wasm
