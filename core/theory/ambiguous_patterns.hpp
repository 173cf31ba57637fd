// Ambiguous patterns: pairs of mine sets that no click outside them can distinguish.
//
// Give each cell a value: +1 if only the first set has a mine there, -1 if only the second has, 0
// elsewhere. Opening a cell of value 0 distinguishes the sets unless the values around it sum to 0,
// so such a cell must hold a common mine, one that is present in both cases. A pattern is an
// assignment of values together with the common mines it forces. Its cost is the number of mines of
// the larger set plus the common ones. All other cells of the board are irrelevant. If the values
// sum to 0 over all cells, the sets are equally large and even the mine count does not distinguish
// them. Otherwise only the mine count does, and only once the rest of the board is known: for
// instance, a cell enclosed by common mines that holds a mine itself or does not.
//
// Backtracking search with the fewest-options-first (most constrained variable) rule: a pattern
// grows from its smallest cell, and the next cell is the one with the fewest options among those
// whose neighbours do not sum to 0 yet. It becomes a common mine, gets a value, or is opened, and
// then some neighbour must compensate its sum. Branches that exceed the cost bound are cut. The
// time is exponential in the bound (about a factor of ten per mine) and independent of the board
// size.
#pragma once

#include <cstdint>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

struct AmbiguousPattern {
    std::vector<std::int32_t> first, second;  // cells mined in one case only
    std::vector<std::int32_t> common;         // cells that must be mined in both

    friend auto operator<=>(const AmbiguousPattern&, const AmbiguousPattern&) = default;
};

class AmbiguitySearch {
  public:
    // Searches for patterns with at most `most_mines` mines in either case; with `unequal` for
    // those of sets of different sizes, otherwise for those of equal sizes.
    AmbiguitySearch(const Graph& graph, int most_mines, bool unequal = false);

    // All connected patterns in which the root is in the first set and is the smallest cell of both
    // sets; sorted, without duplicates. Patterns that split into independent parts are left out, as
    // two distant enclosed cells of which exactly one holds a mine. Throws Cancelled.
    std::vector<AmbiguousPattern> from(std::int32_t root);

    // Number of search nodes visited so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    enum Value : std::int8_t { kMinus = -1, kOpen = 0, kPlus = 1, kUndecided = 2, kCommon = 3 };

    void set(std::int32_t cell, Value value);
    void unset();
    void extend();
    void record();
    [[nodiscard]] bool free(std::int32_t cell) const;

    const Graph& graph_;
    const int most_mines_;
    const bool unequal_;
    std::int32_t root_ = 0;
    std::vector<Value> value_;
    std::vector<std::int16_t> sum_;    // per cell: sum of the values of its neighbours
    std::vector<std::int16_t> free_;   // per cell: neighbours that may still get a value
    std::vector<std::int32_t> trail_;  // cells with a value, in order of assignment
    int plus_ = 0, minus_ = 0, common_ = 0;
    std::uint64_t nodes_ = 0;
    std::vector<AmbiguousPattern> found_;
};

}  // namespace sapper
