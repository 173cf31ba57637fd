// Finds the groups of a small component that are certain, regardless of the number of mines.
//
// Depth-first search over the arrangements of the component (numbers of mines per group). It stops
// early once every group has been seen both with a mine and with a mine-free cell, because then no
// group is certain. Only these two bits per group are stored.
#pragma once

#include <cstdint>

#include "counting/packed_clues.hpp"
#include "counting/problem.hpp"

namespace sapper {

class CertainGroups {
  public:
    enum class Answer {
        kNone,   // no group is certain
        kFound,  // some groups are certain: see safe() and full()
        kLong,   // the search exceeded its step limit
        kUnfit   // the component cannot be packed (see PackedClues)
    };

    // Throws Contradiction if there is no arrangement.
    Answer search(const Problem& problem, const Component& component);

    // Whether a group (an index relative to the component) never holds a mine, and whether all of
    // its cells always do.
    [[nodiscard]] bool safe(std::int32_t group) const { return (mined_ >> group & 1) == 0; }
    [[nodiscard]] bool full(std::int32_t group) const { return (free_ >> group & 1) == 0; }

  private:
    using Groups = std::uint32_t;

    template <class Word>
    Answer search(const PackedClues<Word>& clues);
    template <class Word>
    bool place(const PackedClues<Word>& clues, std::int32_t group, Word need, Word spare,
               Groups mined, Groups free);

    int steps_ = 0;
    bool any_ = false;
    Groups all_ = 0, mined_ = 0, free_ = 0;
    PackedClues<std::uint64_t> packed64_;
    PackedClues<DoubleWord> packed128_;
};

}  // namespace sapper
