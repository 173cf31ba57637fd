// Perfect play on small boards: the most layouts that any way of playing can win.
//
// A state is the set of layouts that fit what has been seen, each a word of bits, in which no cell
// is safe but the opened ones: cells safe in all layouts are opened first. What is undetermined,
// how many mines it holds and what its clues still need then say everything about the rest of the
// game; that is the key of the transposition table, taken up to the symmetries of the board.
//
// A guess is worth the sum over the states it leads to. All of them are found before any is
// searched, each with a bound on what it wins: what the table knows, else the layouts in which the
// safest cell is safe, then a glance, which is the best sum of such bounds over its guesses. Only
// where the bounds add up to more than the best guess so far are the states searched, the smallest
// first, and each only as far as it takes to see that it wins too little. A cell that shows the
// same number in all layouts where it is safe tells nothing: another guess before it loses nothing,
// so it is not tried, and where all cells are such, one layout is won.
// Parts of the board that no longer touch are searched each by itself. One mine a cell, at most 64
// cells.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "board/deal.hpp"
#include "endgame/state_key.hpp"
#include "endgame/state_table.hpp"

namespace sapper {

class PerfectSearch {
  public:
    // `symmetries` are permutations of the cells that keep neighbours, the identity excepted;
    // `memory` is that of the table, in bytes. Throws StateTableFull if it is too little for any.
    // A search polls the watch of the thread that calls it; after an exception, clear() it.
    PerfectSearch(const Graph& graph, int mines, std::vector<std::vector<std::uint8_t>> symmetries,
                  std::size_t memory);

    // Layouts won by perfect play of all that the deal allows, which must be one of this board and
    // as many mines.
    std::int64_t wins_from(const Deal& deal);

    struct Advice {
        std::int64_t wins = 0;     // layouts won
        std::int64_t layouts = 0;  // layouts that fit
        std::int32_t cell = -1;    // the click; -1 where no layout fits or no cell is left
    };
    // What perfect play makes of a position (states as in Position, flags taken as covered cells).
    // It opens a safe cell before it guesses.
    Advice advise(std::span<const std::int16_t> states);

    [[nodiscard]] const StateTable& table() const { return table_; }

    // Forgets all states.
    void clear();

  private:
    struct State {
        std::uint64_t *begin, *end;  // the layouts
        std::uint64_t any, all;      // cells with a mine in some layout, in every layout
        std::uint64_t opened;
        StateKey key;
        std::int64_t bound;  // no more layouts than this are won
        bool glanced;        // whether the bound is better than that of the safest cell

        [[nodiscard]] std::int64_t size() const { return end - begin; }
        [[nodiscard]] std::uint64_t undetermined() const { return any & ~all; }
    };
    struct Level {  // of the recursion, its memory kept
        std::vector<std::uint64_t> layouts;
        std::vector<State> states;
    };
    struct Candidate {
        std::uint32_t lost;  // layouts with a mine there
        std::int32_t cell;

        friend auto operator<=>(const Candidate&, const Candidate&) = default;
    };
    struct Candidates {
        std::array<Candidate, 64> list;
        std::size_t size = 0;
    };

    // These return the layouts won if they are `need` or more; otherwise some number below `need`
    // that the layouts won do not exceed.
    std::int64_t settle(std::uint64_t* begin, std::uint64_t* end, std::uint64_t opened,
                        std::int64_t need);
    std::int64_t resolve(std::vector<State>& states, std::int64_t most, std::int64_t need);
    std::int64_t search(const State& state, std::int64_t need);
    std::int64_t guess(const State& state, std::int64_t need, std::int32_t* best_cell);

    void collect(std::uint64_t* begin, std::uint64_t* end, std::uint64_t* spare,
                 std::uint64_t opened, std::int64_t need, std::int64_t& most,
                 std::vector<State>& states);
    [[nodiscard]] bool told_apart(std::uint64_t one, std::uint64_t other) const;
    void add_state(const State& fresh, std::int64_t& most, std::vector<State>& states) const;
    std::int64_t glance(const State& state);
    std::int64_t expand(Level& level, const State& state, Candidate candidate, std::int64_t need);
    std::int64_t apart(const State& state);

    Level& enter(std::int64_t layouts);
    [[nodiscard]] Candidates candidates(const State& state) const;

    int cells_, mines_;
    std::uint64_t board_ = 0;  // all cells
    std::vector<std::uint64_t> neighbors_;
    StateKeys keys_;
    std::size_t memory_;  // of the table, in bytes
    StateTable table_;
    std::deque<Level> levels_;
    std::size_t depth_ = 0;
};

}  // namespace sapper
