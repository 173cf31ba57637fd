// EndgameSolver: perfect play by exact expectimax over information sets, if few layouts remain.
//
// A state is the set of consistent layouts, as a bit set. Cells that are safe in all of them are
// opened first, so the set determines everything that has been seen, and it is the key of the
// transposition table. All layouts are equally likely, so values are integers: the number of
// layouts won. The value of a guess is the sum of the values of the states after each clue value. A
// guess is pruned as soon as the layouts it can still win do not exceed the best guess so far. The
// cost is exponential in the layouts at worst; the number of states is limited. One mine per cell.
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

    // Returns the best click, or -1 if there are too many layouts or states. The deducer's last
    // analysis must have settled nothing.
    std::int32_t best(const Deducer& deducer, int most_layouts);

    // Returns the best click in the first independent subgame that can be solved, or -1 if there is
    // none. The analysis must have been in doubles.
    std::int32_t best_in_subgame(const Deducer& deducer, int most_layouts);

    // Layouts that the last best click wins (with an unknown total also those in which no safe cell
    // is left), and the number of consistent layouts.
    [[nodiscard]] int wins() const { return wins_; }
    [[nodiscard]] int layouts() const { return layouts_; }

  private:
    using Bits = std::array<std::uint64_t, kMostLayouts / 64>;
    struct Hash {
        std::size_t operator()(const Bits& bits) const;
    };
    struct TooManyStates {};

    std::int32_t best(const Deducer& deducer, const IndependentSubgame& subgame, int most_layouts);
    std::int32_t solve(const Deducer& deducer, int most_layouts);
    bool list_layouts(int most_layouts);
    void index_clue_values(const Deducer& deducer);
    int value(const Bits& layouts);
    int guess(const Bits& layouts, std::int32_t* cell);
    Bits finished(const Bits& layouts) const;

    IndependentSubgames subgames_;
    EndgameLayouts list_;
    int layouts_ = 0, wins_ = 0;
    bool total_known_ = true;
    // By cell index: the layouts with a mine there; by clue value, the layouts that show it.
    std::vector<Bits> mine_;
    std::vector<std::vector<Bits>> numbers_;
    std::unordered_map<Bits, int, Hash> table_;
};

// The solver for all boards, and a slower one with a higher limit for small boards.
using EndgameSolver = BasicEndgameSolver<256>;
using LargeEndgameSolver = BasicEndgameSolver<4096>;
inline constexpr std::int32_t kSmallBoard = 36;  // cells

}  // namespace sapper
