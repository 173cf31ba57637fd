#include "play/judged_game.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

using Forced = JournaledGame::Forced;

const Solution& JudgedGame::solution(const Budget& budget, Solver& solver) {
    if (solution_) return *solution_;
    std::vector<std::int16_t> states(game_.game().states().begin(), game_.game().states().end());
    for (const std::int32_t cell : judgment_.known_mines) states[to_index(cell)] = kFlagged;
    const Position position{game_.graph(), states, judgment_.max_per_cell};
    auto found = std::make_shared<Solution>();
    solver.solve(Question(position, judgment_.count, budget), *found);
    solution_ = std::move(found);
    std::vector<std::int32_t> all;
    all.reserve(proved_.size() + solution_->safe.size());
    std::set_union(proved_.begin(), proved_.end(), solution_->safe.begin(), solution_->safe.end(),
                   std::back_inserter(all));
    proved_ = std::move(all);
    return *solution_;
}

bool JudgedGame::proved_safe_left() const {
    return std::any_of(proved_.begin(), proved_.end(),
                       [this](std::int32_t cell) { return game_.game().covered(cell); });
}

bool JudgedGame::must_guess(const Budget& budget, Solver& solver) {
    if (game_.over() || first_is_safe() || proved_safe_left()) return false;
    return solution(budget, solver).safe.empty();
}

JudgedGame::Judged JudgedGame::judge(std::int32_t cell, const Budget& budget, Solver& solver) {
    if (!judgment_.risks) return {JournaledGame::kUnknownRisk, false, Forced::kNotKnown};
    if (first_is_safe() || std::binary_search(proved_.begin(), proved_.end(), cell))
        return {0.0, false, Forced::kNotKnown};
    try {
        const double risk = solution(budget, solver).mine_probability[to_index(cell)];
        if (risk == 0.0) return {0.0, false, Forced::kNotKnown};
        return {risk, true, proved_safe_left() ? Forced::kNo : Forced::kYes};
    } catch (const BudgetExceeded&) {
        return {JournaledGame::kUnknownRisk, true, Forced::kNotKnown};
    }
}

std::span<const std::int32_t> JudgedGame::open(std::int32_t cell, const Budget& budget,
                                               Solver& solver) {
    if (!game_.can_open(cell)) throw std::invalid_argument("only a covered cell can be opened");
    const Judged judged = judge(cell, budget, solver);
    solution_.reset();
    return game_.open(cell, judged.risk, judged.guess, judged.forced);
}

std::vector<std::int32_t> JudgedGame::chord(std::int32_t cell, const Budget& budget,
                                            Solver& solver) {
    game_.begin_chord(cell);
    std::vector<std::int32_t> opened;
    for (const std::int32_t other : game_.graph().neighbors(cell)) {
        if (!game_.game().covered(other) || game_.flagged(other)) continue;
        const Judged judged = judge(other, budget, solver);
        solution_.reset();
        const auto found = game_.reveal(other, judged.risk, judged.guess, judged.forced);
        opened.insert(opened.end(), found.begin(), found.end());
        if (found.empty()) break;
    }
    return opened;
}

std::span<const std::int32_t> JudgedGame::push(std::int32_t cell) {
    solution_.reset();
    return game_.open(cell, JournaledGame::kUnknownRisk, false);
}

std::int32_t JudgedGame::pop() {
    forget();
    return game_.pop();
}

void JudgedGame::forget() {
    solution_.reset();
    proved_.clear();
}

}  // namespace sapper
