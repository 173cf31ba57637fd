// Layouts: where the mines truly are.
#pragma once

#include <cstdint>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

// The mines of every cell and the number it would show.
class Layout {
  public:
    std::vector<std::int16_t> mines;
    std::vector<std::int16_t> numbers;

    // Counts the numbers from the mines.
    void number(const Graph& graph);

    // The clicks a perfect flagless player would need: openings, and numbers no opening shows
    // (3BV).
    [[nodiscard]] std::int64_t bbbv(const Graph& graph) const;

  private:
    mutable std::vector<char> seen_;
    mutable std::vector<std::int32_t> stack_;
};

}  // namespace sapper
