// Pairs of neighbouring cells that few other cells can distinguish.
//
// The witnesses of a pair are the cells adjacent to exactly one of the two. If all witnesses hold
// mines and exactly one of the two cells does, no clue can tell which: the guess is forced.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

class CellPairs {
  public:
    static constexpr std::size_t kMostWitnesses = 6;

    explicit CellPairs(const Graph& graph);

    struct Pair {
        std::int32_t first, second;
        std::size_t witness_begin, witness_end;
    };
    [[nodiscard]] std::span<const Pair> pairs() const { return pairs_; }
    // The cells adjacent to exactly one of the two.
    [[nodiscard]] std::span<const std::int32_t> witnesses(const Pair& pair) const {
        return {witnesses_.data() + pair.witness_begin, pair.witness_end - pair.witness_begin};
    }
    // The indices of the pairs that a cell belongs to or is a witness of.
    [[nodiscard]] std::span<const std::size_t> touching(std::int32_t cell) const {
        const std::size_t begin = touching_begin_[static_cast<std::size_t>(cell)];
        return {touching_.data() + begin,
                touching_begin_[static_cast<std::size_t>(cell) + 1] - begin};
    }

  private:
    std::vector<Pair> pairs_;
    std::vector<std::int32_t> witnesses_;
    std::vector<std::size_t> touching_begin_, touching_;
};

}  // namespace sapper
