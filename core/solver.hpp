// The analysis of a position: probabilities, certain cells, and what the papers tabulate.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "combine.hpp"
#include "failures.hpp"
#include "problem.hpp"

namespace sapper {

struct Question {
    std::int64_t mines = -1;  // in all, or
    double odds = -1.0;       // above 0: independent cells with t = odds
    Budget budget;
};

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

// What a covered cell would show, were it opened: shown[i] = P(safe, and the number is first + i).
struct Shown {
    int first = 0;
    std::vector<double> probability;
};

class Solver {
  public:
    Solver();
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    void solve(const Position& position, const Question& question, Solution& solution);
    void details(const Position& position, const Question& question, Details& details);

    // The distribution of the number under a covered cell, given that it is safe, and log2 of the
    // weight of those layouts; throws Contradiction where the cell cannot be safe.
    double shown(const Position& position, const Question& question, std::int32_t cell,
                 Shown& shown);

    // Whether any layout fits.
    bool feasible(const Position& position, const Question& question);

  private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace sapper
