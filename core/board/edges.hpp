// Neighbour lists of a graph from its edges. Method: counting sort. Cost: linear in nodes and
// edges, apart from sorting each cell's neighbours.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "board/lattice.hpp"

namespace sapper {

// Throws BoardError, with the names of the nodes, if an edge joins a node to itself or occurs
// twice.
NeighborLists join_edges(std::int32_t nodes,
                         std::span<const std::pair<std::int32_t, std::int32_t>> edges,
                         const std::function<std::string(std::int32_t)>& name);

}  // namespace sapper
