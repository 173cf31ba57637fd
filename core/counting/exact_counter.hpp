// Exact counts as residues modulo 62-bit primes. The caller combines the residues of several primes
// by the Chinese remainder theorem.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "counting/counting.hpp"
#include "counting/problem.hpp"

namespace sapper {

class ExactCounter {
  public:
    // `values` holds for each cell its mines if they are known, else kUnknown. See Solver::counter.
    ExactCounter(Problem problem, std::vector<std::int16_t> values, const Budget& budget)
        : problem_(std::move(problem)), values_(std::move(values)), budget_(budget) {}

    // The layouts of a component by its mines.
    struct Count {
        std::int32_t shown;                   // clue value of the probe above its base, or 0
        std::int32_t low;                     // least number of mines
        std::vector<std::uint64_t> residues;  // for low, low + 1, ... mines
    };
    // The counts of each component; the probe's component has one per clue value of the probe.
    [[nodiscard]] std::vector<std::vector<Count>> counts(int prime_index) const;

    // The layouts of a component by the mines in one of its groups.
    struct Marginal {
        std::int32_t low;                     // least number of mines
        std::vector<std::uint64_t> residues;  // for low, low + 1, ... mines
    };
    // result[k][g]: group g, if the component holds above[k] mines more than its least number.
    [[nodiscard]] std::vector<std::vector<Marginal>> marginals(int prime_index, int component,
                                                               const std::vector<int>& above) const;

    [[nodiscard]] const Problem& problem() const { return problem_; }

    // The mines of each cell if known, else kUnknown.
    [[nodiscard]] const std::vector<std::int16_t>& values() const { return values_; }

  private:
    Problem problem_;
    std::vector<std::int16_t> values_;
    Budget budget_;
};

}  // namespace sapper
