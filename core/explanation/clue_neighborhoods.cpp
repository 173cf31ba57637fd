#include "explanation/clue_neighborhoods.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "support/cancellation.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

// The cells around a cell that may hold a mine.
std::vector<std::int32_t> unknown_around(const Position& position, std::int32_t cell) {
    std::vector<std::int32_t> cells;
    for (const std::int32_t other : position.graph.neighbors(cell))
        if (may_hold_mine(position.states[to_index(other)])) cells.push_back(other);
    return cells;
}

}  // namespace

ClueList clues_around(const Position& position, std::int32_t cell) {
    ClueList clues;
    for (const std::int32_t other : position.graph.neighbors(cell))
        if (position.states[to_index(other)] >= 0) clues.push_back(other);
    return clues;
}

ClueList distinct_clues(const Position& position) {
    ClueList clues;
    std::set<std::pair<std::vector<std::int32_t>, std::int16_t>> known;
    for (std::int32_t cell = 0; cell < position.graph.size(); ++cell) {
        count_steps(1);
        const std::int16_t number = position.states[to_index(cell)];
        if (number < 0) continue;
        std::vector<std::int32_t> around = unknown_around(position, cell);
        if (!around.empty() && known.emplace(std::move(around), number).second)
            clues.push_back(cell);
    }
    return clues;
}

std::vector<ClueList> clue_components(const Position& position) {
    std::vector<ClueList> components;
    std::vector<char> seen(position.states.size(), 0);
    ClueList part;
    for (std::int32_t first = 0; first < position.graph.size(); ++first) {
        if (position.states[to_index(first)] < 0 || seen[to_index(first)] != 0) continue;
        part.assign(1, first);
        seen[to_index(first)] = 1;
        for (std::size_t i = 0; i < part.size(); ++i)
            for (const std::int32_t cell : unknown_around(position, part[i]))
                for (const std::int32_t other : position.graph.neighbors(cell))
                    if (position.states[to_index(other)] >= 0 &&
                        std::exchange(seen[to_index(other)], char{1}) == 0)
                        part.push_back(other);
        count_steps(part.size());
        std::sort(part.begin(), part.end());
        if (part.size() > 1) components.push_back(part);
    }
    return components;
}

GrowingClues::GrowingClues(const Position& position, ClueList start)
    : position_(position), clues_(std::move(start)), seen_(position.states.size(), 0) {
    for (const std::int32_t clue : clues_) seen_[to_index(clue)] = 1;
}

bool GrowingClues::grow() {
    const std::size_t end = clues_.size();
    count_steps(end - edge_);
    for (; edge_ < end; ++edge_)
        for (const std::int32_t cell : unknown_around(position_, clues_[edge_]))
            for (const std::int32_t other : position_.graph.neighbors(cell))
                if (position_.states[to_index(other)] >= 0 &&
                    std::exchange(seen_[to_index(other)], char{1}) == 0)
                    clues_.push_back(other);
    return clues_.size() > end;
}

}  // namespace sapper
