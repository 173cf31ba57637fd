// Decides which cells are certain if counting exceeds the work budget: backtracking search with
// bounds propagation for witness layouts.
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

#include "counting/combine.hpp"
#include "counting/problem.hpp"

namespace sapper {

class Feasibility {
  public:
    enum class Answer : char { kOpen, kYes, kNo };  // kOpen: undecided

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
    struct Bounds {
        std::int64_t low, high;
    };
    struct Change {
        std::size_t variable;
        Bounds before;
    };
    struct Choice {
        std::size_t variable, changes;
        Bounds other;  // the half that is still to be tried
    };
    // A linear equation: the variables add up to `wanted`.
    struct Sum {
        std::vector<std::size_t> variables;
        std::int64_t wanted;
        std::int64_t low = 0, high = 0;  // sums of the lower and of the upper bounds
        std::int64_t widest = 0;         // largest initial range of a variable
    };

    void set_up(const Problem& problem, const Total& total);
    void add(std::size_t sum, std::size_t variable);
    // Searches for a layout with these bounds on one variable.
    Answer search(std::size_t variable, Bounds bounds);
    bool narrow(std::size_t variable, Bounds to);
    bool propagate();
    void undo(std::size_t changes);
    void record_layout();

    std::vector<Group> groups_;
    std::vector<std::int64_t> safe_below_;  // with fewer mines than this some cell is mine-free
    // By variable: the groups, all floating cells together, and the mines by which the total falls
    // short of the greatest possible one.
    std::vector<Bounds> bounds_;
    std::vector<std::int64_t> last_;  // the last layout found
    std::vector<Sum> sums_;
    std::vector<std::vector<std::size_t>> sums_of_;  // per variable, the equations it is in
    std::vector<Change> changes_;
    std::vector<Choice> choices_;
    std::vector<std::size_t> queue_;
    std::vector<char> queued_;
    std::int64_t steps_left_ = 0;
};

}  // namespace sapper
