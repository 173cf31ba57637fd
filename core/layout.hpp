// Layouts: where the mines truly are, uniform under the rule of the first click.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "graph.hpp"
#include "random.hpp"

namespace sapper {

enum class First { kAny, kSafe, kOpen };

// The mines of every cell and the number it would show.
class Layout {
  public:
    std::vector<std::int16_t> mines;
    std::vector<std::int16_t> numbers;

    // The clicks a perfect flagless player would need: openings, and numbers no opening shows
    // (3BV).
    [[nodiscard]] std::int64_t bbbv(const Graph& graph) const;

  private:
    mutable std::vector<char> seen_;
    mutable std::vector<std::int32_t> stack_;
};

// Deals the layouts of one kind of game. Game i of a seed is the same layout for ever.
class Dealer {
  public:
    // Throws std::invalid_argument where the mines do not fit beside the first cell.
    Dealer(const Graph& graph, std::int64_t mines, int max_per_cell, First first,
           std::int32_t start);

    // Returns false if `cancel` was set meanwhile.
    bool deal(std::uint64_t seed, std::uint64_t index, Layout& layout,
              const std::atomic<bool>* cancel = nullptr) const;

    [[nodiscard]] const Graph& graph() const { return *graph_; }
    [[nodiscard]] std::int64_t mines() const { return mines_; }
    [[nodiscard]] int max_per_cell() const { return max_per_cell_; }
    [[nodiscard]] std::int32_t start() const { return start_; }
    // The cells that may hold mines.
    [[nodiscard]] const std::vector<std::int32_t>& allowed() const { return allowed_; }
    // Whether the first click cannot hit a mine.
    [[nodiscard]] bool start_is_safe() const { return first_ != First::kAny || mines_ == 0; }
    // Whether every cell is full, so that the game is won before the first click.
    [[nodiscard]] bool full() const { return full_; }

  private:
    void deal_single(Random& random, Layout& layout) const;
    bool deal_several(Random& random, Layout& layout, const std::atomic<bool>* cancel) const;

    const Graph* graph_;
    std::int64_t mines_;
    int max_per_cell_;
    First first_;
    std::int32_t start_;
    bool full_ = false;
    std::vector<std::int32_t> allowed_;
    std::vector<double> cumulative_;  // of the mines in one cell, tilted to the wanted mean
};

}  // namespace sapper
