// A layout: the true mines of a board and the clue values that follow from them.
#pragma once

#include <cstdint>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

class Layout {
  public:
    std::vector<std::int16_t> mines;    // mines of each cell
    std::vector<std::int16_t> numbers;  // clue value of each cell: the mines of its neighbours

    // Computes `numbers` from `mines`.
    void number(const Graph& graph);

    // 3BV: the least number of clicks that opens all safe cells without chords, which is the
    // openings plus the safe cells in none of them.
    [[nodiscard]] std::int64_t bbbv(const Graph& graph) const;

  private:
    // Scratch memory of bbbv().
    mutable std::vector<char> seen_;
    mutable std::vector<std::int32_t> stack_;
};

}  // namespace sapper
