// All consistent layouts of a position, each exactly once, in constant memory.
//
// Layouts are enumerated by an odometer, from the slowest to the fastest wheel: the number of mines
// on the board, the mines of each component, the mines of each group of a component (a walk over
// its elimination tables, elimination_walk.hpp), the cells of each group, and the floating cells
// (placements.hpp). A table of the possible sums of the last components keeps the walk free of dead
// ends, so the time per layout is bounded. The tables hold Possible values instead of weights.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "counting/counting.hpp"
#include "counting/elimination_walk.hpp"
#include "counting/placements.hpp"
#include "counting/question.hpp"

namespace sapper {

class LayoutEnumeration {
  public:
    // Counts a position. Throws Contradiction, if already the clues cannot hold together, and
    // BudgetExceeded. The question, its graph and its states need not outlive the call.
    explicit LayoutEnumeration(const Question& question);
    LayoutEnumeration(const LayoutEnumeration&) = delete;
    LayoutEnumeration& operator=(const LayoutEnumeration&) = delete;

    // Moves to the first layout or to the next one; returns false after the last.
    bool next();

    // The mines of every cell in the current layout.
    [[nodiscard]] std::span<const std::int16_t> layout() const { return layout_; }

  private:
    using Narrow = Elimination<Possible, std::uint64_t>::Walk;
    using Broad = Elimination<Possible, WideKey>::Walk;

    // The possible numbers of mines of a component, and of all components from this one on.
    struct Part {
        std::int32_t low;  // possible[i] belongs to low + i mines
        std::vector<char> possible;
        std::int64_t sum_low, sum_high;      // bounds on the mines of the components from here on
        std::vector<std::int32_t> next_sum;  // the least possible sum of sum_low + i or more
        std::int32_t mines = 0;              // current number
        std::size_t group_begin, group_end;  // in groups_
    };

    void read_cells(const Question& question, const Knowledge& knowledge);
    void read_parts(const Budget& budget);
    void set_totals(const Question& question);
    [[nodiscard]] bool can_hold(std::size_t part, std::int64_t mines) const;
    bool set_mines(std::size_t part, std::int32_t least);
    bool start_total();
    bool next_mines();
    void start_walks(std::size_t first_part);
    bool next_walk();
    bool next_placement();
    void start_placements(std::size_t first_group);

    Problem problem_;
    Counting<Possible> counting_;
    std::vector<std::variant<Narrow, Broad>> walks_;  // one per component
    std::vector<Part> parts_;
    std::vector<Placements> groups_;
    std::vector<std::int32_t> group_mines_;
    Placements floating_;
    std::int64_t capacity_ = 0;                // most mines of the floating cells
    std::int64_t total_ = 0, last_total_ = 0;  // mines in components and floating cells together
    std::vector<std::int64_t> totals_;         // under a prior: the possible totals, ascending
    std::int64_t floating_mines_ = 0;
    bool started_ = false;
    std::vector<std::int16_t> layout_;
};

}  // namespace sapper
