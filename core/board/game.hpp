// A game in progress: the layout and the states of the cells as the player sees them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/cell_set.hpp"
#include "board/cell_state.hpp"
#include "board/layout.hpp"

namespace sapper {

class Game {
  public:
    // Starts a game on the layout in `layout`, with all cells covered.
    void begin(const Graph& graph);

    // Continues from these states on the layout in `layout`, which must be consistent with them.
    // Flags become covered cells; unread cells count as opened.
    void resume(const Graph& graph, std::span<const std::int16_t> states);

    // Shows a position without a layout; open() must not be called.
    void show(const Graph& graph, std::span<const std::int16_t> states);

    // Opens a cell, with the cascade of a zero. Returns false if it holds a mine. `opened` then
    // lists the newly opened cells in order.
    bool open(std::int32_t cell);

    // Covers an open cell again.
    void cover(std::int32_t cell);

    [[nodiscard]] const Graph* graph() const { return graph_; }
    [[nodiscard]] std::span<const std::int16_t> states() const { return states_; }
    [[nodiscard]] bool covered(std::int32_t cell) const {
        return states_[static_cast<std::size_t>(cell)] == kCovered;
    }
    [[nodiscard]] std::int64_t safe_left() const { return safe_left_; }

    Layout layout;
    std::vector<std::int32_t> opened;

  private:
    void reveal(std::int32_t cell);
    void collect_covered();

    const Graph* graph_ = nullptr;
    std::vector<std::int16_t> states_;
    CellSet covered_;  // maintained on boards of at most CellSet::kMost cells only
    std::int64_t safe_left_ = 0;
};

}  // namespace sapper
