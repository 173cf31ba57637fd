#include "counting/mine_prior.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "counting/floating_cells.hpp"

namespace sapper {

namespace {

// The distribution over totals that the prior implies before any clue, up to a factor.
Wide whole_weight(const MineCount::Total& total, const FloatingWeights& board) {
    const std::int64_t i = total.mines - board.first;
    if (i < 0 || i >= static_cast<std::int64_t>(board.weights.size())) return {};
    return total.weight * board.weights[static_cast<std::size_t>(i)];
}

std::int64_t expected_mines(std::span<const MineCount::Total> totals,
                            const FloatingWeights& board) {
    double largest = -HUGE_VAL, sum = 0.0, mines = 0.0;
    for (const MineCount::Total& total : totals)
        largest = std::max(largest, whole_weight(total, board).log2());
    if (!std::isfinite(largest)) return totals.front().mines;
    for (const MineCount::Total& total : totals) {
        const double weight = std::exp2(whole_weight(total, board).log2() - largest);
        sum += weight;
        mines += weight * static_cast<double>(total.mines);
    }
    return static_cast<std::int64_t>(mines / sum + 0.5);
}

}  // namespace

MineCount mine_prior(std::int64_t cells, int max_per_cell, std::span<const std::int64_t> totals,
                     std::span<const double> probabilities) {
    if (totals.empty() || totals.front() < 0 ||
        std::adjacent_find(totals.begin(), totals.end(), std::greater_equal<>()) != totals.end())
        throw std::invalid_argument("the possible numbers of mines must be ascending, from 0");
    const bool equal = probabilities.empty();
    if (!equal && probabilities.size() != totals.size())
        throw std::invalid_argument("each number of mines needs one probability");
    const FloatingWeights board =
        floating_weights({cells, 0, max_per_cell}, totals.front(), totals.back());
    std::vector<MineCount::Total> found;
    found.reserve(totals.size());
    Wide ways = Wide::make(1.0);
    std::int64_t before = totals.front();
    for (std::size_t i = 0; i < totals.size(); ++i) {
        // Beyond the capacity of the board no layout exists, so the factor does not matter.
        const std::int64_t most = std::min(totals[i], cells * max_per_cell);
        if (max_per_cell > 1)
            for (; before < most; ++before)
                ways = ways * Wide::make(static_cast<double>(before + 1));
        MineCount::Total total{totals[i], ways, ways};
        if (!equal) {
            const std::int64_t k = totals[i] - board.first;
            if (!(probabilities[i] > 0.0) || k >= static_cast<std::int64_t>(board.weights.size()))
                throw std::invalid_argument("a number of mines has no layout or no probability");
            total.weight = Wide::make(probabilities[i]) *
                           reciprocal(board.weights[static_cast<std::size_t>(k)]);
        }
        found.push_back(total);
    }
    const double log2_ways =
        max_per_cell > 1
            ? std::lgamma(static_cast<double>(totals.front()) + 1.0) / std::numbers::ln2
            : 0.0;
    const std::int64_t expected = expected_mines(found, board);
    return {std::move(found), equal && max_per_cell == 1, log2_ways, expected};
}

}  // namespace sapper
