// Exact counts, as residues modulo large primes; the caller puts the integers together.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "counting/counting.hpp"
#include "counting/problem.hpp"

namespace sapper {

class ExactCounter {
  public:
    // Of a reduced position; `values` are the mines of every cell where they are known, else
    // kUnknown. A Solver makes one.
    ExactCounter(Problem problem, std::vector<std::int16_t> values, const Budget& budget)
        : problem_(std::move(problem)), values_(std::move(values)), budget_(budget) {}

    // The layouts of a component by mines, when the probe shows so much above its base.
    struct Count {
        std::int32_t shown;
        std::int32_t low;                     // the least mines
        std::vector<std::uint64_t> residues;  // for low, low + 1, ... mines
    };
    // By component; several counts only for the probe's.
    [[nodiscard]] std::vector<std::vector<Count>> counts(int prime_index) const;

    // The layouts of a component by the mines in one of its groups.
    struct Share {
        std::int32_t low;                     // the least mines
        std::vector<std::uint64_t> residues;  // for low, low + 1, ... mines
    };
    // By number of mines in the component, each of `above` on top of its least, and by group.
    [[nodiscard]] std::vector<std::vector<Share>> shares(int prime_index, int component,
                                                         const std::vector<int>& above) const;

    [[nodiscard]] const Problem& problem() const { return problem_; }

    // By cell: its mines where known, else kUnknown.
    [[nodiscard]] const std::vector<std::int16_t>& values() const { return values_; }

  private:
    Problem problem_;
    std::vector<std::int16_t> values_;
    Budget budget_;
};

}  // namespace sapper
