// What follows from clues taken two at a time.
//
// Two clues with shared unknown cells split these into three parts: only in one, in both, only in
// the other. All cells of a part are alike, so the least and the most mines that the shared part
// can hold tell everything that the two prove together, be it by subtraction of a subset (paper
// 000, section 3) or by an overlap. Only clues that changed are looked at again. One mine a cell.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/knowledge.hpp"

namespace sapper {

class CluePairs {
  public:
    // Nothing is known of the board yet.
    void start(const Graph& graph);

    // Takes the clues that changed from a knowledge that tracks them, and looks at pairs until one
    // settles a cell; single clues are then followed to their end. Returns whether any did.
    bool deduce(Knowledge& knowledge);

  private:
    void take_changed(Knowledge& knowledge);
    // Looks at a clue together with every other that shares an unknown cell.
    bool pair(Knowledge& knowledge, std::int32_t clue);
    bool compare(Knowledge& knowledge, std::int32_t clue, std::int32_t other);
    // Settles the unknown neighbours of a clue that are neighbours of the other, or are not.
    static void settle(Knowledge& knowledge, std::int32_t clue, std::int32_t other, bool shared,
                       int mines);

    std::vector<std::int32_t> waiting_;  // clues to be looked at
    std::vector<char> listed_;           // by cell, whether it waits
    std::vector<std::uint32_t> seen_;    // by cell, the stamp of the clue it was last met with
    std::uint32_t stamp_ = 0;
    std::vector<std::int32_t> partners_;
};

}  // namespace sapper
