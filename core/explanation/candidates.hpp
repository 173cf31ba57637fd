// Candidates for a guess, with the criteria P, S, E, Q and U of the heuristic strategies.
//
// They are computed by one-step outcome enumeration: for every clue value that a candidate may
// show, the position after it is analysed. Indistinguishable cells are one candidate. Cost: one
// analysis per clue value and candidate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "counting/question.hpp"
#include "counting/solver.hpp"
#include "explanation/smallest_conflict.hpp"

namespace sapper {

// A cell that could be guessed, with the expected results of opening it.
struct GuessCandidate {
    std::int32_t cell;
    std::int64_t equals;   // covered cells that are indistinguishable from it, itself included
    double safety;         // P(the cell holds no mine)
    double progress;       // P(it is safe, and its number makes another cell safe or ends the game)
    double expected_safe;  // expected number of other cells that become safe; 0 if it hits a mine
    double entropy;        // of the cell's number in bits, given that the cell is safe
    double next;           // P(surviving this click and the safest click after it, or winning)
};

// The `most` safest cells, safest first; the cells of `include` come before others. Candidates that
// exceed the work budget are omitted, and so are the remaining ones after the time is up. The
// solution is that of the question.
std::vector<GuessCandidate> find_candidates(const Question& question, const Solution& solution,
                                            std::size_t most, std::span<const std::int32_t> include,
                                            Solver& solver, const Expired& expired = {});

// The safest cell: the first safe one, else the first with the lowest mine probability; nullopt if
// every covered cell is certainly a mine.
std::optional<std::int32_t> safest_cell(const Position& position, const Solution& solution);

// The lowest mine probability of a covered cell without a flag; 1 if there is none.
double least_risk(const Position& position, const Solution& solution);

// The Shannon entropy of the number that a cell shows, in bits.
double entropy_of(const Shown& shown);

}  // namespace sapper
