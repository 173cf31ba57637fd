#include "explanation/hitting_set.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "support/cancellation.hpp"

namespace sapper {

void HittingSets::add(Set set) {
    assert(!set.empty());
    sets_.push_back(std::move(set));
}

std::optional<std::vector<std::size_t>> HittingSets::minimum(std::int64_t& nodes) {
    for (;; ++size_) {
        path_.clear();
        std::fill(excluded_.begin(), excluded_.end(), char{0});
        std::fill(chosen_.begin(), chosen_.end(), char{0});
        if (extend(size_, nodes)) {
            std::sort(path_.begin(), path_.end());
            return path_;
        }
        if (nodes <= 0) return std::nullopt;
    }
}

bool HittingSets::hit(const Set& set) const {
    return std::any_of(set.begin(), set.end(), [this](std::size_t e) { return chosen_[e] != 0; });
}

// Counts disjoint sets that are not hit, greedily; `smallest` is one with the fewest elements that
// are not excluded, or null if all are hit.
std::size_t HittingSets::disjoint_unhit(const Set*& smallest) {
    stamps_.resize(chosen_.size(), 0);
    ++stamp_;
    std::size_t disjoint = 0, fewest = chosen_.size() + 1;
    smallest = nullptr;
    for (const Set& set : sets_) {
        if (hit(set)) continue;
        std::size_t open = 0;
        bool separate = true;
        for (const std::size_t element : set) {
            open += excluded_[element] == 0 ? 1 : 0;
            separate = separate && stamps_[element] != stamp_;
        }
        if (separate) {
            ++disjoint;
            for (const std::size_t element : set) stamps_[element] = stamp_;
        }
        if (open < fewest) {
            fewest = open;
            smallest = &set;
        }
    }
    return disjoint;
}

// Adds at most `most` elements to the path so that all sets are hit; returns whether it could.
bool HittingSets::extend(std::size_t most, std::int64_t& nodes) {
    count_steps(sets_.size());
    if (--nodes <= 0) return false;
    const Set* set = nullptr;
    if (disjoint_unhit(set) > most) return false;
    if (set == nullptr) return true;
    std::vector<std::size_t> tried;
    bool found = false;
    for (const std::size_t element : *set) {
        if (excluded_[element] != 0) continue;
        chosen_[element] = 1;
        path_.push_back(element);
        found = extend(most - 1, nodes);
        if (found) break;
        path_.pop_back();
        chosen_[element] = 0;
        excluded_[element] = 1;
        tried.push_back(element);
    }
    for (const std::size_t element : tried) excluded_[element] = 0;
    return found;
}

}  // namespace sapper
