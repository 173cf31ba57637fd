// ZiNi: a greedy upper bound on the least number of clicks with flags and chords if the layout is
// known (Elmar Zimmermann and Christoph Nikolaus).
//
// The premium of a safe cell is the number of clicks that a chord there saves: the click units it
// solves (including the cell's own), minus its unflagged mines, minus one if the cell is covered,
// minus one for the chord. ZiNi repeatedly chords at the highest non-negative premium (ties go to
// the first cell of a given order), then clicks once for each remaining unit. Human ZiNi clicks all
// openings first, chords at open cells only, and clicks the first covered cell if no premium is
// non-negative.
//
// Premiums are kept in a lazy max-heap: a cell is pushed again if its premium rises, and an entry
// that is too high is corrected when it reaches the top. Cost: O(m log m) for m neighbour pairs.
#pragma once

#include <cstdint>
#include <span>

#include "board/click_units.hpp"
#include "board/graph.hpp"
#include "board/layout.hpp"

namespace sapper {

enum class Zini : std::uint8_t { kGreedy, kHuman };

// The number of clicks. `order` is a permutation of the cells. Cells hold at most one mine.
std::int64_t zini(const Graph& graph, const Layout& layout, const ClickUnits& units,
                  std::span<const std::int32_t> order, Zini kind);

}  // namespace sapper
