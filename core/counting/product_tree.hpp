// Samples how a number of mines is distributed over many sets of cells, by a binary product tree.
//
// The distributions of the sets are convolved in pairs, the products in pairs again, up to the
// root. A sample walks down from the root and splits the mines of each product between its two
// factors. Memory and the cost of a sample are at most the total length of the rows times the depth
// of the tree; with a chain of prefix products both would be quadratic in the number of sets.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "counting/mine_distribution.hpp"
#include "support/errors.hpp"

namespace sapper {

template <class W>
class ProductTree {
  public:
    void clear() {
        nodes_.clear();
        sets_ = 0;
    }

    void add(MineDistribution<W> row) {
        nodes_.push_back({std::move(row), 0, 0});
        ++sets_;
    }

    // Call after all sets are added. `cut`: see multiply(). Throws BudgetExceeded if this takes
    // more than `most_products`.
    void build(double cut, double most_products) {
        if (sets_ == 0) nodes_.push_back({{0, {number<W>(1.0)}}, 0, 0});
        double products = 0.0;
        std::vector<std::size_t> level(nodes_.size());
        for (std::size_t i = 0; i < level.size(); ++i) level[i] = i;
        while (level.size() > 1) {
            std::size_t kept = 0;
            for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
                const MineDistribution<W>& a = nodes_[level[i]].row;
                const MineDistribution<W>& b = nodes_[level[i + 1]].row;
                products +=
                    static_cast<double>(a.weights.size()) * static_cast<double>(b.weights.size());
                if (products > most_products) throw BudgetExceeded(0, std::log2(products));
                nodes_.push_back({multiply(a, b, cut), level[i], level[i + 1]});
                level[kept++] = nodes_.size() - 1;
            }
            if (level.size() % 2 == 1) level[kept++] = level.back();
            level.resize(kept);
        }
    }

    // The distribution of all sets together, and of one set.
    [[nodiscard]] const MineDistribution<W>& row() const { return nodes_.back().row; }
    [[nodiscard]] const MineDistribution<W>& row(std::size_t set) const { return nodes_[set].row; }

    // Samples the mines of every set, given their total.
    void draw(std::int64_t mines, Random& random, std::span<std::int64_t> parts) const {
        if (sets_ == 0) return;
        static thread_local std::vector<std::pair<std::size_t, std::int64_t>> open;
        open.assign(1, {nodes_.size() - 1, mines});
        while (!open.empty()) {
            const auto [index, total] = open.back();
            open.pop_back();
            if (index < sets_) {
                parts[index] = total;
                continue;
            }
            const Node& node = nodes_[index];
            const std::int64_t left = draw_split(nodes_[node.left].row, nodes_[node.right].row,
                                                 total, node.row.at(total), random);
            open.emplace_back(node.left, left);
            open.emplace_back(node.right, total - left);
        }
    }

  private:
    struct Node {
        MineDistribution<W> row;
        std::size_t left, right;  // children; unused for a set
    };
    std::vector<Node> nodes_;  // the sets, then the products; the root is the last
    std::size_t sets_ = 0;
};

}  // namespace sapper
