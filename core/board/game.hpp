// One game in progress: the layout, and what of it has been seen.
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
    // Takes the layout that is in `layout`; nothing is open.
    void begin(const Graph& graph);

    // Takes the layout that is in `layout`, which fits these states, and goes on from there. Flags
    // are forgotten.
    void resume(const Graph& graph, std::span<const std::int16_t> states);

    // Takes a position as it stands, without a layout; nothing can be opened.
    void show(const Graph& graph, std::span<const std::int16_t> states);

    // Opens a covered cell; a zero opens its neighbours too. Returns false on a mine. The cells
    // opened, in order, are in `opened`.
    bool open(std::int32_t cell);

    [[nodiscard]] std::span<const std::int16_t> states() const { return states_; }
    [[nodiscard]] bool covered(std::int32_t cell) const {
        return states_[static_cast<std::size_t>(cell)] == kCovered;
    }
    [[nodiscard]] std::int64_t safe_left() const { return safe_left_; }

    Layout layout;
    std::vector<std::int32_t> opened;

  private:
    void reveal(std::int32_t cell);
    void take_covered();

    const Graph* graph_ = nullptr;
    std::vector<std::int16_t> states_;
    CellSet covered_;  // on a small board
    std::int64_t safe_left_ = 0;
};

}  // namespace sapper
