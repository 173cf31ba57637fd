// What cells can hold where the layouts are too many to be counted.
//
// To count is hard; to find a single layout that fits seldom is. For every group a depth-first
// search, cut by the bounds that clues and the mine total set, looks for a layout in which some
// cell of it is safe, and for one in which some cell of it is mined. One layout answers for many
// groups, and each search begins like the last that was found, so most take a step a group. A
// search that ends without a layout proves its group certain; one that runs out of steps proves
// nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/problem.hpp"

namespace sapper {

class Feasibility {
  public:
    enum class Answer : char { kOpen, kYes, kNo };

    struct Group {
        Answer safe = Answer::kOpen;   // whether some layout leaves a cell of it without mines
        Answer mined = Answer::kOpen;  // whether some layout has a mine in it
    };

    // Looks at a problem without flags, with so many mines in its groups and floating cells. At
    // least one layout must fit.
    void look(const Problem& problem, std::int64_t mines);

    // By group of the problem; behind them the floating cells, taken as one group.
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
        Bounds other;  // what is still to be tried
    };
    // Mines of some groups that add up to a number.
    struct Sum {
        std::vector<std::size_t> variables;
        std::int64_t wanted;
        std::int64_t low = 0, high = 0;  // of what the variables' bounds allow
        std::int64_t widest = 0;         // range of a variable at the beginning
    };

    void set_up(const Problem& problem, std::int64_t mines);
    void add(std::size_t sum, std::size_t variable);
    // Whether a layout exists with these bounds on one variable.
    Answer search(std::size_t variable, Bounds bounds);
    bool narrow(std::size_t variable, Bounds to);
    bool propagate();
    void undo(std::size_t changes);
    void learn();

    std::vector<Group> groups_;
    std::vector<std::int64_t> safe_below_;  // with fewer mines some cell of the group is safe
    std::vector<Bounds> bounds_;
    std::vector<std::int64_t> last_;  // the layout that was found last
    std::vector<Sum> sums_;
    std::vector<std::vector<std::size_t>> sums_of_;  // by variable
    std::vector<Change> changes_;
    std::vector<Choice> choices_;
    std::vector<std::size_t> queue_;
    std::vector<char> queued_;
    std::int64_t steps_left_ = 0;
};

}  // namespace sapper
