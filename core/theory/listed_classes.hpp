// The classes of all layouts of a small game, from a list of the layouts.
//
// Two layouts are joined if they are indistinguishable (every cell that is safe in both shows the
// same number) and differ in at most `most_moved` mines. The classes are the connected components,
// found with disjoint sets (union-find). All joined pairs are enumerated by what changes: the mines
// that move and the cells that must hold mines so that no clue shows it. The cost is linear in the
// number of pairs, whereas LayoutClasses searches anew for every layout.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "board/graph.hpp"
#include "theory/layout_classes.hpp"

namespace sapper {

class ListedClasses {
  public:
    using Share = LayoutClasses::Share;

    // Whether a game is small enough: at most 64 cells, and few enough layouts and changes.
    static bool covers(std::int32_t cells, std::size_t allowed, std::size_t mines, int most_moved);

    // All layouts with this number of mines in the cells of `allowed`. Throws Cancelled.
    ListedClasses(const Graph& graph, const std::vector<std::int32_t>& allowed, std::size_t mines,
                  int most_moved);

    // Calls `each` with one layout of every class of the layouts in which the cell `second` is safe
    // (-1 for all layouts), the share of the class that can be won at most, and its size. Throws
    // Cancelled.
    using Visitor = std::function<void(std::uint64_t layout, Share share, std::uint64_t size)>;
    void visit(std::int32_t second, const Visitor& each);

  private:
    struct Pair {
        std::uint32_t one, other;  // indices in layouts_
    };
    struct Class {
        std::vector<std::uint32_t> members;
        std::vector<Pair> pairs;
        std::uint64_t ever_mined = 0;  // cells with a mine in some member
        Share share;
    };

    void join_changes(std::uint64_t allowed, int moved);
    void join(std::uint64_t removed, std::uint64_t added, std::uint64_t allowed);
    void collect_classes();
    void visit_parts(const Class& whole, std::int32_t second, const Visitor& each);
    [[nodiscard]] std::uint32_t index_of(std::uint64_t layout) const;
    [[nodiscard]] std::uint32_t root(std::uint32_t layout);
    [[nodiscard]] Share share(std::span<const std::uint32_t> members) const;

    std::int32_t cells_;
    int mines_;
    std::vector<std::uint64_t> neighbors_;
    std::vector<std::uint64_t> layouts_;  // ascending
    std::vector<Pair> pairs_;
    std::vector<std::uint32_t> parent_;
    std::vector<Class> classes_;
};

}  // namespace sapper
