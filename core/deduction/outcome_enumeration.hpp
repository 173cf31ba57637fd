// One-step outcome enumeration: the distribution of the clue value that a click would reveal, and
// the certain cells and mine probabilities after each value.
//
// The clicked cell is assumed safe and its clue value is left open. The components it touches form
// one counting problem with that cell as the probe; a single elimination counts all clue values at
// once. The untouched components enter as one polynomial in the number of mines. A backward pass
// per clue value then gives the marginals, hence the cells that become certain. The cost is that of
// an exact analysis of the touched components, times the number of clue values if marginals are
// requested.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "deduction/deducer.hpp"
#include "deduction/listed_outcomes.hpp"

namespace sapper {

class OutcomeEnumerator {
  public:
    // Clears the cache after a new analysis of the deducer, which must stay valid from now on.
    void reset();

    // The results per outcome, each including the previous ones: the probability of the clue
    // value; the number of cells that become safe; the safety of the best next click; the mine
    // probabilities of all cells.
    enum class Depth { kNumbers, kSafeCells, kNextSafety, kProbabilities };

    // A group of cells with a common mine probability after an outcome.
    struct Patch {
        std::span<const std::int32_t> cells;
        std::int32_t component;  // index of their component after the click
        double mine;             // P(mine) of each cell; exactly 0 or 1 if certain
        double single;           // for groups of two cells: P(exactly one mine); otherwise -1
    };
    // The mine probabilities that an outcome of the last enumeration (at kProbabilities) changes. A
    // cell in no patch keeps its probability, except for floating cells.
    [[nodiscard]] std::span<const Patch> patches(std::size_t outcome) const {
        return {patches_.data() + patch_begin_[outcome],
                patch_begin_[outcome + 1] - patch_begin_[outcome]};
    }
    // P(mine) of each cell that still floats after an outcome.
    [[nodiscard]] double floating_mine(std::size_t outcome) const {
        return floating_mine_[outcome];
    }
    // Number of cells that still float after the click.
    [[nodiscard]] std::int64_t floating() const { return floating_; }

    // Enumerates the outcomes of a click on an unknown cell or on one known to be safe. The result
    // is valid until the next call. Throws BudgetExceeded.
    const std::vector<Outcome>& enumerate(Deducer& deducer, std::int32_t cell, Depth depth);

    // Whether ListedOutcomes may be used; false to test the general method.
    bool use_lists = true;

  private:
    struct Product {
        std::vector<double> weights;
        UntouchedProduct view;
    };

    const UntouchedProduct& untouched_product(Deducer& deducer,
                                              const std::vector<std::int32_t>& touched);
    std::int64_t build_problem(Deducer& deducer, std::int32_t cell);
    void gather_polynomials();
    void compute_value_probabilities();
    void evaluate_outcome(Deducer& deducer, Outcome& outcome, std::size_t which);
    void evaluate_outcome_tight(Deducer& deducer, Outcome& outcome, std::size_t which,
                                const Floating& floating);
    void add_group(const Problem& problem, const Group& group, std::int32_t component,
                   std::int32_t low, const std::vector<double>& weights, Outcome& outcome);
    void estimate_floating(const Deducer& deducer);

    Grouper grouper_;
    Problem problem_;
    int probed_ = -1;  // index of the component with the probe, or -1
    Counting<double> counting_;
    Combined combined_, tight_;
    std::vector<std::int32_t> clues_, touched_;
    std::vector<Polynomial> polynomials_, all_;
    std::vector<double> sum_, share_;
    std::vector<Patch> patches_;
    std::vector<std::size_t> patch_begin_;  // by outcome; one more at the end
    std::vector<double> floating_mine_;     // by outcome
    std::int64_t floating_ = 0;
    bool exact_ = false;            // whether untouched components are recomputed as well
    double mines_elsewhere_ = 0.0;  // expected mines in the untouched components
    std::vector<Outcome> outcomes_;
    ListedOutcomes listed_;
    std::map<std::vector<std::int32_t>, Product> products_;
};

}  // namespace sapper
