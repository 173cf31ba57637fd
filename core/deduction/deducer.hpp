// Incremental deduction during a game: certain cells and exact mine probabilities.
//
// Three levels, each used only if the previous one settles no cell:
//   1. constraint propagation over single clues, updated as cells open (counting/knowledge.hpp);
//   2. exact inference in the components whose clues changed, without the mine count;
//   3. exact marginals of the whole board under the mine count (bucket elimination over the clue
//      graph, counting/counting.hpp).
// Levels 1 and 2 cost what the last clicks touched; level 3 costs as much as the board's frontier,
// exponential in its elimination width.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/certain_groups.hpp"
#include "counting/combine.hpp"
#include "counting/counting.hpp"
#include "counting/knowledge.hpp"
#include "counting/problem.hpp"
#include "counting/solver.hpp"

namespace sapper {

class Deducer {
  public:
    void start(const Graph& graph, int max_per_cell, const MineCount& count, const Budget& budget);

    // Copies the knowledge of another deducer of the same board.
    void copy_from(const Deducer& other);

    // Adds opened cells; `states` holds their clues.
    void opened(std::span<const std::int32_t> cells, std::span<const std::int16_t> states);

    // Returns a covered cell known to be safe, or -1.
    [[nodiscard]] std::int32_t next_safe(std::span<const std::int16_t> states);

    // Level 2. Returns whether any cell was settled.
    bool deduce();

    // Replaces a call of deduce() that is known to settle nothing.
    void skip_deduction();

    // Level 3. Returns whether any cell was settled; if none was, the probabilities below are
    // valid. Throws BudgetExceeded.
    bool analyze();

    // P(mine) per cell, indexed by the groups of `problem()`.
    [[nodiscard]] const std::vector<double>& group_mine() const { return group_mine_; }
    // P(mine) of an unknown cell.
    [[nodiscard]] double mine(std::int32_t cell) const {
        const std::int32_t group = group_of(cell);
        return group >= 0 ? group_mine_[static_cast<std::size_t>(group)] : floating_mine();
    }
    // Whether an unknown or safe cell holds no mine in some layout, as of the last analysis.
    [[nodiscard]] bool may_be_safe(std::int32_t cell) const {
        if (!knowledge.unknown(cell)) return knowledge.value(cell) == 0;
        const std::int32_t group = group_of(cell);
        return group >= 0 ? !group_certain_[static_cast<std::size_t>(group)]
                          : !combined_.floating_certain;
    }
    [[nodiscard]] double floating_mine() const { return combined_.floating_mine; }
    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] const Combined& combined() const { return combined_; }
    [[nodiscard]] Counting<double>& counting() { return counting_; }
    [[nodiscard]] const Counting<double>& counting() const { return counting_; }
    [[nodiscard]] const std::vector<Polynomial>& polynomials() const { return polynomials_; }
    // Whether `counting()` and `combined()` hold the last analysis; false if it needed numbers
    // wider than doubles.
    [[nodiscard]] bool in_doubles() const { return in_doubles_; }
    [[nodiscard]] double log2_layouts() const { return log2_layouts_; }
    // The mines in the unknown cells. Valid until the deducer is started or copied to.
    [[nodiscard]] Total total() const { return Total::of(count_, knowledge.known_mines()); }
    // Whether all layouts are equally likely, with at most one mine per cell.
    [[nodiscard]] bool equally_likely() const { return count_.equally_likely(); }
    [[nodiscard]] const Budget& budget() const { return budget_; }

    // Writes the unknown cells next to no clue, as of the last analysis.
    void floating_cells(std::vector<std::int32_t>& cells) const;

    // The component of an unknown cell in `problem()`, or -1 for a floating cell.
    [[nodiscard]] std::int32_t component_of(std::int32_t cell) const {
        const std::int32_t group = group_of(cell);
        return group >= 0 ? component_of_group_[static_cast<std::size_t>(group)] : -1;
    }
    [[nodiscard]] std::int32_t group_of(std::int32_t cell) const {
        return group_[static_cast<std::size_t>(cell)];
    }

    // Extends a list of clues to all clues connected with them through unknown cells.
    void add_connected_clues(std::vector<std::int32_t>& clues);

    Knowledge knowledge;

  private:
    void resize_scratch(std::size_t cells);
    void next_stamp();
    bool deduce(const Component& component);
    bool settle_group(const Problem& problem, const Group& group, bool safe, bool full);
    void take_changed_clues();
    void index_cell_groups();
    void clear_cell_groups();
    bool analyze_wide();

    MineCount count_{0};
    Budget budget_;
    Grouper grouper_;
    Problem problem_, local_problem_;
    CertainGroups certain_groups_;
    Counting<double> counting_, local_;
    Combined combined_;
    std::vector<Polynomial> polynomials_;
    std::vector<double> group_mine_, distribution_;
    std::vector<char> group_certain_;  // by group: whether each cell holds a mine in every layout
    double log2_layouts_ = 0.0;
    std::size_t next_settled_ = 0;
    std::vector<std::int32_t> active_;  // clues that may have unknown neighbours
    std::vector<std::uint16_t> seen_;   // by cell, the stamp of the traversal that reached it last
    std::vector<char> listed_;          // by cell: whether it is in active_
    std::uint16_t stamp_ = 0;
    std::vector<std::int32_t> clues_;
    std::vector<std::int32_t> group_;  // by cell, as of the last analysis, or -1
    std::vector<std::int32_t> component_of_group_;
    bool in_doubles_ = true;
    Solver solver_;
    Solution solution_;
    std::vector<std::int16_t> states_;
};

}  // namespace sapper
