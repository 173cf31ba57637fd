// Pairs of cells that only few others can tell apart.
//
// Two neighbours are told apart by the cells that see one of them and not the other. Where all of
// those hold mines, and one of the two does, nothing on the board can say which: a guess that
// cannot be avoided.
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
    // The cells that see just one of the two.
    [[nodiscard]] std::span<const std::int32_t> witnesses(const Pair& pair) const {
        return {witnesses_.data() + pair.witness_begin, pair.witness_end - pair.witness_begin};
    }
    // The pairs, by their place, that a cell is one of or can tell apart.
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
