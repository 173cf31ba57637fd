// A uniform random subset by Floyd's algorithm (Bentley and Floyd 1987). If more than half of the
// cells are wanted, it draws the complement, so at most half of the cells cost a random number.
#pragma once

#include <cstdint>
#include <span>

#include "support/random.hpp"

namespace sapper {

// Puts `mines` mines into each of `wanted` cells drawn from `cells`, a random-access container of
// distinct cells that are empty in the layout.
template <class Cells>
void draw_subset(const Cells& cells, std::uint32_t wanted, std::int16_t mines, Random& random,
                 std::span<std::int16_t> layout) {
    const auto size = static_cast<std::uint32_t>(cells.size());
    const bool invert = wanted > size / 2;
    for (std::uint32_t last = size - (invert ? size - wanted : wanted); last < size; ++last) {
        std::int16_t& cell = layout[static_cast<std::size_t>(cells[random.below(last + 1)])];
        (cell != 0 ? layout[static_cast<std::size_t>(cells[last])] : cell) = mines;
    }
    if (invert)
        for (std::uint32_t i = 0; i < size; ++i) {
            std::int16_t& cell = layout[static_cast<std::size_t>(cells[i])];
            cell = static_cast<std::int16_t>(mines - cell);
        }
}

}  // namespace sapper
