// Indistinguishable cells, so that costly results are computed once per class.
//
// Two cells are alike if they have the same clues and the same number of neighbours in every group
// of cells with the same clues. A permutation of cells within groups then exchanges them and keeps
// all clues, so that the results of opening them have equal probabilities. Most floating cells are
// alike. Cost: linear in the number of neighbours, up to sorting.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/cell_state.hpp"

namespace sapper {

// For each of some covered or unread cells the first of them that is alike.
std::vector<std::int32_t> first_alike(const Position& position,
                                      std::span<const std::int32_t> cells);

// The covered cells, flagged or not, ascending.
std::vector<std::int32_t> covered_cells(const Position& position);

}  // namespace sapper
