// Priors over an unknown number of mines.
#pragma once

#include <cstdint>
#include <span>

#include "board/mine_count.hpp"

namespace sapper {

// A prior over the mines of a board of `cells` cells. `totals` is ascending, at least 0 and not
// empty. With `probabilities` (above 0, one per total) the prior of a layout is the probability of
// its total divided by the number of layouts of that total on the whole board; without them, all
// layouts of all totals are equally likely. Throws std::invalid_argument if these conditions are
// not met, BudgetExceeded if the number of layouts takes too long to compute.
MineCount mine_prior(std::int64_t cells, int max_per_cell, std::span<const std::int64_t> totals,
                     std::span<const double> probabilities);

}  // namespace sapper
