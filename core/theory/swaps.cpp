#include "theory/swaps.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "support/cancellation.hpp"
#include "support/index.hpp"

namespace sapper {

SwapSearch::SwapSearch(const Graph& graph, int most_moved)
    : graph_(graph),
      most_moved_(most_moved),
      value_(to_index(graph.size()), kUndecided),
      sum_(to_index(graph.size()), 0),
      reader_(to_index(graph.size()), -1) {
    if (most_moved < 1) throw std::invalid_argument("a swap moves at least one mine");
}

void SwapSearch::find(std::int32_t root, std::span<const std::uint8_t> may,
                      std::vector<Swap>& found) {
    for (const std::int32_t cell : read_) reader_[to_index(cell)] = -1;
    read_.clear();
    root_ = root;
    may_ = may;
    found_ = &found;
    try {
        attempt(root, kPlus);
        attempt(root, kMinus);
    } catch (...) {
        while (!trail_.empty()) unset();
        throw;
    }
}

// Whether a cell may still change. Must not depend on `may`, so that swaps can be reversed.
bool SwapSearch::changeable(std::int32_t cell) const {
    return cell > root_ && value_[to_index(cell)] == kUndecided;
}

bool SwapSearch::allowed(std::int32_t cell, Value value) {
    if (reader_[to_index(cell)] != root_) {
        reader_[to_index(cell)] = root_;
        read_.push_back(cell);
    }
    const std::uint8_t may = may_[to_index(cell)];
    if (value == kMinus || value == kCommon) return (may & kMayBeMined) != 0;
    return (may & kMayBeSafe) != 0 && (value == kOpen || (may & kKeptFree) == 0);
}

int SwapSearch::free_around(std::int32_t cell) const {
    int count = 0;
    for (const std::int32_t other : graph_.neighbors(cell)) count += changeable(other);
    return count;
}

void SwapSearch::set(std::int32_t cell, Value value) {
    value_[to_index(cell)] = value;
    trail_.push_back(cell);
    plus_ += value == kPlus;
    minus_ += value == kMinus;
    if (value == kPlus || value == kMinus)
        for (const std::int32_t other : graph_.neighbors(cell))
            sum_[to_index(other)] = static_cast<std::int16_t>(sum_[to_index(other)] + value);
}

void SwapSearch::unset() {
    const std::int32_t cell = trail_.back();
    trail_.pop_back();
    const Value value = value_[to_index(cell)];
    value_[to_index(cell)] = kUndecided;
    plus_ -= value == kPlus;
    minus_ -= value == kMinus;
    if (value == kPlus || value == kMinus)
        for (const std::int32_t other : graph_.neighbors(cell))
            sum_[to_index(other)] = static_cast<std::int16_t>(sum_[to_index(other)] - value);
}

void SwapSearch::attempt(std::int32_t cell, Value value) {
    if (!allowed(cell, value)) return;
    set(cell, value);
    extend();
    unset();
}

// Whether the undecided neighbours of a cell can still bring its sum to 0.
bool SwapSearch::can_balance(std::int32_t cell) {
    const int sum = sum_[to_index(cell)];
    if (sum == 0) return true;
    const Value wanted = sum > 0 ? kMinus : kPlus;
    const int needed = std::abs(sum);
    if ((sum > 0 ? minus_ : plus_) + needed > most_moved_) return false;
    int able = 0;
    for (const std::int32_t other : graph_.neighbors(cell))
        able += changeable(other) && allowed(other, wanted);
    return able >= needed;
}

// The cell to decide next: the one with the fewest ways, as far as they do not depend on what the
// cells hold; -1 if nothing is left to decide. `dead` is set if some cell cannot be balanced.
std::int32_t SwapSearch::next_cell(bool& dead) {
    std::int32_t next = -1;
    int fewest = 99;
    for (const std::int32_t cell : trail_) {
        const Value value = value_[to_index(cell)];
        if (value == kCommon) continue;
        if (value == kOpen) {
            if (sum_[to_index(cell)] == 0) continue;
            if (!can_balance(cell)) {
                dead = true;
                return -1;
            }
            const int sum = std::abs(sum_[to_index(cell)]), free = free_around(cell);
            const int ways = sum == free ? 1 : free + 2;
            if (ways < fewest) {
                fewest = ways;
                next = cell;
            }
            continue;
        }
        for (const std::int32_t other : graph_.neighbors(cell)) {
            if (value_[to_index(other)] != kUndecided || sum_[to_index(other)] == 0) continue;
            const int ways = 1 + (free_around(other) >= std::abs(sum_[to_index(other)]) ? 1 : 0) +
                             (changeable(other) ? 2 : 0);
            if (ways < fewest) {
                fewest = ways;
                next = other;
            }
        }
    }
    return next;
}

void SwapSearch::extend() {
    ++nodes_;
    count_steps(16);
    if (std::max(plus_, minus_) > most_moved_) return;
    bool dead = false;
    const std::int32_t next = next_cell(dead);
    if (dead) return;
    if (next < 0) {
        record();
        return;
    }
    if (value_[to_index(next)] == kOpen) {
        const auto around = graph_.neighbors(next);
        const std::int32_t cell = *std::find_if(around.begin(), around.end(),
                                                [&](std::int32_t o) { return changeable(o); });
        for (const Value value : {kMinus, kPlus, kOpen, kCommon}) attempt(cell, value);
        return;
    }
    attempt(next, kCommon);
    if (allowed(next, kOpen) && can_balance(next)) attempt(next, kOpen);
    if (changeable(next)) {
        attempt(next, kPlus);
        attempt(next, kMinus);
    }
}

void SwapSearch::record() {
    if (plus_ != minus_) return;
    Swap swap;
    for (const std::int32_t cell : trail_) {
        switch (value_[to_index(cell)]) {
            case kPlus:
                swap.added.push_back(cell);
                break;
            case kMinus:
                swap.removed.push_back(cell);
                break;
            case kCommon:
                swap.mined.push_back(cell);
                break;
            default:
                swap.safe.push_back(cell);
        }
    }
    for (auto* cells : {&swap.removed, &swap.added, &swap.mined, &swap.safe})
        std::sort(cells->begin(), cells->end());
    found_->push_back(std::move(swap));
}

}  // namespace sapper
