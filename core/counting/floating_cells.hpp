// The floating cells: in how many ways they hold what the frontier leaves over.
//
// One mine a cell: binomials, by their ratios. Several: the coefficients of the power of a
// polynomial by Miller's recurrence, m p0 c_m = sum_i (i (s + 1) - m) p_i c_(m-i), in O(m x); this
// is the outer group that paper 004 leaves open. The recurrence has no negative term up to s + 1
// mines; above that, where it would cancel, repeated squaring takes over.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/problem.hpp"
#include "support/numbers.hpp"

namespace sapper {

struct FloatingWeights {
    std::int64_t first = 0;     // weights[i] belongs to first + i mines
    std::vector<Wide> weights;  // up to a common factor
    double log2_factor = 0.0;   // log2 of that factor
};

// Floating cells of both kinds, each with room for `max_per_cell` mines.
struct Floating {
    std::int64_t plain;
    std::int64_t flagged;
    int max_per_cell;

    [[nodiscard]] std::int64_t capacity() const {
        return plain * max_per_cell + flagged * (max_per_cell - 1);
    }
};

// Weights for first..last mines (clipped to what the cells can hold). Throws BudgetExceeded where
// the sum would take too long.
FloatingWeights outer_weights(const Floating& floating, std::int64_t first, std::int64_t last);

}  // namespace sapper
