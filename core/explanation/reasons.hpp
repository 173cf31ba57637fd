// Reasons: a smallest set of clues that proves a cell, or that contradicts itself.
//
// A certain cell is proved by refuting its opposite, so both tasks are to find a smallest
// unsatisfiable subset of clues (smallest_conflict.hpp). The neighbourhoods of a cell are tried by
// increasing distance; the number of mines is used only if the clues do not suffice.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/question.hpp"
#include "explanation/smallest_conflict.hpp"

namespace sapper {

// How a cell is proved: by one clue; by two clues, of which one sees a subset of the unknown cells
// of the other (kSubset) or not (kOverlap); by several clues; together with the number of mines; or
// not at all, because it is flagged and therefore taken as a mine.
enum class ReasonKind : std::uint8_t {
    kOneClue,
    kSubset,
    kOverlap,
    kSeveralClues,
    kMineCount,
    kFlag
};

struct Reason {
    std::int32_t cell = -1;
    bool mined = false;  // whether it holds a mine; otherwise it is safe
    ReasonKind kind = ReasonKind::kFlag;
    std::vector<std::int32_t> clues;  // the cells whose clues prove it
    bool proven_smallest = false;     // if not, the set is irreducible
    std::int64_t tests = 0;           // sets of clues that were tested for consistency
};

struct ConflictingClues {
    std::vector<std::int32_t> clues;
    bool needs_mine_count = false;
    bool proven_smallest = false;  // if not, the set is irreducible
    std::int64_t tests = 0;        // sets of clues that were tested for consistency
};

// A smallest proof that a certain cell is mined, or safe if not `mined`. Throws BudgetExceeded.
Reason find_reason(const Question& question, std::int32_t cell, bool mined, Solver& solver,
                   const Expired& expired = {});

// A smallest contradiction of a position without a consistent layout. `hint` is a clue of a
// contradiction, or negative if it needs the number of mines. Throws BudgetExceeded.
ConflictingClues find_contradiction(const Question& question, std::int32_t hint, Solver& solver,
                                    const Expired& expired = {});

}  // namespace sapper
