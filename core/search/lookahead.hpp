// Lookahead: depth-limited expectimax with the value network at the leaves.
//
// The network values a position right after a clue value is revealed. If that makes cells certainly
// safe, their clue values are not yet known; if not, the network knows the next guess by its safety
// alone. So if several clicks are close by the network (within `value_margin`), each is expanded:
//   - chance nodes: the outcomes of a click, with exact probabilities;
//   - forced moves: certainly safe cells are opened one by one;
//   - decision nodes: the guess that the network ranks first, up to `max_guesses` in a line.
// A node is a leaf if its reach probability is below a minimum; it is valued by the network, or
// exactly if few layouts are left. So the value of a click is an exact expectation, without any
// sampling.
//
// The work per click is limited by a number of positions, never by time, so the choice is
// deterministic.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "endgame/endgame_solver.hpp"
#include "search/valuation.hpp"

namespace sapper {

class Lookahead {
  public:
    // `deal` and `model` must outlive this object. One mine per cell.
    Lookahead(const Deal& deal, const ValueModel& model);

    // Returns the click to open if no cell is certain, after an analysis of the deducer that was in
    // doubles. `valuation` must be of the same deducer. Throws Cancelled, BudgetExceeded.
    std::int32_t choose(Deducer& deducer, Valuation& valuation,
                        std::span<const std::int16_t> states);

    // Returns the clicks of the valuation's ranking that are close, with their expectimax values.
    // Empty if only one click is close or a position exceeds the work budget. Requirements and
    // exceptions as for choose().
    const std::vector<Candidate>& evaluate(std::span<const Candidate> ranking, Deducer& deducer,
                                           Valuation& valuation,
                                           std::span<const std::int16_t> states);

    // Limits of the search; larger boards have tighter ones, since a position costs more there.
    struct Limits {
        double value_margin;           // clicks within this margin of the best one are compared
        std::size_t max_clicks;        // maximum number of clicks compared
        double min_reach_per_cell;     // minimum reach probability of a node, per cell of the board
        int max_guesses;               // guesses expanded along a line
        double next_min_safety_share;  // guesses in a line: minimum safety, relative to the safest
        std::size_t next_max_clicks;   // guesses in a line: maximum number of cells valued
    };

  private:
    // A position of the current line, one click further than the one before.
    struct Ply {
        Ply(const Deal& deal, const ValueModel& model, const Limits& limits);

        Deducer deducer;
        Valuation valuation;
        std::vector<std::int16_t> states;
    };
    // A node of the search.
    struct Node {
        Deducer& deducer;
        Valuation& valuation;
        std::span<const std::int16_t> states;
        std::size_t depth;  // clicks from the root
        double reach;       // probability of reaching the node
        int guesses;        // guesses that may still be expanded
    };

    double value_after(const Node& node, std::int32_t cell);
    double value(const Node& node);
    std::int32_t open_safe_cells(Ply& ply) const;

    const Deal& deal_;
    const ValueModel& model_;
    const Limits& limits_;
    const double min_reach_;
    EndgameSolver endgame_;
    std::vector<std::unique_ptr<Ply>> plies_;  // by depth; created on demand
    std::vector<Candidate> contenders_;
    int positions_left_ = 0;  // positions that may still be expanded for the current click
};

}  // namespace sapper
