// What a click on a covered cell would show, and what would be certain then.
//
// The cell is taken as safe and its number left open: the components it touches become one problem
// with a probe, counted once for all numbers. The rest of the board enters as one polynomial. For
// each number a sweep backwards then tells which cells it would make certain.
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
    // Forgets what it knew of the last analysis of the deducer, which must be valid from now on.
    void renew();

    // How much of an outcome is wanted: the number alone, also what it makes safe, the safest click
    // after it, or the chances of all cells after it.
    enum class Depth { kNumbers, kSafeCells, kNextSafety, kChances };

    // Cells that share a chance after an outcome.
    struct Patch {
        std::span<const std::int32_t> cells;
        std::int32_t component;  // those of one component after the click have one number
        double mine;             // P(mine), 0 and 1 exactly where certain
        double single;           // of two cells: P(exactly one mine); else negative
    };
    // What an outcome of the last probe, of depth kChances, changes: cells in no patch keep their
    // chance, but for floating ones.
    [[nodiscard]] std::span<const Patch> patches(std::size_t outcome) const {
        return {patches_.data() + patch_begin_[outcome],
                patch_begin_[outcome + 1] - patch_begin_[outcome]};
    }
    // P(mine) of the cells that still float after an outcome.
    [[nodiscard]] double floating_mine(std::size_t outcome) const {
        return floating_mine_[outcome];
    }
    // How many those are.
    [[nodiscard]] std::int64_t floating() const { return floating_; }

    // For an unknown cell, or one known to be safe. The result is valid until the next call.
    const std::vector<Outcome>& probe(Deducer& deducer, std::int32_t cell, Depth depth);

    // Off to test the general way alone.
    bool use_lists = true;

  private:
    const Polynomial& others(Deducer& deducer, const std::vector<std::int32_t>& touched);
    std::int64_t pose(Deducer& deducer, std::int32_t cell);
    void gather();
    void weigh_numbers();
    void consequences(Deducer& deducer, Outcome& outcome, std::size_t which);
    void consequences_tight(Deducer& deducer, Outcome& outcome, std::size_t which,
                            const Floating& floating);
    void weigh_group(const Problem& problem, const Group& group, std::int32_t component,
                     std::int32_t low, const std::vector<double>& weights, Outcome& outcome);
    void balance(const Deducer& deducer);

    struct Product {
        std::int32_t low;
        std::vector<double> weights;
        Polynomial view;
    };

    Grouper grouper_;
    Problem problem_;
    int probed_ = -1;  // the component of the probe
    Counting<double> counting_;
    Combined combined_, tight_;
    std::vector<std::int32_t> clues_, touched_;
    std::vector<Polynomial> polynomials_, all_;
    std::vector<double> sum_, share_;
    std::vector<Patch> patches_;
    std::vector<std::size_t> patch_begin_;  // by outcome; one more at the end
    std::vector<double> floating_mine_;     // by outcome
    std::int64_t floating_ = 0;
    bool exact_ = false;            // whether also what is not touched is weighed anew
    double mines_elsewhere_ = 0.0;  // expected in the components that are not touched
    std::vector<Outcome> outcomes_;
    ListedOutcomes list_prober_;
    std::map<std::vector<std::int32_t>, Product> products_;
};

}  // namespace sapper
