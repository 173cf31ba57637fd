#include "theory/ambiguous_patterns.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

AmbiguitySearch::AmbiguitySearch(const Graph& graph, int most_mines, bool unequal)
    : graph_(graph),
      most_mines_(most_mines),
      unequal_(unequal),
      value_(to_index(graph.size()), kUndecided),
      sum_(to_index(graph.size()), 0),
      free_(to_index(graph.size()), 0) {
    if (most_mines < 1) throw std::invalid_argument("patterns have at least one mine");
}

std::vector<AmbiguousPattern> AmbiguitySearch::from(std::int32_t root) {
    if (root < 0 || root >= graph_.size())
        throw std::invalid_argument("the root is not a cell of the board");
    root_ = root;
    found_.clear();
    for (std::int32_t cell = 0; cell < graph_.size(); ++cell) {
        const auto around = graph_.neighbors(cell);
        free_[to_index(cell)] = static_cast<std::int16_t>(
            std::count_if(around.begin(), around.end(), [&](std::int32_t o) { return o > root; }));
    }
    set(root, kPlus);
    try {
        extend();
    } catch (...) {
        while (!trail_.empty()) unset();
        throw;
    }
    unset();
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return found_;
}

// Whether a cell may still get a value.
bool AmbiguitySearch::free(std::int32_t cell) const {
    return cell > root_ && value_[to_index(cell)] == kUndecided;
}

void AmbiguitySearch::set(std::int32_t cell, Value value) {
    value_[to_index(cell)] = value;
    trail_.push_back(cell);
    plus_ += value == kPlus;
    minus_ += value == kMinus;
    common_ += value == kCommon;
    const bool counts = value == kPlus || value == kMinus;
    for (const std::int32_t other : graph_.neighbors(cell)) {
        if (cell > root_) --free_[to_index(other)];
        if (counts)
            sum_[to_index(other)] = static_cast<std::int16_t>(sum_[to_index(other)] + value);
    }
}

void AmbiguitySearch::unset() {
    const std::int32_t cell = trail_.back();
    trail_.pop_back();
    const Value value = value_[to_index(cell)];
    value_[to_index(cell)] = kUndecided;
    plus_ -= value == kPlus;
    minus_ -= value == kMinus;
    common_ -= value == kCommon;
    const bool counts = value == kPlus || value == kMinus;
    for (const std::int32_t other : graph_.neighbors(cell)) {
        if (cell > root_) ++free_[to_index(other)];
        if (counts)
            sum_[to_index(other)] = static_cast<std::int16_t>(sum_[to_index(other)] - value);
    }
}

void AmbiguitySearch::extend() {
    ++nodes_;
    count_steps(16);
    if (std::max(plus_, minus_) + common_ > most_mines_) return;
    std::int32_t next = -1;
    int fewest = 99;
    for (const std::int32_t cell : trail_) {
        const int sum = std::abs(sum_[to_index(cell)]), free = free_[to_index(cell)];
        if (value_[to_index(cell)] == kOpen) {
            if (sum > free) return;
            const int ways = sum == free ? 1 : free + 2;
            if (sum != 0 && ways < fewest) {
                fewest = ways;
                next = cell;
            }
        } else if (value_[to_index(cell)] != kCommon) {
            for (const std::int32_t other : graph_.neighbors(cell)) {
                if (value_[to_index(other)] != kUndecided || sum_[to_index(other)] == 0) continue;
                const int ways =
                    1 + (free_[to_index(other)] >= std::abs(sum_[to_index(other)]) ? 1 : 0) +
                    (other > root_ ? 2 : 0);
                if (ways < fewest) {
                    fewest = ways;
                    next = other;
                }
            }
        }
    }
    if (next < 0) {
        record();
        return;
    }
    const auto try_value = [&](std::int32_t cell, Value value) {
        set(cell, value);
        extend();
        unset();
    };
    if (value_[to_index(next)] == kOpen) {
        const auto around = graph_.neighbors(next);
        const std::int32_t cell =
            *std::find_if(around.begin(), around.end(), [&](std::int32_t o) { return free(o); });
        const bool too_many = sum_[to_index(next)] > 0;
        const bool forced = free_[to_index(next)] == std::abs(sum_[to_index(next)]);
        try_value(cell, too_many ? kMinus : kPlus);
        if (forced) return;
        try_value(cell, too_many ? kPlus : kMinus);
        try_value(cell, kOpen);
        try_value(cell, kCommon);
        return;
    }
    try_value(next, kCommon);
    if (free_[to_index(next)] >= std::abs(sum_[to_index(next)])) try_value(next, kOpen);
    if (next > root_) {
        try_value(next, kPlus);
        try_value(next, kMinus);
    }
}

// All sums are 0: records the pattern, if the sizes of its sets are as asked and every common mine
// is needed.
void AmbiguitySearch::record() {
    if ((plus_ != minus_) != unequal_) return;
    AmbiguousPattern pattern;
    for (const std::int32_t cell : trail_) {
        if (value_[to_index(cell)] == kPlus) pattern.first.push_back(cell);
        if (value_[to_index(cell)] == kMinus) pattern.second.push_back(cell);
        if (value_[to_index(cell)] != kCommon) continue;
        if (sum_[to_index(cell)] == 0) return;
        pattern.common.push_back(cell);
    }
    std::sort(pattern.first.begin(), pattern.first.end());
    std::sort(pattern.second.begin(), pattern.second.end());
    std::sort(pattern.common.begin(), pattern.common.end());
    found_.push_back(std::move(pattern));
}

}  // namespace sapper
