#include "search/rollout_search.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr int kEndgameLayouts = 128;  // a rollout ends when this many layouts can be solved exactly
// Standard error of the network in differences between clicks: at the start of a game, and how much
// it grows until the end.
constexpr double kModelErrorEarly = 0.008, kModelErrorGrowth = 0.012;
// Share of the variance of a value that remains in differences, since clicks see the same layouts.
constexpr double kDifferenceShare = 0.15;
constexpr double kCalibrationError = 0.15;  // relative standard error of the network's common level
constexpr double kCalibrationPrior = 16.0;  // rollouts per click that the common level counts as
constexpr double kPriorDeviation = 0.3;     // standard deviation of a rollout, a priori
constexpr double kPriorRollouts = 2.0;      // rollouts that the network's value counts as
constexpr double kRaceThreshold = 2.5;      // standard errors behind the best to be dropped
constexpr double kMinRaceLayouts = 24;      // layouts before any click is dropped
constexpr std::size_t kMaxCached = 1u << 18;  // decisions

// Zobrist word of a cell and its clue value.
std::uint64_t word(std::int32_t cell, int number) {
    return scramble(
        (static_cast<std::uint64_t>(cell) * 40'009 + static_cast<std::uint64_t>(number) + 1) *
        kStep);
}

}  // namespace

RolloutSearch::RolloutSearch(const Deal& deal, const ValueModel& model)
    : deal_(deal),
      valuation_(deal, root_, model),
      rollout_valuation_(deal, rollout_deducer_, model),
      lookahead_(deal, model),
      pruned_search_(deal.graph().size() <= kTinyBoard ? kTinyBoardLimits : kRolloutLimits) {
    if (deal.max_per_cell() != 1)
        throw std::invalid_argument("rollout search takes at most one mine per cell");
    if (deal.graph().size() <= kSmallBoard) {
        large_endgame_.emplace();
        use_lookahead = false;
    }
    valuation_.min_safety_share = 0.75;
    valuation_.max_candidates = 40;
    rollout_valuation_.min_safety_share = 0.9;
    rollout_valuation_.max_candidates = 8;
}

void RolloutSearch::start(std::span<const std::int16_t> states) {
    states_.assign(states.begin(), states.end());
    for (std::int16_t& state : states_)
        if (state == kFlagged) state = kCovered;
    std::vector<std::int32_t> opened;
    seed_ = salt;
    for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
        if (states_[to_index(cell)] != kCovered) {
            opened.push_back(cell);
            seed_ += word(cell, states_[to_index(cell)]);
        }
    const std::optional<std::int64_t> mines = deal_.count().known();
    if (mines && deal_.graph().size() - static_cast<std::int64_t>(opened.size()) <= *mines)
        throw std::invalid_argument("no cell is left to open");
    root_.start(deal_.graph(), 1, deal_.count(), Budget::of_player());
    root_.opened(opened, states_);
    clear_cache();
    clicks_.clear();
    drawn_ = 0;
    model_error_ = kModelErrorEarly + kModelErrorGrowth * static_cast<double>(opened.size()) /
                                          static_cast<double>(std::max<std::int64_t>(
                                              1, deal_.graph().size() - deal_.mines()));
    sampling_ = all_searched_ = false;
    while (root_.deduce() || root_.analyze()) {
    }
    const std::int32_t safe = root_.next_safe(states_);
    certain_ = safe >= 0;
    if (certain_) {
        clicks_.push_back({{safe, 1.0, 0.0, 0.0, 0.0, 0, false, false}, 0.0, {}});
    } else if (root_.knowledge.unknown_plain() == 0) {
        throw std::invalid_argument("no cell is left to open");
    } else if (!add_exact(endgame_) && !(large_endgame_ && add_exact(*large_endgame_))) {
        if (!root_.in_doubles()) throw BudgetExceeded(0, 0.0);
        add_candidates();
    }
    update_ranking();
}

void RolloutSearch::clear_cache() {
    cache_.clear();
    outcome_values_.clear();
}

// Adds the best click with its exact value, if the position can be solved.
template <class E>
bool RolloutSearch::add_exact(E& solver) {
    const std::int32_t cell = solver.best(root_, E::kMostLayouts);
    if (cell < 0) return false;
    const double value = static_cast<double>(solver.wins()) / solver.layouts();
    const double safety = 1.0 - root_.mine(cell);
    clicks_.push_back({{cell, safety, value, 0.0, 0.0, 0, true, false}, value, {}});
    return true;
}

// Adds the best click of an independent subgame, which cannot be wrong; otherwise the clicks that
// the network ranks first.
void RolloutSearch::add_candidates() {
    const std::int32_t subgame_cell = endgame_.best_in_subgame(root_, EndgameSolver::kMostLayouts);
    if (subgame_cell < 0) {
        const std::vector<Candidate> candidates = valuation_.rank();
        const std::vector<double> factors = lookahead_factors(candidates);
        for (std::size_t i = 0; i < std::min(max_clicks, candidates.size()); ++i)
            add_click(candidates[i], factors[i]);
        // Sample uniformly from the remaining clicks.
        std::uint64_t wanted = random_clicks;
        Random random(seed_, candidates.size(), 0, Random::kStrategy);
        for (std::size_t i = max_clicks; i < candidates.size() && wanted > 0; ++i)
            if (random.below(static_cast<std::uint32_t>(candidates.size() - i)) < wanted) {
                add_click(candidates[i]);
                --wanted;
            }
        return;
    }
    valuation_.prepare();
    add_click(valuation_.evaluate(subgame_cell));
}

// Returns the ratio of the lookahead value to the network's value for the clicks of a ranking: its
// own ratio for each click that lookahead has evaluated, and their mean ratio for the others.
std::vector<double> RolloutSearch::lookahead_factors(std::span<const Candidate> ranking) {
    double expected = 0.0, found = 0.0;
    std::vector<double> factors(ranking.size(), 0.0);
    if (use_lookahead)
        for (const Candidate& evaluated :
             lookahead_.evaluate(ranking, root_, valuation_, states_)) {
            const auto own = std::find_if(ranking.begin(), ranking.end(), [&](const Candidate& c) {
                return c.cell == evaluated.cell;
            });
            expected += own->value;
            found += evaluated.value;
            if (own->value > 0.0)
                factors[static_cast<std::size_t>(own - ranking.begin())] =
                    evaluated.value / own->value;
        }
    const double others = expected > 0.0 ? found / expected : 1.0;
    for (double& factor : factors)
        if (factor <= 0.0) factor = others;
    return factors;
}

void RolloutSearch::add_click(const Candidate& given, double factor) {
    const Candidate candidate = valuation_.apply_dominance(given);
    if (std::any_of(clicks_.begin(), clicks_.end(),
                    [&](const Click& click) { return click.considered.cell == candidate.cell; }))
        return;
    Click click{{candidate.cell, candidate.safety, 0.0, 0.0, 0.0, 0, false, false},
                factor * candidate.value,
                {}};
    for (const Afterstate& afterstate : valuation_.afterstates(candidate.cell))
        if (afterstate.probability > 0.0)
            click.outcomes.push_back(
                {afterstate.number, afterstate.probability, factor * valuation_.value(afterstate)});
    clicks_.push_back(std::move(click));
}

bool RolloutSearch::decided() const {
    return certain_ || all_searched_ || ranking_.front().exact || ranking_.size() < 2 ||
           ranking_[1].dropped;
}

// Returns the layouts won by each click; empty if there are too many layouts or the time is up.
std::vector<int> RolloutSearch::wins_of_clicks() {
    std::vector<std::int32_t> cells;
    for (const Click& click : clicks_) cells.push_back(click.considered.cell);
    if (!time_limit) return pruned_search_.wins_by_cell(root_, cells);
    DeadlineToken deadline(*time_limit / 2);
    const TokenScope scope(deadline);
    try {
        return pruned_search_.wins_by_cell(root_, cells);
    } catch (const DeadlineToken::DeadlinePassed&) {
        return {};
    }
}

// Evaluates the clicks on all layouts by pruned search; returns whether that was possible.
bool RolloutSearch::search_all_layouts() {
    const std::vector<int> wins = wins_of_clicks();
    if (wins.empty()) return false;
    drawn_ = static_cast<std::uint64_t>(pruned_search_.layouts());
    for (std::size_t i = 0; i < wins.size(); ++i) {
        Considered& own = clicks_[i].considered;
        own.value = own.rollout_mean = static_cast<double>(wins[i]) / pruned_search_.layouts();
        own.error = 0.0;
        own.layouts = drawn_;
        clicks_[i].outcomes.clear();
    }
    all_searched_ = true;
    update_ranking();
    return true;
}

void RolloutSearch::run(std::uint64_t layouts) {
    if (ranking_.front().exact || clicks_.front().outcomes.empty()) return;
    if (!sampling_) {
        if (exhaustive && search_all_layouts()) return;
        sampler_.prepare(Question({deal_.graph(), states_, 1}, deal_.count(), Budget::of_player()));
        game_.layout.mines.resize(states_.size());
        sampling_ = true;
    }
    for (std::uint64_t i = 0; i < layouts; ++i) {
        poll_cancellation();
        Random random = sampler_.random(seed_, drawn_++);
        sampler_.draw(random, game_.layout.mines);
        game_.layout.number(deal_.graph());
        for (Click& click : clicks_) {
            if (click.considered.dropped) continue;
            ++click.considered.layouts;
            const std::int32_t cell = click.considered.cell;
            if (game_.layout.mines[to_index(cell)] > 0) continue;
            const double value = rollout(cell);
            for (ClueEstimate& outcome : click.outcomes)
                if (outcome.number == game_.layout.numbers[to_index(cell)]) {
                    outcome.count += 1.0;
                    outcome.sum += value;
                    outcome.squares += value * value;
                }
        }
        if (drawn_ % 16 == 0 || i + 1 == layouts) update_ranking();
    }
}

// Returns the ratio of the rollouts' mean value to the network's, over all clicks: the correction
// of their common level. Shrunk towards 1 by kCalibrationPrior rollouts per click.
double RolloutSearch::calibration() const {
    double found = 0.0, expected = 0.0;
    for (const Click& click : clicks_) {
        if (click.considered.dropped) continue;
        const double prior = kCalibrationPrior * click.model_value / click.considered.safety;
        found += prior;
        expected += prior;
        for (const ClueEstimate& outcome : click.outcomes) {
            found += outcome.sum;
            expected += outcome.count * outcome.model_value;
        }
    }
    return expected > 0.0 ? std::max(found, 0.0) / expected : 1.0;
}

// Combines the rollouts of a click with the network's values by shrinkage.
void RolloutSearch::estimate(Click& click, double calibration) const {
    double value = 0.0, rollout_mean = 0.0, variance = 0.0;
    for (const ClueEstimate& outcome : click.outcomes) {
        const double weight = kPriorRollouts + outcome.count;
        const double mean =
            (kPriorRollouts * calibration * outcome.model_value + outcome.sum) / weight;
        // The variance is shrunk likewise, towards that of a typical rollout.
        const double own =
            outcome.count > 0.0
                ? std::max(0.0, outcome.squares / outcome.count -
                                    outcome.sum / outcome.count * (outcome.sum / outcome.count))
                : 0.0;
        const double spread =
            (own * outcome.count + kPriorRollouts * kPriorDeviation * kPriorDeviation) / weight;
        value += outcome.probability * mean;
        rollout_mean += outcome.probability *
                        (outcome.count > 0.0 ? outcome.sum / outcome.count : outcome.model_value);
        variance += outcome.probability * outcome.probability * spread / weight;
    }
    Considered& own = click.considered;
    variance *= own.safety * own.safety;
    const double model_value = calibration * click.model_value;
    const double own_variance = kDifferenceShare * variance;
    const double trust = model_error_ * model_error_ /
                         (model_error_ * model_error_ + own_variance);  // in the rollouts
    own.value =
        std::clamp(model_value + trust * (own.safety * value - model_value), 0.0, own.safety);
    own.rollout_mean = own.safety * rollout_mean;
    const double common = kCalibrationError * kCalibrationError * model_value * model_value;
    click.difference_variance = trust * own_variance;
    own.error = std::sqrt(click.difference_variance + common * variance / (common + variance));
}

// Updates the estimates and drops the clicks that are clearly behind (racing).
void RolloutSearch::update_ranking() {
    const double calibration = this->calibration();
    for (Click& click : clicks_)
        if (!click.outcomes.empty()) estimate(click, calibration);
    const Click* best = nullptr;
    for (const Click& click : clicks_)
        if (!click.considered.dropped &&
            (best == nullptr || click.considered.value > best->considered.value))
            best = &click;
    for (Click& click : clicks_) {
        if (&click == best || all_searched_ || !racing ||
            static_cast<double>(drawn_) < kMinRaceLayouts)
            continue;
        if (click.considered.value +
                kRaceThreshold * std::sqrt(click.difference_variance + best->difference_variance) <
            best->considered.value)
            click.considered.dropped = true;
    }
    ranking_.clear();
    for (const Click& click : clicks_) ranking_.push_back(click.considered);
    std::stable_sort(ranking_.begin(), ranking_.end(),
                     [](const Considered& a, const Considered& b) {
                         return a.dropped != b.dropped ? b.dropped : a.value > b.value;
                     });
}

// Plays on after a safe click on the drawn layout. Returns an unbiased estimate of the win
// probability, which may lie outside of [0, 1] because of the control variates.
double RolloutSearch::rollout(std::int32_t cell) {
    rollout_deducer_.copy_from(root_);
    game_.resume(deal_.graph(), states_);
    std::uint64_t fingerprint = 0;
    double control = 0.0;
    std::optional<Decision> guessed;
    for (;;) {
        const bool survived = game_.open(cell);
        if (guessed) {
            control += (survived ? outcome_value(*guessed, game_.states()[to_index(cell)]) : 0.0) -
                       guessed->value;
            guessed.reset();
        }
        if (!survived) return -control;
        if (game_.safe_left() == 0) return 1.0 - control;
        for (const std::int32_t opened : game_.opened)
            fingerprint += word(opened, game_.states()[to_index(opened)]);
        rollout_deducer_.opened(game_.opened, game_.states());
        cell = rollout_deducer_.next_safe(game_.states());
        if (cell >= 0) continue;
        const auto known = cache_.find(fingerprint);
        if (known == cache_.end()) {
            while (cell < 0 && (rollout_deducer_.deduce() || rollout_deducer_.analyze()))
                cell = rollout_deducer_.next_safe(game_.states());
            if (cell >= 0) continue;
            if (cache_.size() == kMaxCached) clear_cache();
            guessed = cache_.emplace(fingerprint, decide()).first->second;
        } else {
            guessed = known->second;
        }
        if (guessed->cell < 0) return guessed->value - control;
        cell = guessed->cell;
    }
}

// Decides the next click of a rollout, or finds the exact value.
RolloutSearch::Decision RolloutSearch::decide() {
    if (endgame_.best(rollout_deducer_, kEndgameLayouts) >= 0)
        return {-1, static_cast<double>(endgame_.wins()) / endgame_.layouts()};
    if (!rollout_deducer_.in_doubles()) throw BudgetExceeded(0, 0.0);
    std::int32_t cell = endgame_.best_in_subgame(rollout_deducer_, kEndgameLayouts);
    if (cell >= 0)
        rollout_valuation_.prepare();
    else
        cell = rollout_valuation_.rank().front().cell;
    Decision decision{cell, 0.0, outcome_values_.size(), outcome_values_.size()};
    for (const Afterstate& afterstate : rollout_valuation_.afterstates(cell)) {
        if (afterstate.probability <= 0.0) continue;
        outcome_values_.push_back({afterstate.number, rollout_valuation_.value(afterstate)});
        decision.value += afterstate.probability * outcome_values_.back().value;
    }
    decision.value *= 1.0 - rollout_deducer_.mine(cell);
    decision.values_end = outcome_values_.size();
    return decision;
}

double RolloutSearch::outcome_value(const Decision& decision, int number) const {
    for (std::size_t i = decision.values_begin; i < decision.values_end; ++i)
        if (outcome_values_[i].number == number) return outcome_values_[i].value;
    return 0.0;
}

}  // namespace sapper
