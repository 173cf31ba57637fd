// What a player of exact probabilities knows in the course of a game.
//
// Three levels, each used only when the one before has nothing more to say: single clues, followed
// as cells open; the components that changed, counted without the mine total, for certain cells;
// and the whole board under its total, for certain cells by the mine count and for probabilities.
// Only the last looks at more than what the last clicks touched.
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
    void start(const Graph& graph, int max_per_cell, std::int64_t mines, const Budget& budget);

    // Knows what another one knows, of the same board.
    void follow(const Deducer& other);

    // Cells that were opened, with what they show.
    void opened(std::span<const std::int32_t> cells, std::span<const std::int16_t> states);

    // A covered cell known to be safe, or -1.
    [[nodiscard]] std::int32_t next_safe(std::span<const std::int16_t> states);

    // Certain cells by the components that changed. Returns whether any cell was settled.
    bool deduce();

    // Passes over a deduction that is known to find nothing.
    void skip_deduction();

    // Everything under the mine total. Returns whether any cell was settled; if none, the
    // probabilities below are valid.
    bool analyze();

    // P(mine) by group of `problem()`, and of a floating cell.
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
    // Whether `counting()` and `combined()` hold the last analysis; not so after one that needed
    // numbers wider than doubles.
    [[nodiscard]] bool in_doubles() const { return in_doubles_; }
    [[nodiscard]] double log2_layouts() const { return log2_layouts_; }
    [[nodiscard]] std::int64_t mines_left() const { return mines_ - knowledge.known_mines(); }
    [[nodiscard]] const Budget& budget() const { return budget_; }

    // The unknown cells next to no clue, as of the last analysis.
    void floating_cells(std::vector<std::int32_t>& cells) const;

    // The component of an unknown cell in `problem()`, or -1 for a floating cell.
    [[nodiscard]] std::int32_t component_of(std::int32_t cell) const {
        const std::int32_t group = group_of(cell);
        return group >= 0 ? component_of_group_[static_cast<std::size_t>(group)] : -1;
    }
    [[nodiscard]] std::int32_t group_of(std::int32_t cell) const {
        return group_[static_cast<std::size_t>(cell)];
    }

    // Adds the clues that share unknown cells, directly or through others, with those in the list.
    void spread(std::vector<std::int32_t>& clues);

    Knowledge knowledge;

  private:
    void make_room(std::size_t cells);
    void renew_stamp();
    bool deduce(const Component& component);
    bool settle_group(const Problem& problem, const Group& group, bool safe, bool full);
    void take_changed();
    void place_cells();
    void take_away_cells();
    bool analyze_wide();

    std::int64_t mines_ = 0;
    Budget budget_;
    Grouper grouper_;
    Problem problem_, local_problem_;
    CertainGroups certain_groups_;
    Counting<double> counting_, local_;
    Combined combined_;
    std::vector<Polynomial> polynomials_;
    std::vector<double> group_mine_, distribution_;
    std::vector<char> group_certain_;  // by group: a mine in every layout, in every cell
    double log2_layouts_ = 0.0;
    std::size_t next_settled_ = 0;
    std::vector<std::int32_t> active_;  // clues that may have unknown neighbours
    std::vector<std::uint16_t> seen_;   // by cell, the stamp of the last spread
    std::vector<char> listed_;          // by cell, whether it is in active_
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
