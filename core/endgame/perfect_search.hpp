// Perfect play on small boards: belief-state search with symmetry reduction.
//
// Computes the largest number of layouts that any strategy can win. A state (belief state) is the
// set of consistent layouts, each a word with one bit per cell. Cells that are safe in all layouts
// are opened first, so the undetermined cells, their number of mines and the remaining needs of the
// clues determine the rest of the game. They are the key of the transposition table, canonical
// under the symmetries of the board.
//
// The value of a guess is the sum of the values of its successor states. Branch and bound in the
// manner of alpha pruning: all successors of a guess are generated before any is searched, each
// with an upper bound on its value, which is that of the table, or else the number of layouts in
// which the safest cell is safe, refined by one step of lookahead. The successors are searched,
// smallest first, only while the sum of the bounds exceeds the best guess so far, and each only
// until it is shown to win too little. A cell that shows the same clue value wherever it is safe
// carries no information; guessing another cell first loses nothing, so it is not tried. If all
// cells are such, exactly one layout is won. Independent subgames are searched separately and their
// values multiplied.
//
// The cost is exponential in the layouts at worst. One mine per cell, at most 64 cells.
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
    // `symmetries` holds the automorphisms of the board as permutations of the cells, without the
    // identity; `memory` is that of the transposition table, in bytes. Throws StateTableFull if it
    // is too small for any table. A search polls the cancellation token of the calling thread;
    // after an exception, call clear().
    PerfectSearch(const Graph& graph, int mines, std::vector<std::vector<std::uint8_t>> symmetries,
                  std::uint64_t memory);

    // Returns the number of layouts of the deal that perfect play wins. The deal must have this
    // board and this number of mines.
    std::int64_t wins_from(const Deal& deal);

    struct Advice {
        std::int64_t wins = 0;     // layouts won
        std::int64_t layouts = 0;  // consistent layouts
        std::int32_t cell = -1;    // the click; -1 if no layout is consistent or no cell is left
    };
    // Returns the value and the best click of a position. States are as in Position; flags count as
    // covered cells. A safe cell is opened before any guess.
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
        std::int64_t bound;  // upper bound on the layouts won
        bool refined;        // whether the bound is tighter than that of the safest cell

        [[nodiscard]] std::int64_t size() const { return end - begin; }
        [[nodiscard]] std::uint64_t undetermined() const { return any & ~all; }
    };
    struct Level {  // scratch memory of one level of the recursion, reused
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

    // These return the exact number of layouts won if it is at least `need`; otherwise some upper
    // bound on it below `need`.
    std::int64_t evaluate(std::uint64_t* begin, std::uint64_t* end, std::uint64_t opened,
                          std::int64_t need);
    std::int64_t sum_values(std::vector<State>& states, std::int64_t most, std::int64_t need);
    std::int64_t search(const State& state, std::int64_t need);
    std::int64_t guess(const State& state, std::int64_t need, std::int32_t* best_cell);

    void collect_states(std::uint64_t* begin, std::uint64_t* end, std::uint64_t* spare,
                        std::uint64_t opened, std::int64_t need, std::int64_t& most,
                        std::vector<State>& states);
    [[nodiscard]] bool distinguishable(std::uint64_t one, std::uint64_t other) const;
    void add_state(const State& fresh, std::int64_t& most, std::vector<State>& states) const;
    std::int64_t refine_bound(const State& state);
    std::int64_t expand(Level& level, const State& state, Candidate candidate, std::int64_t need);
    std::int64_t solve_subgames(const State& state);

    Level& enter_level(std::int64_t layouts);
    [[nodiscard]] Candidates candidates(const State& state) const;

    int cells_, mines_;
    std::uint64_t board_ = 0;  // mask of all cells
    std::vector<std::uint64_t> neighbors_;
    StateKeys keys_;
    std::uint64_t memory_;  // of the table, in bytes
    StateTable table_;
    std::deque<Level> levels_;
    std::size_t depth_ = 0;
};

}  // namespace sapper
