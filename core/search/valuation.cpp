#include "search/valuation.hpp"

#include <algorithm>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/random.hpp"

namespace sapper {

namespace {

// Subtracted from the safety of floating cells off the border when candidates are selected, since
// such cells are hardly ever the best.
constexpr double kInteriorPenalty = 0.06;

}  // namespace

const std::vector<Candidate>& Valuation::rank() {
    afterstates_.reset(deal_.mines());
    gather_candidates();
    for (Candidate& candidate : candidates_) {
        poll_cancellation();
        candidate = evaluate(candidate.cell);
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
    candidates_.front() = apply_dominance(candidates_.front());
    return candidates_;
}

Candidate Valuation::apply_dominance(Candidate candidate) {
    for (;;) {
        afterstates_.compute(candidate.cell);
        const std::int32_t cell = afterstates_.dominating_cell(candidate.cell);
        if (cell < 0) return candidate;
        const double value = candidate.value;
        candidate = evaluate(cell);
        candidate.value = std::max(candidate.value, value);
    }
}

Candidate Valuation::evaluate(std::int32_t cell) {
    double value = 0.0;
    const double safety = 1.0 - deducer_.mine(cell);
    for (const Afterstate& afterstate : afterstates_.compute(cell))
        if (afterstate.probability > 0.0) value += afterstate.probability * this->value(afterstate);
    return {cell, safety, safety * value};
}

// Selects the safest cells, one of each set with the same signature.
void Valuation::gather_candidates() {
    const Problem& problem = deducer_.problem();
    const double floating = problem.floating > 0 ? 1.0 - deducer_.floating_mine() : 0.0;
    double best = floating;
    for (const double mine : deducer_.group_mine()) best = std::max(best, 1.0 - mine);
    const double least = min_safety_share * best;
    candidates_.clear();
    signatures_.clear();
    const auto take = [&](std::int32_t cell, double safety) {
        const std::uint64_t own = signature(cell);
        if (std::find(signatures_.begin(), signatures_.end(), own) != signatures_.end()) return;
        signatures_.push_back(own);
        candidates_.push_back({cell, safety, 0.0});
    };
    for (std::size_t g = 0; g < problem.groups.size(); ++g) {
        const double safety = 1.0 - deducer_.group_mine()[g];
        if (safety < least) continue;
        const Group& group = problem.groups[g];
        for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i)
            take(problem.group_cells[to_index(i)], safety);
    }
    if (floating > 0.0 && floating >= least) {
        deducer_.floating_cells(floating_);
        for (const std::int32_t cell : floating_)
            take(cell, floating - (afterstates_.at_border(cell) ? 0.0 : kInteriorPenalty));
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.safety > b.safety; });
    if (candidates_.size() > max_candidates) candidates_.resize(max_candidates);
}

// Hash of a cell's group and the groups of its unknown neighbours. Cells with equal signatures have
// the same outcomes.
std::uint64_t Valuation::signature(std::int32_t cell) const {
    std::uint64_t sum = 0;
    for (const std::int32_t other : deducer_.knowledge.graph().neighbors(cell))
        if (deducer_.knowledge.unknown(other))
            sum += scramble(static_cast<std::uint64_t>(deducer_.group_of(other) + 2) * kStep);
    return mix(sum, static_cast<std::uint64_t>(deducer_.group_of(cell) + 2));
}

}  // namespace sapper
