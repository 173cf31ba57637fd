#include "thought.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "failures.hpp"

namespace sapper {

namespace {

constexpr int kEnding = 128;          // layouts up to which a continuation is solved exactly
constexpr double kPrior = 8.0;        // layouts that the model's own guess counts as
constexpr double kSpread = 0.4;       // of a continuation's value, before any is known
constexpr double kBehind = 2.5;       // standard errors after which a click is dropped
constexpr double kFirstLayouts = 24;  // before any is dropped
constexpr std::size_t kMostKnown = 1u << 18;

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

// A cell and the number that it shows, as a word.
std::uint64_t word(std::int32_t cell, int number) {
    return scramble(
        (static_cast<std::uint64_t>(cell) * 40'009 + static_cast<std::uint64_t>(number) + 1) *
        kStep);
}

}  // namespace

Thought::Thought(const Deal& deal)
    : deal_(deal),
      valuation_(deal, root_, ValueModel::shipped()),
      next_valuation_(deal, next_, ValueModel::shipped()) {
    if (deal.max_per_cell() != 1) throw std::invalid_argument("one mine a cell only");
    valuation_.least_share = 0.85;
    valuation_.most = 12;
    next_valuation_.least_share = 0.9;
    next_valuation_.most = 10;
}

void Thought::begin(std::span<const std::int16_t> states) {
    states_.assign(states.begin(), states.end());
    for (std::int16_t& state : states_)
        if (state == kFlagged) state = kCovered;
    std::vector<std::int32_t> opened;
    for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
        if (states_[at(cell)] >= 0) opened.push_back(cell);
    if (deal_.graph().size() - static_cast<std::int64_t>(opened.size()) <= deal_.mines())
        throw std::invalid_argument("no cell is left to open");
    root_.start(deal_.graph(), 1, deal_.mines(), Budget::of_player());
    root_.opened(opened, states_);
    known_.clear();
    clicks_.clear();
    drawn_ = 0;
    sampling_ = false;
    while (root_.deduce() || root_.analyze()) {
    }
    const std::int32_t safe = root_.next_safe(states_);
    certain_ = safe >= 0;
    if (certain_) {
        clicks_.push_back({{safe, 1.0, 0.0, 0.0, 0, false, false}, {}});
    } else {
        const std::int32_t cell = ending_.best(root_, Ending::kMostLayouts);
        if (cell >= 0) {
            const double value = static_cast<double>(ending_.wins()) / ending_.layouts();
            clicks_.push_back({{cell, 1.0 - root_.mine(cell), value, 0.0, 0, true, false}, {}});
        } else if (root_.in_doubles()) {
            const std::vector<Candidate> candidates = valuation_.rank(nullptr);
            for (const Candidate& candidate : candidates) take(candidate);
        } else {
            throw TooHard(0, 0.0);
        }
    }
    drop();
}

void Thought::take(const Candidate& candidate) {
    Click click{{candidate.cell, candidate.safety, 0.0, 0.0, 0, false, false}, {}};
    for (const Prospect& prospect : valuation_.look(candidate.cell))
        if (prospect.probability > 0.0)
            click.numbers.push_back(
                {prospect.number, prospect.probability, valuation_.value(prospect)});
    weigh(click);
    clicks_.push_back(std::move(click));
}

bool Thought::decided() const {
    return certain_ || ranking_.front().exact || ranking_.size() < 2 || ranking_[1].dropped;
}

void Thought::think(std::uint64_t layouts, const std::atomic<bool>* cancel) {
    if (ranking_.front().exact || clicks_.front().numbers.empty()) return;
    if (!sampling_) {
        sampler_.prepare(Question({deal_.graph(), states_, 1}, deal_.mines(), std::nullopt,
                                  Budget::of_player()));
        game_.layout.mines.resize(states_.size());
        sampling_ = true;
    }
    for (std::uint64_t i = 0; i < layouts; ++i) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) throw Cancelled{};
        Random random = sampler_.random(0, drawn_++);
        sampler_.draw(random, game_.layout.mines);
        game_.layout.number(deal_.graph());
        for (Click& click : clicks_) {
            if (click.considered.dropped) continue;
            ++click.considered.layouts;
            const std::int32_t cell = click.considered.cell;
            if (game_.layout.mines[at(cell)] > 0) continue;
            const double value = play_on(cell);
            for (Number& number : click.numbers)
                if (number.number == game_.layout.numbers[at(cell)]) {
                    number.count += 1.0;
                    number.sum += value;
                    number.squares += value * value;
                }
        }
        if (drawn_ % 16 == 0 || i + 1 == layouts) drop();
    }
}

void Thought::weigh(Click& click) const {
    double value = 0.0, variance = 0.0;
    for (const Number& number : click.numbers) {
        const double weight = kPrior + number.count;
        const double mean = (kPrior * number.guess + number.sum) / weight;
        // The spread is taken as if so many continuations more had the spread that is common.
        const double own =
            number.count > 0.0
                ? std::max(0.0, number.squares / number.count -
                                    number.sum / number.count * (number.sum / number.count))
                : 0.0;
        const double spread =
            (own * number.count + kPrior * kSpread * kSpread) / (number.count + kPrior);
        value += number.probability * mean;
        variance += number.probability * number.probability * spread / weight;
    }
    click.considered.value = click.considered.safety * value;
    click.considered.error = click.considered.safety * std::sqrt(variance);
}

// Values the clicks anew, and gives up those that are clearly behind.
void Thought::drop() {
    for (Click& click : clicks_)
        if (!click.numbers.empty()) weigh(click);
    const Considered* best = nullptr;
    for (const Click& click : clicks_)
        if (!click.considered.dropped && (best == nullptr || click.considered.value > best->value))
            best = &click.considered;
    for (Click& click : clicks_) {
        Considered& own = click.considered;
        if (&own == best || static_cast<double>(drawn_) < kFirstLayouts) continue;
        if (own.value + kBehind * std::hypot(own.error, best->error) < best->value)
            own.dropped = true;
    }
    ranking_.clear();
    for (const Click& click : clicks_) ranking_.push_back(click.considered);
    std::stable_sort(ranking_.begin(), ranking_.end(),
                     [](const Considered& a, const Considered& b) {
                         return a.dropped != b.dropped ? b.dropped : a.value > b.value;
                     });
}

// The chance of winning after a safe click in the layout that was drawn: 0 or 1, or exact where few
// layouts are left at last.
double Thought::play_on(std::int32_t cell) {
    next_.follow(root_);
    game_.resume(deal_.graph(), states_);
    std::uint64_t fingerprint = 0;
    while (game_.open(cell)) {
        if (game_.safe_left() == 0) return 1.0;
        for (const std::int32_t opened : game_.opened)
            fingerprint += word(opened, game_.states()[at(opened)]);
        next_.opened(game_.opened, game_.states());
        cell = next_.next_safe(game_.states());
        if (cell >= 0) continue;
        const auto known = known_.find(fingerprint);
        if (known == known_.end()) {
            while (cell < 0 && (next_.deduce() || next_.analyze()))
                cell = next_.next_safe(game_.states());
            if (cell >= 0) continue;
        }
        const Decision decision = known != known_.end() ? known->second : decide();
        if (known == known_.end() && known_.size() < kMostKnown)
            known_.emplace(fingerprint, decision);
        if (decision.cell < 0) return decision.value;
        cell = decision.cell;
    }
    return 0.0;
}

// What the model would open, or the value where that is known exactly.
Thought::Decision Thought::decide() {
    if (ending_.best(next_, kEnding) >= 0)
        return {-1, static_cast<double>(ending_.wins()) / ending_.layouts()};
    if (!next_.in_doubles()) throw TooHard(0, 0.0);
    return {next_valuation_.rank(nullptr).front().cell, 0.0};
}

}  // namespace sapper
