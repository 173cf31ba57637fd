#include "strategies/criteria.hpp"

#include <algorithm>
#include <cmath>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

Criteria::Criteria(Deducer& deducer, std::string_view order)
    : deducer_(deducer),
      order_(order),
      depth_(order.find('U') != std::string_view::npos ? OutcomeEnumerator::Depth::kNextSafety
             : order.find_first_of("SE") != std::string_view::npos
                 ? OutcomeEnumerator::Depth::kSafeCells
                 : OutcomeEnumerator::Depth::kNumbers) {}

void Criteria::least_likely(std::vector<std::int32_t>& candidates) {
    const Problem& problem = deducer_.problem();
    double least = problem.floating > 0 ? deducer_.floating_mine() : 2.0;
    for (const double p : deducer_.group_mine()) least = std::min(least, p);
    candidates.clear();
    for (std::size_t g = 0; g < problem.groups.size(); ++g) {
        if (deducer_.group_mine()[g] > least + kTie) continue;
        const Group& group = problem.groups[g];
        candidates.insert(candidates.end(), problem.group_cells.begin() + group.cell_begin,
                          problem.group_cells.begin() + group.cell_end);
    }
    if (problem.floating > 0 && deducer_.floating_mine() <= least + kTie) {
        deducer_.floating_cells(floating_);
        candidates.insert(candidates.end(), floating_.begin(), floating_.end());
    }
    std::sort(candidates.begin(), candidates.end());
}

void Criteria::reset() {
    enumerator_.reset();
    signatures_.clear();
    signature_begin_.assign(1, 0);
    known_scores_.clear();
}

void Criteria::choose(std::span<const std::int16_t> states, std::vector<std::int32_t>& candidates) {
    reset();
    if (order_.front() == 'P') {
        least_likely(candidates);
    } else {
        candidates.clear();
        for (std::int32_t cell = 0; cell < static_cast<std::int32_t>(states.size()); ++cell)
            if (states[to_index(cell)] == kCovered && deducer_.may_be_safe(cell))
                candidates.push_back(cell);
        keep_best(order_.front(), candidates);
    }
    for (std::size_t i = 1; i < order_.size() && candidates.size() > 1; ++i)
        keep_best(order_[i], candidates);
}

void Criteria::keep_best(char criterion, std::vector<std::int32_t>& candidates) {
    if (candidates.size() < 2 || (known_scores_.empty() && identical(candidates))) return;
    scores_.clear();
    double best = -HUGE_VAL;
    for (const std::int32_t cell : candidates) {
        scores_.push_back(scores_of(cell).score(criterion));
        best = std::max(best, scores_.back());
    }
    kept_.clear();
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (scores_[i] >= best - kTie) kept_.push_back(candidates[i]);
    candidates.swap(kept_);
}

// Computes everything that the scores of a cell depend on: its own group and the groups of its
// unknown neighbours (-1 for floating ones).
void Criteria::compute_signature(std::int32_t cell) {
    signature_.clear();
    for (const std::int32_t other : deducer_.knowledge.graph().neighbors(cell))
        if (deducer_.knowledge.unknown(other)) signature_.push_back(deducer_.group_of(other));
    std::sort(signature_.begin(), signature_.end());
    signature_.push_back(deducer_.knowledge.unknown(cell) ? deducer_.group_of(cell) : -2);
}

// Whether all candidates have the same signature.
bool Criteria::identical(const std::vector<std::int32_t>& candidates) {
    compute_signature(candidates.front());
    const std::vector<std::int32_t> first = signature_;
    return std::all_of(candidates.begin() + 1, candidates.end(), [&](std::int32_t cell) {
        compute_signature(cell);
        return signature_ == first;
    });
}

const Criteria::Scores& Criteria::scores_of(std::int32_t cell) {
    compute_signature(cell);
    for (std::size_t i = 0; i < known_scores_.size(); ++i)
        if (signature_begin_[i + 1] - signature_begin_[i] == signature_.size() &&
            std::equal(signature_.begin(), signature_.end(),
                       signatures_.begin() + static_cast<std::ptrdiff_t>(signature_begin_[i])))
            return known_scores_[i];
    signatures_.insert(signatures_.end(), signature_.begin(), signature_.end());
    signature_begin_.push_back(signatures_.size());
    known_scores_.push_back(evaluate(cell));
    return known_scores_.back();
}

double Criteria::Scores::score(char criterion) const {
    switch (criterion) {
        case 'P':
            return p;
        case 'S':
            return s;
        case 'E':
            return e;
        case 'Q':
            return q;
        default:
            return u;
    }
}

Criteria::Scores Criteria::evaluate(std::int32_t cell) {
    Scores scores;
    scores.p = 1.0;
    if (deducer_.knowledge.unknown(cell)) {
        const std::int32_t group = deducer_.group_of(cell);
        scores.p -= group >= 0 ? deducer_.group_mine()[static_cast<std::size_t>(group)]
                               : deducer_.floating_mine();
    }
    poll_cancellation();
    if (!deducer_.in_doubles()) return scores;
    try {
        add_outcomes(cell, scores);
    } catch (const BudgetExceeded&) {  // the other criteria stay 0, so only P decides
    }
    return scores;
}

void Criteria::add_outcomes(std::int32_t cell, Scores& scores) {
    for (const Outcome& outcome : enumerator_.enumerate(deducer_, cell, depth_)) {
        const double joint = scores.p * outcome.probability;
        if (joint <= 0.0) continue;
        if (outcome.safe > 0) scores.s += joint;
        scores.e += joint * static_cast<double>(outcome.safe);
        scores.q -= joint * std::log2(joint);
        scores.u += joint * outcome.next_safety;
    }
}

}  // namespace sapper
