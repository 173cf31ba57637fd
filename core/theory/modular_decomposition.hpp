// The modular decomposition of a graph, and from it the one-mine game played perfectly.
//
// With one mine (Golan 2014, paper 002) the cells that may still hold it, once nothing safe is
// left to open, form a guess component: every cell outside is a neighbour of all of them or of
// none. That is a module of the graph. The modules that overlap no other module are nested like
// a tree, and the tree gives everything: the layouts that perfect play wins are
//
//   a single vertex      1
//   a node that falls apart, or whose complement does (parallel, series):
//                        the sum over its children, but its single vertices count 1 together
//   a prime node         the sum over its children, less 1 if all of them are single vertices
//
// and a first guess reaches that number exactly if it has a twin (a sibling vertex under a parallel
// or series node) or sits under a prime node of single vertices. Any other guess wins one layout
// fewer.
//
// The tree takes O((n + m) log n) time and O(n + m) memory. Partition refinement (Habib, Paul and
// Viennot 1999) orders the vertices so that every node of the tree is an interval; see modular.cpp.
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
    std::int32_t parent;  // the node above, always an earlier one; -1 at the root
    std::int32_t start;   // its vertices are order[start .. stop)
    std::int32_t stop;
    std::int32_t singles = 0;  // children that are single vertices
    std::int32_t inner = 0;    // children that are nodes
    std::int32_t wins = 0;     // layouts with the mine in here that perfect play of it alone wins
    Joint joint;
};

struct ModularTree {
    std::vector<std::int32_t> order;  // the vertices; every node is an interval of it
    std::vector<std::int32_t>
        above;  // the node of which each vertex is a child; -1 if there is none
    std::vector<ModularNode> nodes;     // the root first, each node after its parent
    std::vector<std::int32_t> guesses;  // the optimal first guesses, ascending
    std::int32_t wins = 0;              // layouts that perfect play wins, of as many as vertices
};

// Throws std::invalid_argument for a graph without vertices.
ModularTree modular_tree(const Graph& graph);

}  // namespace sapper
