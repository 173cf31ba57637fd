// The state of a cell as a player sees it, and positions.
#pragma once

#include <cstdint>
#include <span>

#include "board/graph.hpp"

namespace sapper {

// States of a cell; a state of 0 or more is a clue.
enum State : std::int16_t {
    kCovered = -1,
    kFlagged = -2,  // covered, assumed to hold at least one mine
    kUnread = -3,   // safe, clue value unknown
    kOutside = -4   // out of view: as covered, but it cannot be opened
};

// Whether a cell of this state can hold a mine.
constexpr bool may_hold_mine(std::int16_t state) {
    return state < 0 && state != kUnread;
}

struct Position {
    const Graph& graph;
    std::span<const std::int16_t> states;  // one per cell
    int max_per_cell;
};

// Number of mines of a cell that may hold different numbers.
inline constexpr std::int16_t kUnknown = -1;

}  // namespace sapper
