// In which order the clues of a component are eliminated.
//
// Eliminating a clue joins the tables of all groups around it and leaves a table over the clues
// those groups also touch, so the cost is that of vertex elimination in the graph of clues that
// share a group: exponential in the width of the order, linear in its length. The order is chosen
// greedily by the size of the table left behind; where that is not cheap, breadth-first sweeps from
// an end of the component (Cuthill and McKee, 1969) and in order of the cells compete with it.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/problem.hpp"

namespace sapper {

struct Plan {
    std::vector<std::int32_t> order;   // clues of the component, counted from its first
    std::vector<std::int32_t> rank;    // the inverse of order
    std::vector<std::int32_t> column;  // by clue: its field in a state; clues open together differ
    int width = 0;                     // number of columns
    double log2_states = 0.0;          // bound on the largest table left behind
};

class Planner {
  public:
    // The probe, if it is in the component, comes last.
    void plan(const Problem& problem, const Component& component, Plan& plan);

  private:
    using Mask = std::uint64_t;

    struct Attempt {
        std::vector<std::int32_t> order;
        double cost = 0.0;  // sum of table sizes
    };

    void read(const Problem& problem, const Component& component);
    void greedy_small(Plan& plan);
    void greedy_large(Attempt& attempt) const;
    void sweep(std::int32_t start, bool backwards, Attempt& attempt) const;
    [[nodiscard]] std::int32_t far_end(std::int32_t start) const;
    void finish(const Attempt& attempt, Plan& plan) const;
    [[nodiscard]] double cost(const std::vector<std::int32_t>& order) const;

    std::int32_t clues_ = 0;
    std::int32_t probe_ = -1;
    std::vector<double> weight_;                        // log2 of the values a clue can have
    std::vector<std::vector<std::int32_t>> neighbors_;  // clues that share a group, sorted
    std::vector<Mask> masks_, later_;
    std::vector<double> costs_;
};

}  // namespace sapper
