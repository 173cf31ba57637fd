// Generation of layouts that can be solved without guessing.
//
// Repair (local search): a layout is dealt and played by certain clicks only. If that gets stuck, a
// mine is moved: a cell of the stuck border (an unknown cell next to a clue, or a known mine next
// to an unknown cell) swaps its content with another cell. The layout is played again from the
// start, and the move is undone if more cells stay covered than before. After kMaxFailedMoves moves
// without progress a new layout is dealt. The result is solvable from its first click, but not
// uniform among such layouts.
//
// Uniform (rejection sampling): layouts are dealt until one is solvable, so all solvable layouts
// are equally likely.
//
// The cost of both is that of playing the layouts that are tried.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "deduction/certain_play.hpp"

namespace sapper {

class NoGuess {
  public:
    // Prepares the search for layout `index` of a seed among those of the deal, with at most
    // `max_tries` layouts tried. Keeps a reference to the deal. Throws std::invalid_argument unless
    // the first cell is safe and cells hold at most one mine.
    NoGuess(const Deal& deal, Level level, bool uniform, std::uint64_t seed, std::uint64_t index,
            std::uint64_t max_tries);

    // Returns whether a layout was found; it is then in `layout()`. Throws Cancelled.
    bool search();

    [[nodiscard]] const Layout& layout() const { return play_.game.layout; }
    // Layouts tried so far. May be called from any thread.
    [[nodiscard]] std::uint64_t tries() const { return tries_.load(std::memory_order_relaxed); }

  private:
    // The cells at which the last kept layout is stuck.
    struct StuckPlace {
        std::vector<std::int32_t> border;   // unknown cells next to a clue, mines next to unknown
        std::vector<std::int32_t> unknown;  // all unknown cells
    };

    void deal_layout();
    bool repair();
    // Plays the layout; returns the number of safe cells that stay covered.
    std::int64_t try_layout();
    void find_stuck_place();
    bool draw_move(std::int32_t& from, std::int32_t& to);
    // Returns a random one of the given cells that holds a mine (or none); -1 if kDraws draws find
    // none.
    std::int32_t draw(const std::vector<std::int32_t>& cells, bool mine);
    void swap(std::int32_t mine, std::int32_t safe);
    [[nodiscard]] bool exhausted() const { return tries() >= max_tries_; }

    const Deal& deal_;
    const std::vector<std::int32_t> allowed_;  // the cells that may hold mines
    const bool uniform_;
    const std::uint64_t max_tries_;
    Random random_;
    CertainPlay play_;
    StuckPlace stuck_;
    std::atomic<std::uint64_t> tries_{0};
};

}  // namespace sapper
