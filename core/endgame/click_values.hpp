// The exact value of every click under perfect play, if few layouts remain.
//
// Exhaustive expectimax over information sets (LayoutSearch without forward pruning), started from
// the list of all consistent layouts. All layouts are equally likely, so a value is the number of
// layouts that are won. One mine per cell; exponential in the layouts at worst, so layouts, cells
// and steps are limited.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/question.hpp"

namespace sapper {

struct ClickValues {
    static constexpr std::size_t kMaxCells = 128;

    int layouts = 0;                  // consistent layouts
    std::vector<std::int32_t> cells;  // the covered cells that may be safe, ascending
    std::vector<int> wins;            // by cell: the layouts won by clicking it, then playing best
};

// Throws Contradiction; BudgetExceeded if there are more layouts, cells or steps than the limits;
// and std::invalid_argument unless the number of mines is given, with one mine per cell.
ClickValues click_values(const Question& question, int most_layouts, std::uint64_t most_steps);

}  // namespace sapper
