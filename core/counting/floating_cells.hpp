// The floating cells: the number of ways in which they hold the mines not in the frontier.
//
// With at most one mine per cell: binomial coefficients by their ratios. With up to x mines per
// cell: the coefficients of p(t)^s, where p is the generating function of one cell, by the J.C.P.
// Miller recurrence m p_0 c_m = sum_i (i (s + 1) - m) p_i c_(m-i), in O(m x). The combinatorics
// note leaves this case (the outer group with several mines per cell) open. All terms of the
// recurrence are non-negative up to s + 1 mines; above that repeated squaring avoids the
// cancellation.
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

// Numbers of unflagged (`plain`) and flagged floating cells, of up to `max_per_cell` mines each.
struct Floating {
    std::int64_t plain;
    std::int64_t flagged;
    int max_per_cell;

    [[nodiscard]] std::int64_t capacity() const {
        return plain * max_per_cell + flagged * (max_per_cell - 1);
    }
};

// Weights for `first` to `last` mines, clipped to what the cells can hold. Throws BudgetExceeded if
// the computation is too long.
FloatingWeights floating_weights(const Floating& floating, std::int64_t first, std::int64_t last);

}  // namespace sapper
