// A deal: a board, its number of mines, the first-click rule and the first cell. Each game of a
// deal is a pure function of a seed and an index.
//
// Layouts are uniform over all that the rule allows; with several mines per cell, uniform over the
// ways to drop the mines one by one as distinct objects. The first-click rules are implemented here
// only.
#pragma once

#include <cstdint>
#include <vector>

#include "board/allowed_cells.hpp"
#include "board/graph.hpp"
#include "board/layout.hpp"
#include "board/mine_count.hpp"
#include "support/random.hpp"

namespace sapper {

// The first-click rule: the first cell may hold a mine, is safe, or is safe with all its
// neighbours. The values enter the deal's address and must not change.
enum class First : std::uint8_t { kAny = 0, kSafe = 1, kOpen = 2 };

class Deal {
  public:
    // Keeps a reference to the graph. Throws std::invalid_argument if a value is out of range or
    // the cells that the first click leaves cannot hold the mines.
    Deal(const Graph& graph, std::int64_t mines, int max_per_cell, First first, std::int32_t start);

    // A deal for strategies that are asked in single positions. The first click is unknown, so it
    // uses the rule that allows most layouts; the number of mines may be unknown, and mines() is
    // then an estimate. lay() must not be called.
    Deal(const Graph& graph, const MineCount& count, int max_per_cell);

    // Writes the layout of game `index` of a seed; the same on every machine. Throws Cancelled.
    void lay(std::uint64_t seed, std::uint64_t index, Layout& layout) const;

    // The random numbers of one game, for its layout or for a strategy's random tie-breaking.
    [[nodiscard]] Random random(std::uint64_t seed, std::uint64_t index,
                                Random::Purpose purpose) const {
        return {address_, seed, index, purpose};
    }

    [[nodiscard]] const Graph& graph() const { return *graph_; }
    [[nodiscard]] std::int64_t mines() const { return mines_; }
    [[nodiscard]] const MineCount& count() const { return count_; }
    [[nodiscard]] int max_per_cell() const { return max_per_cell_; }
    [[nodiscard]] First first() const { return first_; }
    [[nodiscard]] std::int32_t start() const { return start_; }
    // A 64-bit hash of all parameters of the deal (board, mines, mines per cell, rule, first cell).
    // Deals that differ in any of them have independent layouts.
    [[nodiscard]] std::uint64_t address() const { return address_; }
    // The cells that may hold mines.
    [[nodiscard]] const AllowedCells& allowed() const { return allowed_; }
    // Whether the first click cannot hit a mine.
    [[nodiscard]] bool start_is_safe() const { return first_ != First::kAny || mines_ == 0; }
    // Whether every cell holds its maximum of mines, so that the game is won before the first
    // click.
    [[nodiscard]] bool full() const { return full_; }

  private:
    void lay_single(Random& random, Layout& layout) const;
    void lay_several(Random& random, Layout& layout) const;

    const Graph* graph_;
    std::int64_t mines_;
    MineCount count_;
    int max_per_cell_;
    First first_;
    std::int32_t start_;
    std::uint64_t address_ = 0;
    bool full_ = false;
    AllowedCells allowed_;
    // Cumulative distribution of the mines of one cell, tilted to the wanted mean; empty if the
    // layout needs no rejection sampling.
    std::vector<double> cumulative_;
};

}  // namespace sapper
