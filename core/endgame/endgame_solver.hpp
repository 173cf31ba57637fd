// Perfect play when few layouts remain.
//
// A state is the set of layouts still possible, as a row of bits. Cells safe in all of them are
// opened first, so the set alone says what has been seen, and it is the key of the transposition
// table. A guess is worth the sum over the numbers it can show; a cell that is safe in no more
// layouts than the best guess wins cannot be better. One mine a cell.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "deduction/deducer.hpp"
#include "endgame/endgame_layouts.hpp"
#include "endgame/independent_subgames.hpp"

namespace sapper {

template <int kMost>
class BasicEndgameSolver {
  public:
    static constexpr int kMostLayouts = kMost;

    // The best click, or -1 where there are too many layouts or the search is too long. The
    // deducer's last analysis must have settled nothing.
    std::int32_t best(const Deducer& deducer, int most_layouts);

    // The best click in a part that stands by itself, or -1 where there is none that can be solved;
    // the analysis must have been in doubles.
    std::int32_t best_in_subgame(const Deducer& deducer, int most_layouts);

    // Layouts won by that click, and of how many.
    [[nodiscard]] int wins() const { return wins_; }
    [[nodiscard]] int layouts() const { return layouts_; }

  private:
    using Bits = std::array<std::uint64_t, kMostLayouts / 64>;
    struct Hash {
        std::size_t operator()(const Bits& bits) const;
    };
    struct TooLong {};

    std::int32_t best(const Deducer& deducer, const IndependentSubgame& part, int most_layouts);
    std::int32_t solve(const Deducer& deducer, int most_layouts);
    bool list(int most_layouts);
    void index_numbers(const Deducer& deducer);
    int value(const Bits& layouts);
    int guess(const Bits& layouts, std::int32_t* cell);

    IndependentSubgames parts_;
    EndgameLayouts list_;
    int layouts_ = 0, wins_ = 0;
    std::vector<Bits> mine_;                  // by index of the cell: layouts with a mine there
    std::vector<std::vector<Bits>> numbers_;  // by index: layouts with no mine there, by number
    std::unordered_map<Bits, int, Hash> known_;
};

// The usual one, and one for small boards, which takes longer.
using EndgameSolver = BasicEndgameSolver<256>;
using LargeEndgameSolver = BasicEndgameSolver<4096>;
inline constexpr std::int32_t kSmallBoard = 36;  // cells

}  // namespace sapper
