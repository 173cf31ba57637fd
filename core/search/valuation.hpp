// One-step lookahead with the value network: the win probability of a click is the sum over its
// outcomes of their probability times the network's value of the afterstate.
#pragma once

#include <cstdint>
#include <vector>

#include "board/deal.hpp"
#include "search/afterstate_features.hpp"
#include "search/value_model.hpp"

namespace sapper {

struct Candidate {
    std::int32_t cell;
    double safety;  // P(safe)
    double value;   // win probability of this click
};

class Valuation {
  public:
    // All three arguments must outlive this object.
    Valuation(const Deal& deal, Deducer& deducer, const ValueModel& model)
        : deal_(deal), deducer_(deducer), model_(model), afterstates_(deal.graph(), deducer) {}

    // Returns the candidate cells, best first, after an analysis that settled nothing and was in
    // doubles. Throws Cancelled, BudgetExceeded.
    const std::vector<Candidate>& rank();

    // The afterstates of a click. Valid until the next call.
    const std::vector<Afterstate>& afterstates(std::int32_t cell) {
        return afterstates_.compute(cell);
    }

    // The win probability in an afterstate.
    [[nodiscard]] double value(const Afterstate& afterstate) const {
        return afterstate.won ? 1.0 : model_.value(afterstate.features);
    }

    // Returns the value of a click, after prepare() or rank().
    Candidate evaluate(std::int32_t cell);

    // Replaces a click by one that dominates it, if there is any: a cell that is safe whenever this
    // one is, and safer. Nothing is lost, since this cell can still be opened afterwards.
    Candidate apply_dominance(Candidate candidate);

    // Prepares a position for evaluate() without a ranking.
    void prepare() { afterstates_.reset(deal_.mines()); }

    // Candidates have at least this share of the safety of the safest cell.
    static constexpr double kMinSafetyShare = 0.8;
    double min_safety_share = kMinSafetyShare;
    // Maximum number of candidates.
    std::size_t max_candidates = 24;

  private:
    void gather_candidates();
    std::uint64_t signature(std::int32_t cell) const;

    const Deal& deal_;
    Deducer& deducer_;
    const ValueModel& model_;
    AfterstateFeatures afterstates_;
    std::vector<Candidate> candidates_;
    std::vector<std::int32_t> floating_;
    std::vector<std::uint64_t> signatures_;
};

}  // namespace sapper
