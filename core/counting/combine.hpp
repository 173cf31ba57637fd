// Convolution of the components and the floating cells under the total number of mines.
//
// The result for each component is its outside weights: for each number of mines in the component,
// the weight of all arrangements of the rest of the board with the remaining mines. Multiplied with
// the component's own counts they give its distribution of mines. Methods, by size:
//   small boards          prefix and suffix products in plain doubles,
//   some components       prefix and suffix products of exponentially tilted weights,
//   thousands of them     characteristic functions at the saddle point (saddle_point.cpp),
//   an unknown total      prefix and suffix products, in which the floating cells are weighted by
//                         the prior over totals (weighted_convolution.cpp).
// Tilting multiplies the weight of m mines by odds^m with the odds at which the wanted total is the
// expected one, so that doubles near that total do not underflow. A second pass over booleans
// separates weights that underflow from impossible ones. Products in plain doubles are preceded by
// a test that bounds all of them (weight_range.hpp). With s terms in total the products cost
// O(s^2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/mine_count.hpp"
#include "counting/floating_cells.hpp"
#include "support/numbers.hpp"

namespace sapper {

// The generating function of a component by number of mines: coefficient i is the weight of its
// layouts with low + i mines, in doubles (`weights`, each zero or admissible by weight_range.hpp)
// or wide numbers (`wide`).
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

// The smallest outside weight above zero, relative to the largest one of its component.
inline constexpr double kLeastOutsideLog2 = -830.0;
inline constexpr double kLeastOutside = 0x1p-830;

struct Combined {
    std::vector<std::size_t> begin;  // offset of each component in `outside`, and the end
    // Outside weights, up to a factor per component: zero, or between kLeastOutside and 1.
    std::vector<double> outside;
    std::vector<double> log2_outside;  // their binary logarithms; empty for small boards
    std::vector<char> out_of_range;    // per component: whether `outside` was raised to that limit
    double log2_total = 0.0;           // of the sum over all layouts
    double floating_mine = 0.0;        // P(an unflagged floating cell holds a mine)
    bool floating_safe = false;        // no floating cell can hold a mine
    bool floating_certain = false;     // every unflagged floating cell must hold a mine
    std::int64_t frontier_first = 0;   // frontier[i] belongs to frontier_first + i mines
    std::vector<double> frontier;      // distribution of the mines in the components, if wanted
    std::vector<double> totals;        // posterior of the prior's totals, if wanted

    // Outside weight i as a wide number.
    [[nodiscard]] Wide wide_outside(std::size_t i) const {
        if (log2_outside.empty()) return Wide::make(outside[i]);
        return outside[i] > 0.0 ? Wide::from_log2(log2_outside[i]) : Wide{};
    }
};

// The mines in components and floating cells together.
struct Total {
    std::int64_t mines = 0;  // their number; with a prior, what is added to each of its totals
    double odds = -1.0;      // if >= 0: no total; cells are independent with these odds of a mine
    std::span<const MineCount::Total> prior = {};  // if not empty: the possible totals

    // The total if `known_mines` of the board's mines are in other cells. The count must outlive
    // the result.
    static Total of(const MineCount& count, std::int64_t known_mines) {
        if (!count.totals().empty()) return {-known_mines, -1.0, count.totals()};
        return {count.known() ? *count.known() - known_mines : 0, count.odds(), {}};
    }

    [[nodiscard]] bool known() const { return prior.empty() && odds < 0.0; }
    // The least and the greatest number of mines that the prior allows; `capacity` is what all
    // cells can hold.
    [[nodiscard]] std::int64_t least() const {
        if (odds >= 0.0) return 0;
        return prior.empty() ? mines : prior.front().mines + mines;
    }
    [[nodiscard]] std::int64_t most(std::int64_t capacity) const {
        if (odds >= 0.0) return capacity;
        return prior.empty() ? mines : prior.back().mines + mines;
    }
};

// log2 of the saddle-point odds, at which the expected number of mines is `mines`. By bisection.
double log2_saddle(std::span<const Polynomial> components, const Floating& floating,
                   std::int64_t mines);

// Throws Contradiction if the total is impossible, BudgetExceeded if the convolution is too long.
void combine(std::span<const Polynomial> components, const Floating& floating, const Total& total,
             bool want_frontier, Combined& out);

}  // namespace sapper
