// The analysis of a position: mine probabilities, certain cells, and the group tables of the
// papers.
//
// Stages: reduce to groups and components (problem.hpp), forward pass per component (counting.hpp),
// convolution under the mine total (combine.hpp), backward pass per component. Each runs in doubles
// and is repeated in wide numbers if a double leaves its range (weight_range.hpp). A solver keeps
// its scratch memory and the stages of its last question, so another kind of answer to the same
// question reuses them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "counting/combine.hpp"
#include "counting/exact_counter.hpp"
#include "counting/problem.hpp"
#include "counting/question.hpp"
#include "support/random.hpp"

namespace sapper {

// Probabilities, and scores of strategies, this close are equal.
inline constexpr double kTie = 1e-9;

struct Solution {
    std::vector<double> mine_probability;   // per cell; nan if revealed
    std::vector<std::int32_t> safe, mines;  // the certain cells, ascending
    // log2 of the number of layouts; with several mines per cell, each layout counts with weight
    // prod 1 / (mines in a cell)!; under a prior, times (number of mines)!, and whatever its prior.
    double log2_layouts = 0.0;
    int width = 0;            // width of the elimination: the most clues open at once
    std::size_t entries = 0;  // table entries
    std::uint64_t bytes = 0;  // memory of the tables
};

// A group with its distribution of mines, as tabulated by Fowler & Young 2004 and the combinatorics
// note.
struct GroupTable {
    std::vector<std::int32_t> cells, clues;
    int component;
    int low;  // mines[i] belongs to low + i mines
    std::vector<double> mines;
};

struct Details {
    std::vector<GroupTable> groups;
    std::int64_t frontier_first = 0;  // frontier[i] belongs to frontier_first + i mines
    std::vector<double> frontier;     // distribution of the mines in the frontier
    // The posterior of the number of mines of the board, if there is a prior: a total and its
    // probability, which is 0 only if no layout has that many mines.
    std::vector<std::pair<std::int64_t, double>> totals;
};

// The distribution of the clue value of a covered cell, given that it is safe: probability[i] is
// that of the value first + i.
struct Shown {
    int first = 0;
    std::vector<double> probability;
};

// The counts of a question. Valid until the solver is used for another question.
struct Counted {
    const Problem& problem;
    const Knowledge& knowledge;
    std::span<const Polynomial> components;
    Floating floating;
    Total total;
};

class Solver {
  public:
    Solver();
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // All of these throw Contradiction if there is no consistent layout, BudgetExceeded, and
    // std::invalid_argument on malformed states.
    void solve(const Question& question, Solution& solution);
    void details(const Question& question, Details& details);

    // The clue value of a covered cell. Also throws Contradiction if the cell cannot be safe.
    void shown(const Question& question, std::int32_t cell, Shown& shown);

    // Whether there is a consistent layout.
    bool feasible(const Question& question);

    // An exact counter for the position. It does not depend on the number of mines.
    ExactCounter counter(const Question& question, const ReduceOptions& options);

    // Frees the memory, and with it the counts, if much is held.
    void release_memory();

    // The counts of the position, which has at least one consistent layout.
    Counted counted(const Question& question);

    // Samples the mines of each group from the layouts of a component with `mines` mines. Call
    // after counted(); safe to call from several threads at once.
    void draw(std::size_t component, std::int32_t mines, Random& random,
              std::span<std::int32_t> groups) const;

  private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace sapper
