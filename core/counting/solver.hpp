// The analysis of a position: probabilities, certain cells, and what the papers tabulate.
//
// A solver keeps its scratch memory from question to question, and with it what it last worked out:
// the reduced position, its counts and their combination. Asked the same question again, for
// another kind of answer, it goes on from there. A question itself holds none of that, so that many
// can be kept.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "counting/combine.hpp"
#include "counting/exact_counter.hpp"
#include "counting/problem.hpp"
#include "counting/question.hpp"
#include "support/random.hpp"

namespace sapper {

struct Solution {
    std::vector<double> mine_probability;  // by cell; nan where revealed
    std::vector<std::int32_t> safe, mines;
    double log2_layouts = 0.0;  // several mines a cell: of the sum of 1 / (mines in a cell)!
    int width = 0;              // most clues open at once
    std::size_t entries = 0;    // table entries met
    std::size_t bytes = 0;      // memory of the tables
};

// A group as papers 001 and 004 tabulate them, with the distribution of the mines in it.
struct GroupTable {
    std::vector<std::int32_t> cells, clues;
    int component;
    int low;  // mines[i] belongs to low + i mines
    std::vector<double> mines;
};

struct Details {
    std::vector<GroupTable> groups;
    std::int64_t frontier_first = 0;
    std::vector<double> frontier;  // distribution of the mines in the frontier
};

// What a covered cell would show, given that it is safe: probability[i] that it is first + i.
struct Shown {
    int first = 0;
    std::vector<double> probability;
};

// What was counted of a question: valid until the solver is asked about another.
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

    // Each of these throws Contradiction where no layout fits, BudgetExceeded, and
    // std::invalid_argument on malformed states.
    void solve(const Question& question, Solution& solution);
    void details(const Question& question, Details& details);

    // The number under a covered cell; a Contradiction also where the cell cannot be safe.
    void shown(const Question& question, std::int32_t cell, Shown& shown);

    // Whether any layout fits.
    bool feasible(const Question& question);

    // Exact counts of the position, whatever its mines.
    ExactCounter counter(const Question& question, const ReduceOptions& options);

    // Gives memory back where much is held, and with it what was counted.
    void release_memory();

    // The counts themselves; some layout fits them.
    Counted counted(const Question& question);

    // How many mines each group of a component holds in a layout with so many, drawn in proportion
    // to the weights; after counted(), by any number of threads at once.
    void draw(std::size_t component, std::int32_t mines, Random& random,
              std::span<std::int32_t> groups) const;

  private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace sapper
