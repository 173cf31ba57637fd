// Chooses the elimination order of the clues of a component.
//
// Eliminating a clue joins the tables of all groups next to it and leaves a table over the other
// clues of those groups. This is vertex elimination in the clue graph, in which clues that share a
// group are adjacent; the cost is exponential in the width of the order and linear in its length.
// The greedy min-weight heuristic eliminates the clue that leaves the smallest table. If that order
// is not cheap, breadth-first orders from a peripheral clue (Cuthill and McKee 1969) and the order
// of the cells, each forwards and backwards, compete with it by the sum of table sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/problem.hpp"

namespace sapper {

struct Plan {
    std::vector<std::int32_t> order;  // clues, as indices relative to the component
    std::vector<std::int32_t> rank;   // the inverse of `order`
    std::vector<std::int32_t>
        column;                // per clue: its field in a state; open clues have different ones
    int width = 0;             // number of fields: the most clues open at once
    double log2_states = 0.0;  // upper bound on the size of the largest table left behind
};

class Planner {
  public:
    // The probe, if it is in the component, is eliminated last.
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
    std::vector<double> weight_;                        // per clue: log2 of the values in its field
    std::vector<std::vector<std::int32_t>> neighbors_;  // the clue graph, sorted lists
    std::vector<Mask> masks_, later_;
    std::vector<double> costs_;
};

}  // namespace sapper
