// Samples how a number of mines is distributed over interchangeable cells that may hold several.
//
// Recursive halving: the mines are split between the two halves of the cells in proportion to their
// weights, the powers of one cell's generating function, until single cells remain. At most two
// sizes occur at each depth, so all powers together take at most three times the memory of the
// longest.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "counting/mine_distribution.hpp"
#include "counting/weights.hpp"
#include "support/errors.hpp"

namespace sapper {

template <class W>
class IdenticalCells {
  public:
    // Sets the weights of one cell to cell_factor(), tilted by the given odds. Tilting changes no
    // conditional distribution but keeps doubles in range. `cut`: see multiply().
    void start(int max_per_cell, bool flagged, double log2_odds, double cut) {
        rows_.clear();
        cut_ = cut;
        std::vector<Wide> factor = cell_factor<Wide>(max_per_cell, flagged);
        Wide sum;
        for (std::size_t i = 0; i < factor.size(); ++i) {
            factor[i] = factor[i] * Wide::from_log2(log2_odds * static_cast<double>(i));
            sum += factor[i];
        }
        std::vector<W> one;
        for (const Wide& weight : factor) {
            const Wide normalized = weight * reciprocal(sum);
            if constexpr (std::is_same_v<W, Wide>)
                one.push_back(normalized);
            else
                one.push_back(std::exp2(normalized.log2()));
        }
        rows_.emplace(0, MineDistribution<W>{0, {number<W>(1.0)}});
        rows_.emplace(1, MineDistribution<W>{0, std::move(one)});
    }

    // The distribution of the mines in `cells` cells. Must be called for a number of cells before
    // draw(). Throws BudgetExceeded if one convolution takes more than `most_products`.
    const MineDistribution<W>& row(std::int64_t cells, double most_products) {
        if (const auto found = rows_.find(cells); found != rows_.end()) return found->second;
        const MineDistribution<W>& half = row(cells / 2, most_products);
        const MineDistribution<W>& other = row(cells - cells / 2, most_products);
        const double products =
            static_cast<double>(half.weights.size()) * static_cast<double>(other.weights.size());
        if (products > most_products) throw BudgetExceeded(0, std::log2(products));
        return rows_.emplace(cells, multiply(half, other, cut_)).first->second;
    }

    // Distributes `mines` over the cells and adds them to the layout.
    void draw(std::span<const std::int32_t> cells, std::int64_t mines, Random& random,
              std::span<std::int16_t> layout) const {
        if (mines == 0) return;
        if (cells.size() == 1) {
            std::int16_t& cell = layout[static_cast<std::size_t>(cells.front())];
            cell = static_cast<std::int16_t>(cell + mines);
            return;
        }
        const auto size = static_cast<std::int64_t>(cells.size());
        const std::int64_t half = size / 2;
        const std::int64_t first = draw_split(rows_.at(half), rows_.at(size - half), mines,
                                              rows_.at(size).at(mines), random);
        draw(cells.first(static_cast<std::size_t>(half)), first, random, layout);
        draw(cells.subspan(static_cast<std::size_t>(half)), mines - first, random, layout);
    }

  private:
    double cut_ = 0.0;
    std::unordered_map<std::int64_t, MineDistribution<W>> rows_;  // keyed by number of cells
};

}  // namespace sapper
