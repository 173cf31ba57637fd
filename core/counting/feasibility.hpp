// Decides which cells are certain if counting exceeds the work budget: backtracking search with
// bounds propagation (bounded_equations.hpp) for witness layouts.
//
// Finding one consistent layout is usually easy even if counting them is not. For each group the
// search looks for a layout in which some cell of it is safe, and for one in which some cell of it
// holds a mine. The variables are the mines of the groups; the clues and the mine total are linear
// equations whose bounds are propagated. One layout is a witness for many groups, and each search
// tries the values of the last layout first, so most searches take one step per group. An exhausted
// search proves its group certain; a search that exceeds its step limit decides nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/bounded_equations.hpp"
#include "counting/combine.hpp"
#include "counting/problem.hpp"

namespace sapper {

class Feasibility {
  public:
    using Answer = BoundedEquations::Answer;  // kOpen: undecided

    struct Group {
        Answer safe = Answer::kOpen;   // whether some layout has a mine-free cell in the group
        Answer mined = Answer::kOpen;  // whether some layout has a mine in the group
    };

    // Examines a problem without flags; `total` is that of its groups and floating cells. The
    // problem must have a consistent layout. For an unknown total only its bounds are used, so
    // proofs remain valid, but a witness may hold an impossible number of mines between them.
    void decide(const Problem& problem, const Total& total);

    // One entry per group of the problem, then one for all floating cells together.
    [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

  private:
    void set_up(const Problem& problem, const Total& total);
    void record_witness();

    std::vector<Group> groups_;
    std::vector<std::int64_t> safe_below_;  // with fewer mines than this some cell is mine-free
    // The variables are the groups, all floating cells together, and the mines by which the total
    // falls short of the greatest possible one; the equations are the clues and the total.
    BoundedEquations equations_;
};

}  // namespace sapper
