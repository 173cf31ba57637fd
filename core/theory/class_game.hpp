// The game in which a player knows that the layout is one of a few: how many of them can be won?
#pragma once

#include <cstdint>
#include <vector>

namespace sapper {

// For each layout, the number that each cell shows, or kMine. All rows have the same length; cells
// whose number is the same in all layouts may be left out.
inline constexpr std::int16_t kMine = -1;
using LayoutTable = std::vector<std::vector<std::int16_t>>;

// The largest number of the layouts that one strategy wins, or an upper bound on it if the search
// takes more than `most_states` states.
std::uint64_t most_won(const LayoutTable& layouts, std::uint64_t most_states = 1'000);

}  // namespace sapper
