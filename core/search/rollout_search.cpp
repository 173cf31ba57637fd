#include "search/rollout_search.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr int kEndgameLayouts = 128;  // layouts up to which a continuation is solved exactly
// How far off the model is in differences between clicks: early in a game, and how much more late.
constexpr double kOffEarly = 0.008, kMoreOffLate = 0.012;
constexpr double kShared = 0.15;      // of the variance that is left in those: the same layouts
constexpr double kLevelOff = 0.15;    // how far off it is in all of them together, as a share
constexpr double kLevelPrior = 16.0;  // continuations of a click that this is worth
constexpr double kSpread = 0.3;       // of a continuation's value, before any is known
constexpr double kPrior = 2.0;        // continuations that the model's value of a number counts as
constexpr double kBehind = 2.5;       // standard errors after which a click is dropped
constexpr double kFirstLayouts = 24;  // before any is dropped
constexpr std::size_t kMostKnown = 1u << 18;

// A cell and the number that it shows, as a word.
std::uint64_t word(std::int32_t cell, int number) {
    return scramble(
        (static_cast<std::uint64_t>(cell) * 40'009 + static_cast<std::uint64_t>(number) + 1) *
        kStep);
}

}  // namespace

RolloutSearch::RolloutSearch(const Deal& deal, const ValueModel& model)
    : deal_(deal),
      valuation_(deal, root_, model),
      next_valuation_(deal, next_, model),
      lookahead_(deal, model),
      pruned_search_(deal.graph().size() <= kTinyBoard ? kTinyBoardLimits : kRolloutLimits) {
    if (deal.max_per_cell() != 1) throw std::invalid_argument("one mine a cell only");
    if (deal.graph().size() <= kSmallBoard) {
        large_endgame_.emplace();
        looks_ahead = false;
    }
    valuation_.min_safety_share = 0.75;
    valuation_.most = 40;
    next_valuation_.min_safety_share = 0.9;
    next_valuation_.most = 8;
}

void RolloutSearch::begin(std::span<const std::int16_t> states) {
    states_.assign(states.begin(), states.end());
    for (std::int16_t& state : states_)
        if (state == kFlagged) state = kCovered;
    std::vector<std::int32_t> opened;
    seed_ = salt;
    for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
        if (states_[to_index(cell)] >= 0) {
            opened.push_back(cell);
            seed_ += word(cell, states_[to_index(cell)]);
        }
    if (deal_.graph().size() - static_cast<std::int64_t>(opened.size()) <= deal_.mines())
        throw std::invalid_argument("no cell is left to open");
    root_.start(deal_.graph(), 1, deal_.mines(), Budget::of_player());
    root_.opened(opened, states_);
    forget();
    clicks_.clear();
    drawn_ = 0;
    off_ = kOffEarly + kMoreOffLate * static_cast<double>(opened.size()) /
                           static_cast<double>(deal_.graph().size() - deal_.mines());
    sampling_ = counted_ = false;
    while (root_.deduce() || root_.analyze()) {
    }
    const std::int32_t safe = root_.next_safe(states_);
    certain_ = safe >= 0;
    if (certain_) {
        clicks_.push_back({{safe, 1.0, 0.0, 0.0, 0.0, 0, false, false}, 0.0, {}});
    } else if (!take_exact(endgame_) && !(large_endgame_ && take_exact(*large_endgame_))) {
        if (!root_.in_doubles()) throw BudgetExceeded(0, 0.0);
        take_candidates();
    }
    drop();
}

void RolloutSearch::forget() {
    known_.clear();
    turns_.clear();
}

// Whether the value is known exactly.
template <class E>
bool RolloutSearch::take_exact(E& ending) {
    const std::int32_t cell = ending.best(root_, E::kMostLayouts);
    if (cell < 0) return false;
    const double value = static_cast<double>(ending.wins()) / ending.layouts();
    const double safety = 1.0 - root_.mine(cell);
    clicks_.push_back({{cell, safety, value, 0.0, 0.0, 0, true, false}, value, {}});
    return true;
}

// A click in a part that stands by itself cannot be wrong; otherwise what the model ranks.
void RolloutSearch::take_candidates() {
    const std::int32_t apart = endgame_.best_in_subgame(root_, EndgameSolver::kMostLayouts);
    if (apart < 0) {
        const std::vector<Candidate> candidates = valuation_.rank();
        const std::vector<double> ahead = look_ahead(candidates);
        for (std::size_t i = 0; i < std::min(most_tried, candidates.size()); ++i)
            take(candidates[i], ahead[i]);
        // Each of the rest with the same chance.
        std::uint64_t wanted = others_tried;
        Random random(seed_, candidates.size(), 0, Random::kStrategy);
        for (std::size_t i = most_tried; i < candidates.size() && wanted > 0; ++i)
            if (random.below(static_cast<std::uint32_t>(candidates.size() - i)) < wanted) {
                take(candidates[i]);
                --wanted;
            }
        return;
    }
    valuation_.prepare();
    take(valuation_.weigh(apart));
}

// How many times as much as the model says the clicks of a ranking are worth by looking further
// ahead: those that are close each by itself, the others as these on average.
std::vector<double> RolloutSearch::look_ahead(std::span<const Candidate> ranking) {
    double expected = 0.0, found = 0.0;
    std::vector<double> ahead(ranking.size(), 0.0);
    if (looks_ahead)
        for (const Candidate& weighed : lookahead_.weigh(ranking, root_, valuation_, states_)) {
            const auto own = std::find_if(ranking.begin(), ranking.end(), [&](const Candidate& c) {
                return c.cell == weighed.cell;
            });
            expected += own->value;
            found += weighed.value;
            if (own->value > 0.0)
                ahead[static_cast<std::size_t>(own - ranking.begin())] = weighed.value / own->value;
        }
    const double others = expected > 0.0 ? found / expected : 1.0;
    for (double& times : ahead)
        if (times <= 0.0) times = others;
    return ahead;
}

void RolloutSearch::take(const Candidate& given, double ahead) {
    const Candidate candidate = valuation_.apply_dominance(given);
    if (std::any_of(clicks_.begin(), clicks_.end(),
                    [&](const Click& click) { return click.considered.cell == candidate.cell; }))
        return;
    Click click{{candidate.cell, candidate.safety, 0.0, 0.0, 0.0, 0, false, false},
                ahead * candidate.value,
                {}};
    for (const Afterstate& afterstate : valuation_.look(candidate.cell))
        if (afterstate.probability > 0.0)
            click.numbers.push_back(
                {afterstate.number, afterstate.probability, ahead * valuation_.value(afterstate)});
    clicks_.push_back(std::move(click));
}

bool RolloutSearch::decided() const {
    return certain_ || counted_ || ranking_.front().exact || ranking_.size() < 2 ||
           ranking_[1].dropped;
}

// The layouts won by each click; nothing where there are too many, or too little time for them.
std::vector<int> RolloutSearch::wins_of_clicks() {
    std::vector<std::int32_t> cells;
    for (const Click& click : clicks_) cells.push_back(click.considered.cell);
    if (!patience) return pruned_search_.wins_by_cell(root_, cells);
    DeadlineToken deadline(*patience / 2);
    const TokenScope scope(deadline);
    try {
        return pruned_search_.wins_by_cell(root_, cells);
    } catch (const DeadlineToken::DeadlinePassed&) {
        return {};
    }
}

// Plays on in all layouts; returns whether it could.
bool RolloutSearch::count() {
    const std::vector<int> wins = wins_of_clicks();
    if (wins.empty()) return false;
    drawn_ = static_cast<std::uint64_t>(pruned_search_.layouts());
    for (std::size_t i = 0; i < wins.size(); ++i) {
        Considered& own = clicks_[i].considered;
        own.value = own.played = static_cast<double>(wins[i]) / pruned_search_.layouts();
        own.error = 0.0;
        own.layouts = drawn_;
        clicks_[i].numbers.clear();
    }
    counted_ = true;
    drop();
    return true;
}

void RolloutSearch::think(std::uint64_t layouts) {
    if (ranking_.front().exact || clicks_.front().numbers.empty()) return;
    if (!sampling_) {
        if (counts && count()) return;
        sampler_.prepare(Question({deal_.graph(), states_, 1}, deal_.mines(), std::nullopt,
                                  Budget::of_player()));
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
            const double value = play_on(cell);
            for (Number& number : click.numbers)
                if (number.number == game_.layout.numbers[to_index(cell)]) {
                    number.count += 1.0;
                    number.sum += value;
                    number.squares += value * value;
                }
        }
        if (drawn_ % 16 == 0 || i + 1 == layouts) drop();
    }
}

// By how much the values are greater in all than the model says.
double RolloutSearch::level() const {
    double found = 0.0, expected = 0.0;
    for (const Click& click : clicks_) {
        if (click.considered.dropped) continue;
        const double prior = kLevelPrior * click.guess / click.considered.safety;
        found += prior;
        expected += prior;
        for (const Number& number : click.numbers) {
            found += number.sum;
            expected += number.count * number.guess;
        }
    }
    return expected > 0.0 ? std::max(found, 0.0) / expected : 1.0;
}

void RolloutSearch::weigh(Click& click, double level) const {
    double value = 0.0, played = 0.0, variance = 0.0;
    for (const Number& number : click.numbers) {
        const double weight = kPrior + number.count;
        const double mean = (kPrior * level * number.guess + number.sum) / weight;
        // The spread is taken as if so many continuations more had the spread that is common.
        const double own =
            number.count > 0.0
                ? std::max(0.0, number.squares / number.count -
                                    number.sum / number.count * (number.sum / number.count))
                : 0.0;
        const double spread = (own * number.count + kPrior * kSpread * kSpread) / weight;
        value += number.probability * mean;
        played +=
            number.probability * (number.count > 0.0 ? number.sum / number.count : number.guess);
        variance += number.probability * number.probability * spread / weight;
    }
    Considered& own = click.considered;
    variance *= own.safety * own.safety;
    const double guess = level * click.guess;
    const double apart = kShared * variance;
    const double trust = off_ * off_ / (off_ * off_ + apart);  // in the continuations
    own.value = std::clamp(guess + trust * (own.safety * value - guess), 0.0, own.safety);
    own.played = own.safety * played;
    const double common = kLevelOff * kLevelOff * guess * guess;
    click.behind = trust * apart;
    own.error = std::sqrt(click.behind + common * variance / (common + variance));
}

// Values the clicks anew, and gives up those that are clearly behind.
void RolloutSearch::drop() {
    const double level = this->level();
    for (Click& click : clicks_)
        if (!click.numbers.empty()) weigh(click, level);
    const Click* best = nullptr;
    for (const Click& click : clicks_)
        if (!click.considered.dropped &&
            (best == nullptr || click.considered.value > best->considered.value))
            best = &click;
    for (Click& click : clicks_) {
        if (&click == best || counted_ || !drops || static_cast<double>(drawn_) < kFirstLayouts)
            continue;
        if (click.considered.value + kBehind * std::sqrt(click.behind + best->behind) <
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

// The chance of winning after a safe click, from the layout that was drawn: right on average, and
// not always between 0 and 1.
double RolloutSearch::play_on(std::int32_t cell) {
    next_.copy_from(root_);
    game_.resume(deal_.graph(), states_);
    std::uint64_t fingerprint = 0;
    double luck = 0.0;
    std::optional<Decision> guessed;
    for (;;) {
        const bool survived = game_.open(cell);
        if (guessed) {
            luck +=
                (survived ? turn(*guessed, game_.states()[to_index(cell)]) : 0.0) - guessed->value;
            guessed.reset();
        }
        if (!survived) return -luck;
        if (game_.safe_left() == 0) return 1.0 - luck;
        for (const std::int32_t opened : game_.opened)
            fingerprint += word(opened, game_.states()[to_index(opened)]);
        next_.opened(game_.opened, game_.states());
        cell = next_.next_safe(game_.states());
        if (cell >= 0) continue;
        const auto known = known_.find(fingerprint);
        if (known == known_.end()) {
            while (cell < 0 && (next_.deduce() || next_.analyze()))
                cell = next_.next_safe(game_.states());
            if (cell >= 0) continue;
            if (known_.size() == kMostKnown) forget();
            guessed = known_.emplace(fingerprint, decide()).first->second;
        } else {
            guessed = known->second;
        }
        if (guessed->cell < 0) return guessed->value - luck;
        cell = guessed->cell;
    }
}

// What is opened next, or the value where that is known exactly.
RolloutSearch::Decision RolloutSearch::decide() {
    if (endgame_.best(next_, kEndgameLayouts) >= 0)
        return {-1, static_cast<double>(endgame_.wins()) / endgame_.layouts()};
    if (!next_.in_doubles()) throw BudgetExceeded(0, 0.0);
    std::int32_t cell = endgame_.best_in_subgame(next_, kEndgameLayouts);
    if (cell >= 0)
        next_valuation_.prepare();
    else
        cell = next_valuation_.rank().front().cell;
    Decision decision{cell, 0.0, turns_.size(), turns_.size()};
    for (const Afterstate& afterstate : next_valuation_.compute(cell)) {
        if (afterstate.probability <= 0.0) continue;
        turns_.push_back({afterstate.number, next_valuation_.value(afterstate)});
        decision.value += afterstate.probability * turns_.back().value;
    }
    decision.value *= 1.0 - next_.mine(cell);
    decision.turns_end = turns_.size();
    return decision;
}

double RolloutSearch::turn(const Decision& decision, int number) const {
    for (std::size_t i = decision.turns_begin; i < decision.turns_end; ++i)
        if (turns_[i].number == number) return turns_[i].value;
    return 0.0;
}

}  // namespace sapper
