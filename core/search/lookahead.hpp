// Looks further ahead than the model, where several clicks are close.
//
// The model values a position right after a number is seen. Where that makes cells certainly safe
// it does not know yet what they will show, and where it does not, it knows the next guess by its
// safety alone. So the outcomes of a click that are likely are looked into: safe cells are opened
// one by one, each number with its exact chance, until a cell must be guessed; there the value is
// exact where few layouts are left, else that of the click which the model ranks first, and that is
// looked into in turn. What is less likely than the reach counts with the model's value. So the
// value of a click is an expectation over all that may come, without any sampling.
//
// The work of a decision is limited by a number of positions, never by time, so that the choice is
// always the same.
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
    // The deal and the model must stay where they are. One mine a cell.
    Lookahead(const Deal& deal, const ValueModel& model);

    // The click to open where nothing is certain, after an analysis of the deducer that was in
    // doubles; the valuation is of that deducer. Throws Cancelled, BudgetExceeded.
    std::int32_t choose(Deducer& deducer, Valuation& valuation,
                        std::span<const std::int16_t> states);

    // The clicks of the valuation's ranking that are close, with their values by looking further
    // ahead; none where only one is, or where that is too hard. Else as `choose`.
    const std::vector<Candidate>& weigh(std::span<const Candidate> ranking, Deducer& deducer,
                                        Valuation& valuation, std::span<const std::int16_t> states);

    // How far to look. A position costs more on a larger board, so fewer are looked into there.
    struct Care {
        double close;       // clicks that the model puts no further behind its best are compared
        std::size_t most;   // so many at most
        double reach;       // for each cell of the board: the least chance of what is looked into
        int guesses;        // in a line that are looked into
        double next_share;  // of the next guess: the least safety beside the greatest
        std::size_t next_most;  // and how many cells are weighed
    };

  private:
    // A position that is looked into, one click further than the one before.
    struct Step {
        Step(const Deal& deal, const ValueModel& model, const Care& care);

        Deducer deducer;
        Valuation valuation;
        std::vector<std::int16_t> states;
    };
    // From where a click is looked at.
    struct View {
        Deducer& deducer;
        Valuation& valuation;
        std::span<const std::int16_t> states;
        std::size_t depth;  // clicks before
        double reach;       // the chance that it comes to this
        int guesses;        // that are still looked into
    };

    double after(const View& view, std::int32_t cell);
    double value(const View& view);
    std::int32_t open_certain(Step& step) const;

    const Deal& deal_;
    const ValueModel& model_;
    const Care& care_;
    const double least_reach_;
    EndgameSolver endgame_;
    std::vector<std::unique_ptr<Step>> steps_;  // by depth; made when first needed
    std::vector<Candidate> close_;
    int positions_ = 0;  // that may still be looked into for a click
};

}  // namespace sapper
