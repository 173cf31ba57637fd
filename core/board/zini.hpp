// ZiNi: how few clicks a player with flags and chords needs who knows the layout, by greed.
//
// The premium of a safe cell is what a chord there would save: the units that it solves (the cell
// itself among them), less the mines around it without a flag, less one if the cell is covered,
// less one for the chord. ZiNi takes the highest premium that is not negative again and again, the
// first in a given order where several are equal, and then clicks for what is left. Human ZiNi
// begins with all openings, chords only at open cells, and clicks the first covered cell where no
// chord is worth it. After Elmar Zimmermann and Christoph Nikolaus. Premiums that rise are put into
// a heap, those that fell are put back when they come up; time grows with the lists of neighbours
// times a logarithm.
#pragma once

#include <cstdint>
#include <span>

#include "board/click_units.hpp"
#include "board/graph.hpp"
#include "board/layout.hpp"

namespace sapper {

enum class Zini : std::uint8_t { kGreedy, kHuman };

// The order has every cell once. Cells hold one mine at most.
std::int64_t zini(const Graph& graph, const Layout& layout, const ClickUnits& units,
                  std::span<const std::int32_t> order, Zini kind);

}  // namespace sapper
