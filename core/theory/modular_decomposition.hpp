// The modular decomposition of a graph, and perfect play of the one-mine game derived from it.
//
// In the one-mine game (Golan 2014), once nothing safe is left to open, the cells that may still
// hold the mine form a guess component: every cell outside is a neighbour of all of them or of
// none. That is a module of the graph. The strong modules (those that overlap no other module) form
// the decomposition tree. The number of layouts that perfect play wins follows by recursion:
//
//   a single vertex              1
//   a parallel or series node    the sum over its children, but its single vertices together count
//   1 a prime node                 the sum over its children, minus 1 if all are single vertices
//
// A first guess reaches that number exactly if the vertex has a twin (a sibling vertex under a
// parallel or series node) or its parent is a prime node of single vertices only. Any other guess
// wins one layout fewer.
//
// The tree takes O((n + m) log n) time and O(n + m) memory, by partition refinement (Habib, Paul
// and Viennot 1999) that orders the vertices so that every node is an interval; see
// modular_decomposition.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

enum class Joint : std::int8_t {
    parallel,  // no edge between the children
    series,    // every edge between the children
    prime,     // neither: no union of some but not all of the children is a module
};

struct ModularNode {
    std::int32_t parent;  // index of the parent node, smaller than its own; -1 at the root
    std::int32_t start;   // its vertices are order[start .. stop)
    std::int32_t stop;
    std::int32_t singles = 0;  // children that are single vertices
    std::int32_t inner = 0;    // children that are nodes
    std::int32_t wins = 0;     // layouts with the mine in this module that perfect play of it wins
    Joint joint;
};

struct ModularTree {
    std::vector<std::int32_t> order;    // the vertices; every node is an interval of it
    std::vector<std::int32_t> above;    // per vertex: its parent node, or -1 if there is none
    std::vector<ModularNode> nodes;     // the root first, each node after its parent
    std::vector<std::int32_t> guesses;  // the optimal first guesses, ascending
    std::int32_t wins = 0;              // layouts that perfect play wins, out of one per vertex
};

// Throws std::invalid_argument for a graph without vertices.
ModularTree modular_tree(const Graph& graph);

}  // namespace sapper
