// Which groups of a small component are certain, by its clues alone.
//
// A depth-first search over the arrangements (numbers of mines by group) of the component, that
// ends as soon as every group has been met with a mine and with a cell without: then nothing is
// certain. Nothing is kept but those two facts of every group.
#pragma once

#include <cstdint>

#include "counting/packed_clues.hpp"
#include "counting/problem.hpp"

namespace sapper {

class CertainGroups {
  public:
    enum class Answer {
        kNone,   // no group is certain
        kFound,  // some may be: safe() and full() tell
        kLong,   // the search was given up
        kUnfit   // the component is not one for this search
    };

    // Throws Contradiction where there is no arrangement.
    Answer search(const Problem& problem, const Component& component);

    // Whether a group, counted from the component's first, never holds a mine; and whether all its
    // cells always do.
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
    PackedClues<std::uint64_t> few_;
    PackedClues<DoubleWord> many_;
};

}  // namespace sapper
