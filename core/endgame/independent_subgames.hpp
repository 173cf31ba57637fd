// A part of the board that stands by itself: perfect play there is perfect play at any time.
//
// The unknown cells of a part border no other unknown cell, and all its layouts hold the same
// number of mines. So nothing opened elsewhere, not even the number of mines left at the end, ever
// tells anything about it, and it tells nothing about the rest: the chance of winning is that of
// the part times that of the rest, and the part may be played first.
#pragma once

#include <cstdint>
#include <vector>

#include "deduction/deducer.hpp"

namespace sapper {

struct IndependentSubgame {
    std::vector<std::int32_t> components;  // of the deducer's problem
    std::int64_t mines = 0;
    double log2_layouts = 0.0;
};

class IndependentSubgames {
  public:
    // All of them, after an analysis that settled nothing and was in doubles. Valid until the next
    // call.
    const std::vector<IndependentSubgame>& find(const Deducer& deducer);

  private:
    bool steady(const Deducer& deducer, std::size_t component, IndependentSubgame& part) const;
    void reach(const Deducer& deducer, std::int32_t component);

    std::vector<IndependentSubgame> parts_;
    std::vector<std::int32_t> queue_;
    std::vector<char> met_;  // by component
    bool closed_ = true;     // whether the part that is looked at borders no floating cell
};

}  // namespace sapper
