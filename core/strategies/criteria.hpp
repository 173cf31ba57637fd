// Chooses among cells by what a click on each promises, one criterion after the other.
//
// The criteria: P least mine probability, S greatest probability of being safe and making a cell
// certainly safe, E greatest expected number of those, Q greatest entropy of the number shown, U
// greatest safety of the best click after it. All but P take a probe of the cell, the dear part;
// cells alike in all that a promise depends on share one.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "deduction/deducer.hpp"
#include "deduction/outcome_enumeration.hpp"

namespace sapper {

// Scores this close are equal, in play as in an analysis.
inline constexpr double kTie = 1e-9;

class Criteria {
  public:
    static constexpr std::string_view kLetters = "PSEQU";

    // `order` is what will be asked for, at most. The deducer must stay where it is.
    Criteria(Deducer& deducer, std::string_view order);

    // A new decision, after a new analysis of the deducer.
    void renew();

    // All unknown cells with the least mine probability.
    void least_likely(std::vector<std::int32_t>& candidates);

    // Drops all but the best by a criterion. Throws Cancelled.
    void keep_best(char criterion, std::vector<std::int32_t>& candidates);

  private:
    // What a click on a cell promises, by criterion.
    struct Promise {
        double p = 0.0, s = 0.0, e = 0.0, q = 0.0, u = 0.0;

        [[nodiscard]] double score(char criterion) const;
    };

    void sign(std::int32_t cell);
    bool alike(const std::vector<std::int32_t>& candidates);
    const Promise& promise(std::int32_t cell);
    Promise evaluate(std::int32_t cell);
    void weigh(std::int32_t cell, Promise& promise);

    Deducer& deducer_;
    const OutcomeEnumerator::Depth depth_;  // what the criteria need to know of an outcome
    OutcomeEnumerator enumerator_;
    std::vector<std::int32_t> kept_, floating_;
    std::vector<double> scores_;
    // Promises of the current decision, by signature: see sign().
    std::vector<std::int32_t> signature_, signatures_;
    std::vector<std::size_t> signature_begin_;
    std::vector<Promise> promises_;
};

}  // namespace sapper
