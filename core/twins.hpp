// Pairs of cells that only few others can tell apart.
//
// Two neighbours are told apart by the cells that see one of them and not the other. Where all of
// those hold mines, and one of the two does, nothing on the board can say which: a guess that
// cannot be avoided.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph.hpp"

namespace sapper {

class Twins {
  public:
    static constexpr std::size_t kMostWitnesses = 6;

    explicit Twins(const Graph& graph);

    struct Pair {
        std::int32_t first, second;
        std::size_t witness_begin, witness_end;
    };
    [[nodiscard]] std::span<const Pair> pairs() const { return pairs_; }
    // The cells that see just one of the two.
    [[nodiscard]] std::span<const std::int32_t> witnesses(const Pair& pair) const {
        return {witnesses_.data() + pair.witness_begin, pair.witness_end - pair.witness_begin};
    }

  private:
    std::vector<Pair> pairs_;
    std::vector<std::int32_t> witnesses_;
};

}  // namespace sapper
