// Rules for a choice among cells that the criteria of a strategy leave equal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

enum class Tie {
    kRandom,
    kFirst,    // the lowest cell
    kNearest,  // nearest to an opened cell, then at random
    kEdge,     // nearest to a cell with fewer neighbours than the most, then at random
    kCorner    // fewest neighbours, then most opened neighbours, then the lowest cell
};

// Whether the rule leaves one cell, without a random choice.
inline bool is_deterministic(Tie tie) {
    return tie == Tie::kFirst || tie == Tie::kCorner;
}

// Drops all candidates but those that the rule prefers; they are in ascending order. `states` shows
// which cells are covered.
void break_tie(Tie tie, const Graph& graph, std::span<const std::int16_t> states,
               std::vector<std::int32_t>& candidates);

}  // namespace sapper
