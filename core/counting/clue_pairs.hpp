// Deduction from pairs of clues (pairwise consistency).
//
// Two clues that share unknown cells divide these into three parts: seen by the first clue only, by
// both, by the second only. The cells of a part are interchangeable, so the least and greatest
// number of mines of the shared part imply all that follows from the pair. This covers the
// subtraction of a subset (Chong et al. 2024, section 3) and partial overlaps. Only clues that
// changed are examined again. At most one mine per cell.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/knowledge.hpp"

namespace sapper {

class CluePairs {
  public:
    // Starts on a board without clues.
    void start(const Graph& graph);

    // Moves the changed clues out of `knowledge`, which must track them, and examines pairs until
    // one settles a cell; then propagates single clues. Returns whether a cell was settled.
    bool deduce(Knowledge& knowledge);

  private:
    void take_changed(Knowledge& knowledge);
    // Compares a clue with every other clue that shares an unknown cell; stops at the first
    // success.
    bool pair(Knowledge& knowledge, std::int32_t clue);
    bool compare(Knowledge& knowledge, std::int32_t clue, std::int32_t other);
    // Settles the unknown neighbours of `clue` that are neighbours of `other` (if `shared`) or are
    // not (else).
    static void settle(Knowledge& knowledge, std::int32_t clue, std::int32_t other, bool shared,
                       int mines);

    std::vector<std::int32_t> waiting_;  // clues to examine
    std::vector<char> listed_;           // per cell: whether it is in waiting_
    std::vector<std::uint32_t> seen_;    // per cell: stamp of the last pair() call that visited it
    std::uint32_t stamp_ = 0;
    std::vector<std::int32_t> partners_;
};

}  // namespace sapper
