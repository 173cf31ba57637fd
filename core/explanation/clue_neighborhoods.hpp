// Selection of the clues among which a proof or a contradiction is searched.
//
// Two clues are adjacent if they share a cell that may hold a mine; the connected parts are the
// components. Each function takes time linear in the cells that it visits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/cell_state.hpp"

namespace sapper {

using ClueList = std::vector<std::int32_t>;

// The clues next to a cell, in the order of its neighbours.
ClueList clues_around(const Position& position, std::int32_t cell);

// All clues next to a cell that may hold a mine, ascending; of clues with the same such cells and
// the same number only the first.
ClueList distinct_clues(const Position& position);

// The clues of every component that has at least two, ascending.
std::vector<ClueList> clue_components(const Position& position);

// The neighbourhoods of some clues by increasing distance, up to their whole component.
class GrowingClues {
  public:
    GrowingClues(const Position& position, ClueList start);

    // The clues so far: those of smaller distance first.
    [[nodiscard]] const ClueList& clues() const { return clues_; }

    // Adds the clues adjacent to those added last; returns whether there were any.
    bool grow();

  private:
    const Position& position_;
    ClueList clues_;
    std::size_t edge_ = 0;    // the clues from here on were added last
    std::vector<char> seen_;  // by cell
};

}  // namespace sapper
