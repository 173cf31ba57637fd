// Puts the components and the floating cells together under the total number of mines.
//
// For every component the weight of the rest of the board, by the mines the component holds, is
// what turns its own counts into probabilities. Few components: prefix and suffix convolutions.
// Thousands: the same sums as an integral over the unit circle, at the saddle point, where only
// some dozens of nodes count. In both the weights are first tilted by a power of the odds of a
// mine, so that doubles stay near one around the total that is wanted; what underflows far from
// there is kept apart from what is impossible by a second pass over possibilities alone. The short
// sums of small boards need none of that and have a way of their own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/floating_cells.hpp"
#include "support/numbers.hpp"

namespace sapper {

// The layouts of one component by mines: weight i for low + i mines, in doubles or wide numbers.
struct Polynomial {
    std::int32_t low;
    std::span<const double> weights;
    std::span<const Wide> wide = {};

    [[nodiscard]] std::size_t size() const { return wide.empty() ? weights.size() : wide.size(); }
    [[nodiscard]] bool possible(std::size_t i) const {
        return wide.empty() ? weights[i] > 0.0 : wide[i].mantissa > 0.0;
    }
    [[nodiscard]] double log2_weight(std::size_t i) const {
        return wide.empty() ? std::log2(weights[i]) : wide[i].log2();
    }
};

struct Combined {
    std::vector<std::size_t> begin;  // by component, into rest; one more at the end
    std::vector<double> rest;        // aligned with the component's weights, up to a factor
    std::vector<double> log2_rest;   // the same as logarithms, unless the sums were short
    std::vector<char> beyond;        // by component: whether its rest is out of a double's range
    double log2_total = 0.0;         // of the sum over all layouts
    double floating_mine = 0.0;      // P(an unflagged floating cell holds a mine)
    bool floating_safe = false, floating_certain = false;  // no mine possible; no way without
    std::int64_t frontier_first = 0;
    std::vector<double> frontier;  // distribution of the mines in the components, when asked for

    // The weight of the rest in wide numbers.
    [[nodiscard]] Wide wide_rest(std::size_t i) const {
        if (log2_rest.empty()) return Wide::make(rest[i]);
        return rest[i] > 0.0 ? Wide::from_log2(log2_rest[i]) : Wide{};
    }
};

struct Total {
    std::int64_t mines = 0;  // left for components and floating cells
    double odds = -1.0;      // or, above 0: every cell is independent, with t = odds
};

// log2 of the odds at which the mines expected in all are the wanted ones.
double log2_saddle(std::span<const Polynomial> components, const Floating& floating,
                   std::int64_t mines);

// Throws Contradiction where the total cannot be met, BudgetExceeded where the sums would take too
// long.
void combine(std::span<const Polynomial> components, const Floating& floating, const Total& total,
             bool want_frontier, Combined& out);

}  // namespace sapper
