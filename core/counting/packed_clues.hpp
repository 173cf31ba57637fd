// The needs of all clues of a small component packed into one integer (SIMD within a register).
//
// Each clue has a four-bit field in two integers: the mines it still needs, and the cells that may
// still be mine-free. A group of s cells that takes j mines lowers the first by j and the second by
// s - j in the fields of its clues, which is one subtraction each. The top bit of every field is
// set and stays set as long as no field falls below zero, so one comparison checks all clues.
#pragma once

#include <cstdint>

#include "counting/problem.hpp"

namespace sapper {

__extension__ using DoubleWord = unsigned __int128;

template <class Word>
struct PackedClues {
    static constexpr std::int32_t kFieldBits = 4;
    static constexpr std::int32_t kMostClues = static_cast<std::int32_t>(sizeof(Word)) * 2;
    static constexpr std::int32_t kMostGroups = 24;

    Word guard = 0;
    Word need = 0, spare = 0;
    Word keys[kMostGroups];           // per group: a one in the field of each of its clues
    std::int32_t sizes[kMostGroups];  // per group: its cells
    std::int32_t groups = 0;

    // Returns false if the component cannot be packed: too many clues or groups, numbers above 7,
    // several mines per cell, flags, or a probe.
    bool pack(const Problem& problem, const Component& component) {
        const std::int32_t clues = component.clue_end - component.clue_begin;
        groups = component.group_end - component.group_begin;
        if (clues > kMostClues || groups > kMostGroups || problem.max_per_cell != 1 ||
            (problem.probe_clue >= component.clue_begin && problem.probe_clue < component.clue_end))
            return false;
        guard = need = spare = 0;
        for (std::int32_t c = 0; c < clues; ++c) {
            const Clue& clue = problem.clues[static_cast<std::size_t>(component.clue_begin + c)];
            const std::int32_t left = clue.room - clue.need;
            if (clue.need > kLargest || left < 0 || left > kLargest) return false;
            guard |= static_cast<Word>(kLargest + 1) << (c * kFieldBits);
            need |= static_cast<Word>(clue.need) << (c * kFieldBits);
            spare |= static_cast<Word>(left) << (c * kFieldBits);
        }
        need |= guard;
        spare |= guard;
        for (std::int32_t g = 0; g < groups; ++g) {
            const Group& group =
                problem.groups[static_cast<std::size_t>(component.group_begin + g)];
            if (group.size() > kLargest + 1 || group.flagged) return false;
            sizes[g] = group.size();
            keys[g] = 0;
            for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i)
                keys[g] |=
                    static_cast<Word>(1)
                    << ((problem.group_clues[static_cast<std::size_t>(i)] - component.clue_begin) *
                        kFieldBits);
        }
        return true;
    }

    // Whether no clue has too many mines or too many mine-free cells.
    [[nodiscard]] bool fits(Word needed, Word spared) const {
        return (needed & spared & guard) == guard;
    }

  private:
    static constexpr std::int32_t kLargest = 7;
};

}  // namespace sapper
