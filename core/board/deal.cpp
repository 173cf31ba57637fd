// Draws layouts. With at most one mine per cell: a uniform subset of the allowed cells. With more:
// rejection sampling. The cells are drawn independently, i mines with weight t^i / i!, until they
// sum to the number of mines. The tilt t sets the expected sum to that number, so the expected
// number of attempts is O(sqrt(cells)).
#include "board/deal.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "board/random_subset.hpp"
#include "support/cancellation.hpp"

namespace sapper {

Deal::Deal(const Graph& graph, std::int64_t mines, int max_per_cell, First first,
           std::int32_t start)
    : graph_(&graph),
      mines_(mines),
      count_(mines),
      max_per_cell_(max_per_cell),
      first_(first),
      start_(start) {
    if (start < 0 || start >= graph.size())
        throw std::invalid_argument("the first cell is not on the board");
    if (mines < 0 || max_per_cell < 1 || max_per_cell > 100)
        throw std::invalid_argument("the mines cannot be negative, nor more than 100 a cell");
    for (const std::uint64_t word :
         {graph.address(), static_cast<std::uint64_t>(mines),
          static_cast<std::uint64_t>(max_per_cell), static_cast<std::uint64_t>(first),
          static_cast<std::uint64_t>(start)})
        address_ = mix(address_, word);
    full_ = mines == static_cast<std::int64_t>(graph.size()) * max_per_cell;
    std::vector<std::int32_t> banned;
    if (!full_ && first != First::kAny) {
        const Neighbors around = graph.neighbors(start);
        if (first == First::kOpen) banned.assign(around.begin(), around.end());
        banned.insert(std::lower_bound(banned.begin(), banned.end(), start), start);
    }
    allowed_ = AllowedCells(graph.size(), std::move(banned));
    const auto cells = static_cast<std::int64_t>(allowed_.size());
    if (mines > cells * max_per_cell)
        throw std::invalid_argument("too many mines for the cells that the first click leaves");
    if (max_per_cell == 1 || mines == 0 || mines == cells * max_per_cell) return;
    // Independent cells with weights t^i / i!, conditioned on their sum, have the distribution of
    // distinct mines dropped one by one, for any t. Bisection on log t sets the expected mines per
    // cell to the wanted mean.
    const double mean = static_cast<double>(mines) / static_cast<double>(cells);
    double below = -40.0, above = 40.0;
    for (int step = 0; step < 100; ++step) {
        const double middle = 0.5 * (below + above);
        double sum = 0.0, weighted = 0.0, largest = -HUGE_VAL;
        for (int i = 0; i <= max_per_cell; ++i)
            largest = std::max(largest, middle * i - std::lgamma(i + 1.0));
        cumulative_.clear();
        for (int i = 0; i <= max_per_cell; ++i) {
            const double weight = std::exp(middle * i - std::lgamma(i + 1.0) - largest);
            sum += weight;
            weighted += weight * i;
            cumulative_.push_back(sum);
        }
        for (double& c : cumulative_) c /= sum;
        (weighted / sum < mean ? below : above) = middle;
    }
}

Deal::Deal(const Graph& graph, const MineCount& count, int max_per_cell)
    : Deal(graph,
           count.known() ? *count.known()
                         : std::min(count.expected(graph.size(), max_per_cell),
                                    std::int64_t{graph.size()} * max_per_cell),
           max_per_cell, First::kAny, 0) {
    count_ = count;
}

void Deal::lay(std::uint64_t seed, std::uint64_t index, Layout& layout) const {
    Random random = this->random(seed, index, Random::kLayout);
    layout.mines.assign(static_cast<std::size_t>(graph_->size()), 0);
    if (cumulative_.empty())
        lay_single(random, layout);
    else
        lay_several(random, layout);
    layout.number(*graph_);
}

void Deal::lay_single(Random& random, Layout& layout) const {
    draw_subset(allowed_, static_cast<std::uint32_t>(mines_ / max_per_cell_),
                static_cast<std::int16_t>(max_per_cell_), random, layout.mines);
}

void Deal::lay_several(Random& random, Layout& layout) const {
    for (;;) {
        poll_cancellation();
        std::int64_t total = 0;
        for (std::size_t i = 0; i < allowed_.size(); ++i) {
            const double u = random.uniform();
            std::int16_t mines = 0;
            while (u >= cumulative_[static_cast<std::size_t>(mines)] && mines < max_per_cell_)
                ++mines;
            layout.mines[static_cast<std::size_t>(allowed_[i])] = mines;
            total += mines;
        }
        if (total == mines_) return;
    }
}

}  // namespace sapper
