#include "explanation/alike_cells.hpp"

#include <algorithm>
#include <map>

#include "support/cancellation.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

using Key = std::vector<std::int32_t>;

class Classes {
  public:
    explicit Classes(const Position& position) : position_(position) {
        group_of_.assign(position.states.size(), -1);
    }

    std::int32_t first_alike(std::int32_t cell) {
        Key key;
        for (const std::int32_t other : position_.graph.neighbors(cell))
            if (may_hold_mine(state(other))) key.push_back(group(other));
        std::sort(key.begin(), key.end());
        key.push_back(group(cell));
        return first_.try_emplace(std::move(key), cell).first->second;
    }

  private:
    [[nodiscard]] std::int16_t state(std::int32_t cell) const {
        return position_.states[to_index(cell)];
    }

    // The number of the group of cells with the same clues. Flagged cells are mines and unread
    // cells are safe, so they are separate groups even if the clues are the same.
    std::int32_t group(std::int32_t cell) {
        std::int32_t& known = group_of_[to_index(cell)];
        if (known >= 0) return known;
        Key clues;
        for (const std::int32_t other : position_.graph.neighbors(cell))
            if (state(other) >= 0) clues.push_back(other);
        if (state(cell) == kFlagged || state(cell) == kUnread) clues.push_back(state(cell));
        const auto next = static_cast<std::int32_t>(groups_.size());
        return known = groups_.try_emplace(std::move(clues), next).first->second;
    }

    const Position& position_;
    std::vector<std::int32_t> group_of_;  // by cell, -1 if it is not known yet
    std::map<Key, std::int32_t> groups_, first_;
};

}  // namespace

std::vector<std::int32_t> first_alike(const Position& position,
                                      std::span<const std::int32_t> cells) {
    Classes classes(position);
    std::vector<std::int32_t> firsts;
    firsts.reserve(cells.size());
    for (const std::int32_t cell : cells) {
        count_steps(position.graph.neighbors(cell).size());
        firsts.push_back(classes.first_alike(cell));
    }
    return firsts;
}

std::vector<std::int32_t> covered_cells(const Position& position) {
    std::vector<std::int32_t> cells;
    for (std::int32_t cell = 0; cell < position.graph.size(); ++cell) {
        const std::int16_t state = position.states[to_index(cell)];
        if (state == kCovered || state == kFlagged) cells.push_back(cell);
    }
    return cells;
}

}  // namespace sapper
