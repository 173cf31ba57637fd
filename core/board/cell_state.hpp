// The state of a cell as a player sees it, and a position made of such states.
#pragma once

#include <cstdint>
#include <span>

#include "board/graph.hpp"

namespace sapper {

// A number from 0 up is a clue; other states are these.
enum State : std::int16_t {
    kCovered = -1,
    kFlagged = -2,   // covered, and taken to hold at least one mine
    kUnlabeled = -3  // revealed, its number unknown
};

struct Position {
    const Graph& graph;
    std::span<const std::int16_t> states;
    int max_per_cell;
};

inline constexpr std::int16_t kUnknown = -1;

}  // namespace sapper
