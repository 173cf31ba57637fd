// Layouts that are solved without a guess.
//
// By repair: a layout is dealt and opened as far as it is certain. Where that gets stuck, a cell of
// the stuck place, which is an unknown cell next to a clue or a known mine next to an unknown cell,
// changes places with another: a mine moves. The whole is played again, and the move is taken back
// if more cells stay covered than before. After too many moves in vain another layout is dealt.
// What comes out is solved from its first click, but not uniform among such layouts.
//
// Uniform: layouts are dealt until one is solved. Each layout that is solved is as likely as any
// other.
//
// Either costs what it takes to play the layouts that are tried.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "deduction/certain_play.hpp"

namespace sapper {

class NoGuess {
  public:
    // Searches layout `index` of a seed, of those that the deal allows, trying at most so many.
    // Keeps a reference to the deal. Throws std::invalid_argument unless the first cell is safe and
    // a cell holds one mine at most.
    NoGuess(const Deal& deal, Level level, bool uniform, std::uint64_t seed, std::uint64_t index,
            std::uint64_t most_tries);

    // Returns whether a layout was found, which is then in `layout()`. Throws Cancelled.
    bool search();

    [[nodiscard]] const Layout& layout() const { return play_.game.layout; }
    // Layouts tried so far; from any thread.
    [[nodiscard]] std::uint64_t tries() const { return tries_.load(std::memory_order_relaxed); }

  private:
    // Where the last layout that was kept is stuck.
    struct StuckPlace {
        std::vector<std::int32_t> border;   // unknown cells next to a clue, mines next to unknown
        std::vector<std::int32_t> unknown;  // cells of which nothing is known
    };

    void deal_anew();
    bool repair();
    // Plays the layout; returns the safe cells that stay covered.
    std::int64_t try_layout();
    void find_stuck_place();
    bool draw_move(std::int32_t& from, std::int32_t& to);
    // A cell of those given that holds a mine, or none, by lot; -1 where lots find none.
    std::int32_t draw(const std::vector<std::int32_t>& cells, bool mine);
    void swap(std::int32_t mine, std::int32_t safe);
    [[nodiscard]] bool exhausted() const { return tries() >= most_tries_; }

    const Deal& deal_;
    const std::vector<std::int32_t> allowed_;  // the cells that may hold mines
    const bool uniform_;
    const std::uint64_t most_tries_;
    Random random_;
    CertainPlay play_;
    StuckPlace stuck_;
    std::atomic<std::uint64_t> tries_{0};
};

}  // namespace sapper
