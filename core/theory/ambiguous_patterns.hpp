// Ambiguous patterns: two sets of mines that nothing which can be opened tells apart.
//
// Give cells a value: +1 where only the first set has a mine, -1 where only the second has, 0
// elsewhere. A cell of value 0 that is opened tells the sets apart unless the values around it add
// up to 0; so it must hold a mine itself, in both cases. A pattern is a choice of values that add
// up to 0 over all cells (or the mine count would tell) with the common mines that this forces; it
// costs the mines of the first set and the common ones. Whatever else lies on the board makes no
// difference to it.
//
// The search grows a pattern from its least cell. It always looks at the cell with the fewest ways
// out among those whose sum is not 0 yet: it can be a common mine, or get a value, or be opened,
// and then some neighbour must make up for its sum. It ends where the cost exceeds the bound. The
// time is exponential in the bound, about ten times more for each mine, and does not depend on the
// board.
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
    // Patterns of at most so many mines in either case.
    AmbiguitySearch(const Graph& graph, int most_mines);

    // All patterns whose least cell of either set is the root, it being in the first set, and that
    // cannot be split: no part of their cells needs the same common mines by itself, as two cells
    // walled in far apart do, one of which holds a mine. Sorted, each once. Throws Cancelled.
    std::vector<AmbiguousPattern> from(std::int32_t root);

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
    std::int32_t root_ = 0;
    std::vector<Value> value_;
    std::vector<std::int16_t> sum_;   // of the values around a cell
    std::vector<std::int16_t> free_;  // neighbours that may still get a value
    std::vector<std::int32_t> trail_;
    int plus_ = 0, minus_ = 0, common_ = 0;
    std::uint64_t nodes_ = 0;
    std::vector<AmbiguousPattern> found_;
};

}  // namespace sapper
