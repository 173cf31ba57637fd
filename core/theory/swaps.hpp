// Swaps: changes of a layout that no clue of a safe cell shows.
//
// A swap makes some mines safe and equally many safe cells mines, so that every cell that is safe
// before and after shows the same number. It is an ambiguous pattern (see ambiguous_patterns.hpp)
// that occurs in a given layout. Here the layout is known, except that some cells may be either
// mined or safe, which lets the search handle any number of mines at small cost.
//
// The order in which the search decides cells does not depend on what the cells hold, so it finds a
// swap in a layout if and only if it finds the reverse swap in the changed layout.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

// The possible contents of a cell, as a set of bits. A cell with kKeptFree is safe in every layout
// of the game.
inline constexpr std::uint8_t kMayBeSafe = 1, kMayBeMined = 2, kKeptFree = 4;

// Cells in increasing order. A swap occurs in a layout in which the cells of `removed` and `mined`
// are mines and those of `added` and `safe` are not. The search relied on all of these.
struct Swap {
    std::vector<std::int32_t> removed;  // mines that become safe
    std::vector<std::int32_t> added;    // safe cells that become mines
    std::vector<std::int32_t> mined;    // mines that stay
    std::vector<std::int32_t> safe;     // safe cells that stay

    friend auto operator<=>(const Swap&, const Swap&) = default;
};

class SwapSearch {
  public:
    // Searches for swaps of at most `most_moved` mines.
    SwapSearch(const Graph& graph, int most_moved);

    // Appends all irreducible swaps whose smallest changed cell is the root, in a layout that
    // agrees with `may`. Throws Cancelled.
    void find(std::int32_t root, std::span<const std::uint8_t> may, std::vector<Swap>& found);

    // The cells whose `may` the last search depended on.
    [[nodiscard]] std::span<const std::int32_t> read() const { return read_; }

    // Number of search nodes visited so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    enum Value : std::int8_t { kMinus = -1, kOpen = 0, kPlus = 1, kUndecided = 2, kCommon = 3 };

    void set(std::int32_t cell, Value value);
    void unset();
    void extend();
    void record();
    void attempt(std::int32_t cell, Value value);
    [[nodiscard]] bool allowed(std::int32_t cell, Value value);
    [[nodiscard]] bool changeable(std::int32_t cell) const;
    [[nodiscard]] int free_around(std::int32_t cell) const;
    [[nodiscard]] bool can_balance(std::int32_t cell);
    [[nodiscard]] std::int32_t next_cell(bool& dead);

    const Graph& graph_;
    const int most_moved_;
    std::int32_t root_ = 0;
    std::span<const std::uint8_t> may_;
    std::vector<Value> value_;
    std::vector<std::int16_t> sum_;    // per cell: sum of the values of its neighbours
    std::vector<std::int32_t> trail_;  // cells with a value, in order of assignment
    int plus_ = 0, minus_ = 0;
    std::vector<std::int32_t> read_, reader_;  // cells that were read; per cell the last root
    std::uint64_t nodes_ = 0;
    std::vector<Swap>* found_ = nullptr;
};

}  // namespace sapper
