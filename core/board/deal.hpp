// One kind of game, from which every game of it follows by seed and number.
//
// A deal is a board with its mines, the rule of the first click and the first cell. Layouts are
// uniform over all that the rule allows; with several mines a cell, over the ways to drop the mines
// one by one as distinct objects. This is the only place that knows the rules.
#pragma once

#include <cstdint>
#include <vector>

#include "board/allowed_cells.hpp"
#include "board/graph.hpp"
#include "board/layout.hpp"
#include "support/random.hpp"

namespace sapper {

// The first click may hit a mine, is safe, or is safe with all its neighbours. The values are part
// of a deal's address.
enum class First : std::uint8_t { kAny = 0, kSafe = 1, kOpen = 2 };

class Deal {
  public:
    // Throws std::invalid_argument where the mines do not fit beside the first cell. Keeps a
    // reference to the graph.
    Deal(const Graph& graph, std::int64_t mines, int max_per_cell, First first, std::int32_t start);

    // Lays the mines of game `index` of a seed: the same layout on every machine. Throws Cancelled.
    void lay(std::uint64_t seed, std::uint64_t index, Layout& layout) const;

    // The random numbers of one game, for its layout or for a strategy's lots.
    [[nodiscard]] Random random(std::uint64_t seed, std::uint64_t index,
                                Random::Purpose purpose) const {
        return {address_, seed, index, purpose};
    }

    [[nodiscard]] const Graph& graph() const { return *graph_; }
    [[nodiscard]] std::int64_t mines() const { return mines_; }
    [[nodiscard]] int max_per_cell() const { return max_per_cell_; }
    [[nodiscard]] First first() const { return first_; }
    [[nodiscard]] std::int32_t start() const { return start_; }
    // A word made of all that makes the deal: another board, number of mines, limit of a cell, rule
    // or first cell has another address, and thus other layouts that are independent of these.
    [[nodiscard]] std::uint64_t address() const { return address_; }
    // The cells that may hold mines.
    [[nodiscard]] const AllowedCells& allowed() const { return allowed_; }
    // Whether the first click cannot hit a mine.
    [[nodiscard]] bool start_is_safe() const { return first_ != First::kAny || mines_ == 0; }
    // Whether every cell is full, so that the game is won before the first click.
    [[nodiscard]] bool full() const { return full_; }

  private:
    void lay_single(Random& random, Layout& layout) const;
    void lay_several(Random& random, Layout& layout) const;

    const Graph* graph_;
    std::int64_t mines_;
    int max_per_cell_;
    First first_;
    std::int32_t start_;
    std::uint64_t address_ = 0;
    bool full_ = false;
    AllowedCells allowed_;
    std::vector<double> cumulative_;  // of the mines in one cell, tilted to the wanted mean
};

}  // namespace sapper
