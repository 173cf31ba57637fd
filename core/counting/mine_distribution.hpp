// Generating functions by number of mines: convolution, and sampling of how a total is split
// between two factors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "support/numbers.hpp"
#include "support/random.hpp"

namespace sapper {

// weights[i] belongs to low + i mines.
template <class W>
struct MineDistribution {
    std::int64_t low = 0;
    std::vector<W> weights = {};

    [[nodiscard]] std::int64_t high() const {
        return low + static_cast<std::int64_t>(weights.size()) - 1;
    }
    [[nodiscard]] const W& at(std::int64_t mines) const {
        return weights[static_cast<std::size_t>(mines - low)];
    }
};

template <class W>
bool positive(const W& weight) {
    return number<W>(0.0) < weight;
}

// The convolution of two distributions. In doubles, both tails are truncated at `cut` times the
// largest weight; in wide numbers nothing is truncated.
template <class W>
MineDistribution<W> multiply(const MineDistribution<W>& a, const MineDistribution<W>& b,
                             double cut) {
    const bool flip = a.weights.size() < b.weights.size();
    const std::vector<W>& longer = flip ? b.weights : a.weights;
    const std::vector<W>& shorter = flip ? a.weights : b.weights;
    MineDistribution<W> row{a.low + b.low,
                            std::vector<W>(longer.size() + shorter.size() - 1, number<W>(0.0))};
    for (std::size_t j = 0; j < shorter.size(); ++j)
        for (std::size_t i = 0; i < longer.size(); ++i)
            row.weights[i + j] += longer[i] * shorter[j];
    if constexpr (std::is_same_v<W, double>) {
        const double least = cut * *std::max_element(row.weights.begin(), row.weights.end());
        const auto keep = [least](double weight) { return weight > least; };
        if (least > 0.0) {
            row.weights.erase(std::find_if(row.weights.rbegin(), row.weights.rend(), keep).base(),
                              row.weights.end());
            const auto first = std::find_if(row.weights.begin(), row.weights.end(), keep);
            row.low += first - row.weights.begin();
            row.weights.erase(row.weights.begin(), first);
        }
    }
    return row;
}

// The weight of `total` mines in two sets of cells together.
template <class W>
W product_at(const MineDistribution<W>& a, const MineDistribution<W>& b, std::int64_t total) {
    W sum = number<W>(0.0);
    const std::int64_t last = std::min(a.high(), total - b.low);
    for (std::int64_t mines = std::max(a.low, total - b.high()); mines <= last; ++mines)
        sum += a.at(mines) * b.at(total - mines);
    return sum;
}

// Samples how many of `total` mines are in the first of two sets; `weight` is product_at(a, b,
// total).
template <class W>
std::int64_t draw_split(const MineDistribution<W>& a, const MineDistribution<W>& b,
                        std::int64_t total, const W& weight, Random& random) {
    const std::int64_t first = std::max(a.low, total - b.high());
    const std::int64_t last = std::min(a.high(), total - b.low);
    if (first == last) return first;
    const W target = weight * number<W>(random.uniform());
    W sum = number<W>(0.0);
    std::int64_t chosen = first;
    for (std::int64_t mines = first; mines <= last; ++mines) {
        const W product = a.at(mines) * b.at(total - mines);
        if (!positive(product)) continue;
        chosen = mines;
        sum += product;
        if (target < sum) break;
    }
    return chosen;  // the last possible split, if the sum fell short of the target by rounding
}

}  // namespace sapper
