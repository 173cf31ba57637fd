// Lexicographic choice among cells by one-step criteria (Tu et al. 2017).
//
// P is the least mine probability, S the greatest probability of being safe and making a cell
// certainly safe, E the greatest expected number of such cells, Q the greatest entropy of the clue
// value, U the greatest safety of the best next click. All but P enumerate the outcomes of a click
// (deduction/outcome_enumeration.hpp), which dominates the cost; cells with the same constraints
// share one enumeration.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counting/solver.hpp"
#include "deduction/deducer.hpp"
#include "deduction/outcome_enumeration.hpp"

namespace sapper {

class Criteria {
  public:
    static constexpr std::string_view kLetters = "PSEQU";

    // `order` holds the criteria that may be used, in the order of choose(). Keeps a reference to
    // the deducer.
    Criteria(Deducer& deducer, std::string_view order);

    // Starts a new decision, after a new analysis of the deducer.
    void reset();

    // Applies all criteria in their order to the covered cells that may be safe. Throws Cancelled.
    void choose(std::span<const std::int16_t> states, std::vector<std::int32_t>& candidates);

    // All unknown cells with the least mine probability.
    void least_likely(std::vector<std::int32_t>& candidates);

    // Drops all but the best by a criterion. Throws Cancelled.
    void keep_best(char criterion, std::vector<std::int32_t>& candidates);

  private:
    // The scores of a click, by criterion.
    struct Scores {
        double p = 0.0, s = 0.0, e = 0.0, q = 0.0, u = 0.0;

        [[nodiscard]] double score(char criterion) const;
    };

    void compute_signature(std::int32_t cell);
    bool identical(const std::vector<std::int32_t>& candidates);
    const Scores& scores_of(std::int32_t cell);
    Scores evaluate(std::int32_t cell);
    void add_outcomes(std::int32_t cell, Scores& scores);

    Deducer& deducer_;
    const std::string order_;
    const OutcomeEnumerator::Depth depth_;  // what the criteria need to know of an outcome
    OutcomeEnumerator enumerator_;
    std::vector<std::int32_t> kept_, floating_;
    std::vector<double> scores_;
    // Scores computed for the current decision, by signature: see compute_signature().
    std::vector<std::int32_t> signature_, signatures_;
    std::vector<std::size_t> signature_begin_;
    std::vector<Scores> known_scores_;
};

}  // namespace sapper
