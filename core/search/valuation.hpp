// Chooses the click after which the value of the position, as a model sees it, is greatest.
#pragma once

#include <cstdint>
#include <vector>

#include "board/deal.hpp"
#include "search/afterstate_features.hpp"
#include "search/value_model.hpp"

namespace sapper {

struct Candidate {
    std::int32_t cell;
    double safety;
    double value;  // chance of winning by this click
};

class Valuation {
  public:
    // All three must stay where they are.
    Valuation(const Deal& deal, Deducer& deducer, const ValueModel& model)
        : deal_(deal), deducer_(deducer), model_(model), afterstates_(deal.graph(), deducer) {}

    // The cells worth a look, the one to open first, then the best by the model; after an analysis
    // that settled nothing and was in doubles. Throws Cancelled, BudgetExceeded.
    const std::vector<Candidate>& rank();

    // What may be after a click on a cell of the ranking.
    const std::vector<Afterstate>& look(std::int32_t cell) { return afterstates_.compute(cell); }

    // What one of them is worth.
    [[nodiscard]] double value(const Afterstate& afterstate) const {
        return afterstate.won ? 1.0 : model_.value(afterstate.features);
    }

    // What a click is worth, after prepare or a ranking.
    Candidate weigh(std::int32_t cell);

    // A click that is certainly no worse. Where another cell is safe whenever this one is, and
    // safer, it is that one: nothing is lost by it, as this one can still be opened after it.
    Candidate apply_dominance(Candidate candidate);

    // Makes ready to look at clicks, without a ranking.
    void prepare() { afterstates_.reset(deal_.mines()); }

    // Cells with at least so much of the greatest safety are looked at.
    static constexpr double kMinSafetyShare = 0.8;
    double min_safety_share = kMinSafetyShare;
    // At most so many are.
    std::size_t most = 24;

  private:
    void gather();
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
