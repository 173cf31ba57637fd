// Independent subgames: parts of the board that can be solved separately and played first without
// loss.
//
// The unknown cells of a subgame border no other unknown cell, and all its layouts hold the same
// number of mines. So no clue elsewhere, and not even the mine count, carries information about the
// subgame, nor does it carry information about the rest. The probability of winning the game is the
// product of those of the subgame and of the rest. Finding all subgames is linear in the frontier.
#pragma once

#include <cstdint>
#include <vector>

#include "deduction/deducer.hpp"

namespace sapper {

struct IndependentSubgame {
    std::vector<std::int32_t> components;  // indices into the deducer's problem
    std::int64_t mines = 0;                // in every layout
    double log2_layouts = 0.0;
};

class IndependentSubgames {
  public:
    // Finds all subgames after an analysis that settled nothing and was in doubles. The result is
    // valid until the next call.
    const std::vector<IndependentSubgame>& find(const Deducer& deducer);

  private:
    bool add_if_mines_fixed(const Deducer& deducer, std::size_t component,
                            IndependentSubgame& subgame) const;
    void add_adjacent(const Deducer& deducer, std::int32_t component);

    std::vector<IndependentSubgame> subgames_;
    std::vector<std::int32_t> queue_;
    std::vector<char> visited_;  // by component
    bool closed_ = true;         // whether the current subgame borders no floating cell
};

}  // namespace sapper
