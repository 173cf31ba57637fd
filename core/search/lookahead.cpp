#include "search/lookahead.hpp"

#include <algorithm>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr std::int32_t kLargeBoard = 256;  // boards of more cells use the tighter limits
constexpr Lookahead::Limits kThorough{0.02, 4, 1.0 / 3'300, 2, 0.9, 8};
constexpr Lookahead::Limits kBrief{0.015, 3, 1.0 / 4'800, 0, 0.95, 5};

constexpr double kMinReach = 0.02;
constexpr int kCellPositions = 30'000;  // positions per click, times the cells of the board
constexpr std::size_t kMaxDepth = 16;
constexpr int kEndgameLayouts = 128;  // positions of up to this many layouts are solved exactly

}  // namespace

Lookahead::Ply::Ply(const Deal& deal, const ValueModel& model, const Limits& limits)
    : valuation(deal, deducer, model) {
    valuation.min_safety_share = limits.next_min_safety_share;
    valuation.max_candidates = limits.next_max_clicks;
}

Lookahead::Lookahead(const Deal& deal, const ValueModel& model)
    : deal_(deal),
      model_(model),
      limits_(deal.graph().size() <= kLargeBoard ? kThorough : kBrief),
      min_reach_(std::max(kMinReach, limits_.min_reach_per_cell * deal.graph().size())) {}

std::int32_t Lookahead::choose(Deducer& deducer, Valuation& valuation,
                               std::span<const std::int16_t> states) {
    const std::vector<Candidate>& ranking = valuation.rank();
    const std::vector<Candidate>& evaluated = evaluate(ranking, deducer, valuation, states);
    if (evaluated.empty()) return ranking.front().cell;  // the choice of the network alone
    const Candidate& best =
        *std::max_element(evaluated.begin(), evaluated.end(),
                          [](const Candidate& a, const Candidate& b) { return a.value < b.value; });
    return valuation.apply_dominance(best).cell;
}

const std::vector<Candidate>& Lookahead::evaluate(std::span<const Candidate> ranking,
                                                  Deducer& deducer, Valuation& valuation,
                                                  std::span<const std::int16_t> states) {
    const double least = ranking.front().value - limits_.value_margin;
    contenders_.clear();
    for (const Candidate& candidate : ranking)
        if (contenders_.size() < limits_.max_clicks && candidate.value >= least)
            contenders_.push_back(candidate);
    try {
        if (contenders_.size() == 1) contenders_.clear();
        for (Candidate& candidate : contenders_) {
            positions_left_ = kCellPositions / deal_.graph().size();
            const Node node{deducer, valuation, states, 0, 1.0, limits_.max_guesses};
            candidate.value = candidate.safety * value_after(node, candidate.cell);
        }
    } catch (const BudgetExceeded&) {
        contenders_.clear();
    }
    return contenders_;
}

// Chance node: the expected value after a click, given that it is safe.
double Lookahead::value_after(const Node& node, std::int32_t cell) {
    double sum = 0.0;
    for (const Afterstate& afterstate : node.valuation.afterstates(cell)) {
        if (afterstate.probability <= 0.0) continue;
        const double reach = node.reach * afterstate.probability;
        if (afterstate.won || reach < min_reach_ || positions_left_ == 0 ||
            node.depth == kMaxDepth) {
            sum += afterstate.probability * node.valuation.value(afterstate);
            continue;
        }
        --positions_left_;
        if (plies_.size() == node.depth)
            plies_.push_back(std::make_unique<Ply>(deal_, model_, limits_));
        Ply& ply = *plies_[node.depth];
        ply.states.assign(node.states.begin(), node.states.end());
        ply.states[to_index(cell)] = static_cast<std::int16_t>(afterstate.number);
        ply.deducer.copy_from(node.deducer);
        ply.deducer.opened({&cell, 1}, ply.states);
        sum += afterstate.probability *
               value({ply.deducer, ply.valuation, ply.states, node.depth + 1, reach, node.guesses});
    }
    return sum;
}

// The win probability in the position of the last ply.
double Lookahead::value(const Node& node) {
    poll_cancellation();
    do {
        if (node.deducer.knowledge.unknown_plain() == 0) return 1.0;
    } while (node.deducer.deduce() || node.deducer.analyze());
    const std::int32_t safe = open_safe_cells(*plies_[node.depth - 1]);
    if (safe < 0 && endgame_.best(node.deducer, kEndgameLayouts) >= 0)
        return static_cast<double>(endgame_.wins()) / endgame_.layouts();
    if (!node.deducer.in_doubles()) throw BudgetExceeded(0, 0.0);
    if (safe >= 0) {
        node.valuation.prepare();
        return value_after(node, safe);
    }
    const Candidate best = node.valuation.rank().front();
    if (node.guesses == 0) return best.value;
    Node then = node;
    then.reach *= best.safety;
    --then.guesses;
    return best.safety * value_after(then, best.cell);
}

// Opens the safe cells whose clue values are determined. Returns the other safe cell with the most
// unknown neighbours, or -1 if there is none.
std::int32_t Lookahead::open_safe_cells(Ply& ply) const {
    const Knowledge& knowledge = ply.deducer.knowledge;
    std::int32_t found = -1;
    int most = 0;
    for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell) {
        if (ply.states[to_index(cell)] != kCovered || knowledge.value(cell) != 0) continue;
        int unknown = 0, mines = 0;
        for (const std::int32_t other : deal_.graph().neighbors(cell)) {
            unknown += knowledge.unknown(other);
            mines += knowledge.value(other) > 0;
        }
        if (unknown == 0) {
            ply.states[to_index(cell)] = static_cast<std::int16_t>(mines);
            ply.deducer.opened({&cell, 1}, ply.states);
        } else if (unknown > most) {
            most = unknown;
            found = cell;
        }
    }
    return found;
}

}  // namespace sapper
