// Layouts of small boards as words of bits, one mine a cell at most.
#pragma once

#include <cstdint>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

inline std::uint64_t bit(std::int32_t cell) {
    return std::uint64_t{1} << cell;
}

// By cell, the bits of its neighbours. Throws std::invalid_argument where the board has no cell or
// more than 64.
std::vector<std::uint64_t> neighbor_bits(const Graph& graph);

// All ways to lay `mines` on a board of `cells` with none on `banned`.
std::vector<std::uint64_t> bit_layouts(int cells, int mines, std::uint64_t banned);

}  // namespace sapper
