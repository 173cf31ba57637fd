// A uniform subset of cells by Floyd's method, of those chosen or, where they are many, of the
// others, at the cost of the lesser number.
#pragma once

#include <cstdint>
#include <span>

#include "support/random.hpp"

namespace sapper {

// Puts `mines` into each of so many of the cells, which are empty: a list, or what is like one.
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
