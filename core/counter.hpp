// Exact counts, as residues modulo large primes; the caller puts the integers together.
#pragma once

#include <cstdint>
#include <vector>

#include "counting.hpp"
#include "problem.hpp"

namespace sapper {

class Counter {
  public:
    // Throws Contradiction where a clue cannot be met.
    Counter(const Position& position, const ReduceOptions& options, const Budget& budget);

    // Layouts by mines, residues[i] for low + i mines; several only for the probe's component.
    struct Count {
        std::int32_t shown;
        std::int32_t low;
        std::vector<std::uint64_t> residues;
    };
    [[nodiscard]] std::vector<std::vector<Count>> counts(int prime_index) const;

    // For each group of the component: layouts in which it holds low + i mines, when the component
    // holds exactly its least number of mines and `above`.
    struct Share {
        std::int32_t low;
        std::vector<std::uint64_t> residues;
    };
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
