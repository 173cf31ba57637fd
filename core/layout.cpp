#include "layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace sapper {

std::int64_t Layout::bbbv(const Graph& graph) const {
    std::vector<char>& seen = seen_;
    std::vector<std::int32_t>& stack = stack_;
    seen.assign(mines.size(), 0);
    std::int64_t clicks = 0;
    for (std::int32_t start = 0; start < graph.size(); ++start) {
        const auto at = static_cast<std::size_t>(start);
        if (numbers[at] != 0 || mines[at] != 0 || seen[at]) continue;
        ++clicks;
        seen[at] = 1;
        stack.assign(1, start);
        while (!stack.empty()) {
            const std::int32_t cell = stack.back();
            stack.pop_back();
            for (const std::int32_t other : graph.neighbors(cell)) {
                char& mark = seen[static_cast<std::size_t>(other)];
                if (mark) continue;
                mark = 1;
                if (numbers[static_cast<std::size_t>(other)] == 0) stack.push_back(other);
            }
        }
    }
    for (std::size_t cell = 0; cell < mines.size(); ++cell)
        clicks += mines[cell] == 0 && !seen[cell];
    return clicks;
}

Dealer::Dealer(const Graph& graph, std::int64_t mines, int max_per_cell, First first,
               std::int32_t start)
    : graph_(&graph), mines_(mines), max_per_cell_(max_per_cell), first_(first), start_(start) {
    if (start < 0 || start >= graph.size())
        throw std::invalid_argument("the first cell is not on the board");
    if (mines < 0 || max_per_cell < 1 || max_per_cell > 100)
        throw std::invalid_argument("the mines cannot be negative, nor more than 100 a cell");
    full_ = mines == static_cast<std::int64_t>(graph.size()) * max_per_cell;
    std::vector<char> banned(static_cast<std::size_t>(graph.size()), 0);
    if (!full_ && first != First::kAny) {
        banned[static_cast<std::size_t>(start)] = 1;
        if (first == First::kOpen)
            for (const std::int32_t other : graph.neighbors(start))
                banned[static_cast<std::size_t>(other)] = 1;
    }
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (!banned[static_cast<std::size_t>(cell)]) allowed_.push_back(cell);
    const auto cells = static_cast<std::int64_t>(allowed_.size());
    if (mines > cells * max_per_cell)
        throw std::invalid_argument("the mines do not fit beside the first cell");
    if (max_per_cell == 1 || mines == 0 || mines == cells * max_per_cell) return;
    // Cells with weights t^i / i!, given their sum, are mines dropped as distinct objects; t is
    // chosen so that the sum is likely.
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

bool Dealer::deal(std::uint64_t seed, std::uint64_t index, Layout& layout,
                  const std::atomic<bool>* cancel) const {
    Random random(seed, index, Random::kLayout);
    const auto cells = static_cast<std::size_t>(graph_->size());
    layout.mines.assign(cells, 0);
    if (cumulative_.empty())
        deal_single(random, layout);
    else if (!deal_several(random, layout, cancel))
        return false;
    layout.numbers.assign(cells, 0);
    for (std::int32_t cell = 0; cell < graph_->size(); ++cell) {
        const std::int16_t mines = layout.mines[static_cast<std::size_t>(cell)];
        if (mines == 0) continue;
        for (const std::int32_t other : graph_->neighbors(cell))
            layout.numbers[static_cast<std::size_t>(other)] =
                static_cast<std::int16_t>(layout.numbers[static_cast<std::size_t>(other)] + mines);
    }
    return true;
}

// A uniform subset by Floyd's method, of the mines or, where those are many, of the safe cells.
void Dealer::deal_single(Random& random, Layout& layout) const {
    const auto cells = static_cast<std::uint32_t>(allowed_.size());
    const auto wanted = static_cast<std::uint32_t>(mines_ / max_per_cell_);
    const bool invert = wanted > cells / 2;
    const auto chosen = static_cast<std::int16_t>(max_per_cell_);
    for (std::uint32_t last = cells - (invert ? cells - wanted : wanted); last < cells; ++last) {
        std::int16_t& mines =
            layout.mines[static_cast<std::size_t>(allowed_[random.below(last + 1)])];
        (mines != 0 ? layout.mines[static_cast<std::size_t>(allowed_[last])] : mines) = chosen;
    }
    if (invert)
        for (const std::int32_t cell : allowed_) {
            std::int16_t& mines = layout.mines[static_cast<std::size_t>(cell)];
            mines = static_cast<std::int16_t>(chosen - mines);
        }
}

bool Dealer::deal_several(Random& random, Layout& layout, const std::atomic<bool>* cancel) const {
    for (;;) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return false;
        std::int64_t total = 0;
        for (const std::int32_t cell : allowed_) {
            const double u = random.uniform();
            std::int16_t mines = 0;
            while (u >= cumulative_[static_cast<std::size_t>(mines)] && mines < max_per_cell_)
                ++mines;
            layout.mines[static_cast<std::size_t>(cell)] = mines;
            total += mines;
        }
        if (total == mines_) return true;
    }
}

}  // namespace sapper
