// The analysis of many positions of one board, on several threads.
//
// Every row is one call of Solver::solve with its own question; a thread reuses one solver, so rows
// cost what a loop in the core costs. A row without a consistent layout, or beyond the work budget,
// is reported in its status and does not affect the others.
#pragma once

#include <cstdint>
#include <span>

#include "counting/question.hpp"

namespace sapper {

enum class RowStatus : std::uint8_t { kConsistent = 0, kContradictory = 1, kTooHard = 2 };

// Positions of one board, one per row. The referenced memory must outlive the batch unchanged.
struct PositionBatch {
    // The board, the mines and the work budget; its states are not used.
    const Question& shared;
    std::span<const std::int16_t> states;  // one state per cell, row by row
    std::span<const std::int64_t> mines;   // one per row; if empty, those of `shared`

    [[nodiscard]] std::size_t cells() const {
        return static_cast<std::size_t>(shared.position().graph.size());
    }
    [[nodiscard]] std::size_t rows() const { return states.size() / cells(); }
    [[nodiscard]] Question question(std::size_t row) const;
};

// The results by row, in the caller's memory.
struct BatchSolution {
    std::span<double> mine_probability;  // one per cell, row by row; nan if revealed or not solved
    std::span<double> log2_layouts;      // see Solution; -infinity if contradictory, nan if unknown
    std::span<std::int32_t> best;        // the safest cell, or -1
    std::span<RowStatus> status;
};

// Analyses all rows. The result does not depend on the number of threads (1 to 1024). Throws
// std::invalid_argument on spans of the wrong length or malformed states.
void solve_rows(const PositionBatch& batch, int threads, const BatchSolution& out);

// The first safe cell; else the first whose mine probability is the lowest, up to kTie; -1 if every
// covered cell is certainly a mine. Only covered cells in view count.
std::int32_t safest_cell(std::span<const std::int16_t> states,
                         std::span<const double> mine_probability);

}  // namespace sapper
