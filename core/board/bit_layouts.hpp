// Layouts of boards of up to 64 cells as bit masks, with at most one mine per cell.
#pragma once

#include <cstdint>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

inline std::uint64_t bit(std::int32_t cell) {
    return std::uint64_t{1} << cell;
}

// For each cell, the mask of its neighbours. Throws std::invalid_argument unless the board has 1 to
// 64 cells.
std::vector<std::uint64_t> neighbor_bits(const Graph& graph);

// All placements of `mines` mines on `cells` cells with none on the mask `banned`.
std::vector<std::uint64_t> bit_layouts(int cells, int mines, std::uint64_t banned);

}  // namespace sapper
