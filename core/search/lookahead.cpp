#include "search/lookahead.hpp"

#include <algorithm>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr std::int32_t kLargeBoard = 256;  // the most cells on which there is time for more
constexpr Lookahead::Care kThorough{0.02, 4, 1.0 / 3'300, 2, 0.9, 8};
constexpr Lookahead::Care kBrief{0.015, 3, 1.0 / 4'800, 0, 0.95, 5};

constexpr double kLeastReach = 0.02;
constexpr int kPositionsTimesCells = 30'000;  // for a click
constexpr std::size_t kMostDepth = 16;
constexpr int kEndgameLayouts = 128;  // layouts up to which a position is solved exactly

}  // namespace

Lookahead::Step::Step(const Deal& deal, const ValueModel& model, const Care& care)
    : valuation(deal, deducer, model) {
    valuation.min_safety_share = care.next_share;
    valuation.most = care.next_most;
}

Lookahead::Lookahead(const Deal& deal, const ValueModel& model)
    : deal_(deal),
      model_(model),
      care_(deal.graph().size() <= kLargeBoard ? kThorough : kBrief),
      least_reach_(std::max(kLeastReach, care_.reach * deal.graph().size())) {}

std::int32_t Lookahead::choose(Deducer& deducer, Valuation& valuation,
                               std::span<const std::int16_t> states) {
    const std::vector<Candidate>& ranking = valuation.rank();
    const std::vector<Candidate>& weighed = weigh(ranking, deducer, valuation, states);
    if (weighed.empty()) return ranking.front().cell;  // as the model alone would have it
    const Candidate& best =
        *std::max_element(weighed.begin(), weighed.end(),
                          [](const Candidate& a, const Candidate& b) { return a.value < b.value; });
    return valuation.apply_dominance(best).cell;
}

const std::vector<Candidate>& Lookahead::weigh(std::span<const Candidate> ranking, Deducer& deducer,
                                               Valuation& valuation,
                                               std::span<const std::int16_t> states) {
    const double least = ranking.front().value - care_.close;
    close_.clear();
    for (const Candidate& candidate : ranking)
        if (close_.size() < care_.most && candidate.value >= least) close_.push_back(candidate);
    try {
        if (close_.size() == 1) close_.clear();
        for (Candidate& candidate : close_) {
            positions_ = kPositionsTimesCells / deal_.graph().size();
            const View view{deducer, valuation, states, 0, 1.0, care_.guesses};
            candidate.value = candidate.safety * after(view, candidate.cell);
        }
    } catch (const BudgetExceeded&) {
        close_.clear();
    }
    return close_;
}

// The chance of winning after a click that survives.
double Lookahead::after(const View& view, std::int32_t cell) {
    double sum = 0.0;
    for (const Afterstate& afterstate : view.valuation.compute(cell)) {
        if (afterstate.probability <= 0.0) continue;
        const double reach = view.reach * afterstate.probability;
        if (afterstate.won || reach < least_reach_ || positions_ == 0 || view.depth == kMostDepth) {
            sum += afterstate.probability * view.valuation.value(afterstate);
            continue;
        }
        --positions_;
        if (steps_.size() == view.depth)
            steps_.push_back(std::make_unique<Step>(deal_, model_, care_));
        Step& step = *steps_[view.depth];
        step.states.assign(view.states.begin(), view.states.end());
        step.states[to_index(cell)] = static_cast<std::int16_t>(afterstate.number);
        step.deducer.copy_from(view.deducer);
        step.deducer.opened({&cell, 1}, step.states);
        sum += afterstate.probability * value({step.deducer, step.valuation, step.states,
                                             view.depth + 1, reach, view.guesses});
    }
    return sum;
}

// The chance of winning in the position to which the last step has led.
double Lookahead::value(const View& view) {
    poll_cancellation();
    do {
        if (view.deducer.knowledge.unknown_plain() == 0) return 1.0;
    } while (view.deducer.deduce() || view.deducer.analyze());
    const std::int32_t safe = open_certain(*steps_[view.depth - 1]);
    if (safe < 0 && endgame_.best(view.deducer, kEndgameLayouts) >= 0)
        return static_cast<double>(endgame_.wins()) / endgame_.layouts();
    if (!view.deducer.in_doubles()) throw BudgetExceeded(0, 0.0);
    if (safe >= 0) {
        view.valuation.prepare();
        return after(view, safe);
    }
    const Candidate best = view.valuation.rank().front();
    if (view.guesses == 0) return best.value;
    View then = view;
    then.reach *= best.safety;
    --then.guesses;
    return best.safety * after(then, best.cell);
}

// Opens the safe cells whose numbers are known before; of the others, returns the one that borders
// most unknown cells, or -1 where there is none.
std::int32_t Lookahead::open_certain(Step& step) const {
    const Knowledge& knowledge = step.deducer.knowledge;
    std::int32_t found = -1;
    int most = 0;
    for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell) {
        if (step.states[to_index(cell)] != kCovered || knowledge.value(cell) != 0) continue;
        int unknown = 0, mines = 0;
        for (const std::int32_t other : deal_.graph().neighbors(cell)) {
            unknown += knowledge.unknown(other);
            mines += knowledge.value(other) > 0;
        }
        if (unknown == 0) {
            step.states[to_index(cell)] = static_cast<std::int16_t>(mines);
            step.deducer.opened({&cell, 1}, step.states);
        } else if (unknown > most) {
            most = unknown;
            found = cell;
        }
    }
    return found;
}

}  // namespace sapper
