// Base class of strategies that update a Deducer as cells open.
#pragma once

#include <algorithm>
#include <vector>

#include "counting/feasibility.hpp"
#include "deduction/deducer.hpp"
#include "strategies/strategy.hpp"
#include "support/errors.hpp"

namespace sapper {

class Deducing : public Strategy {
  public:
    using Strategy::Strategy;

    void learn(std::span<const std::int32_t> opened) override { deducer_.opened(opened, states_); }

  protected:
    void start() override {
        deducer_.start(deal_.graph(), deal_.max_per_cell(), deal_.count(), Budget::of_player());
    }

    // Returns a cell that is certainly safe, or -1 if a guess is due; the probabilities of the
    // deducer are valid then. Throws BudgetExceeded.
    std::int32_t next_certain() {
        for (;;) {
            const std::int32_t safe = deducer_.next_safe(states_);
            if (safe >= 0) return safe;
            if (!deducer_.deduce() && !deducer_.analyze()) return -1;
        }
    }

    // Returns a uniformly random unknown cell.
    std::int32_t any_unknown(Random& random) {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell) && deducer_.knowledge.unknown(cell)) candidates_.push_back(cell);
        return pick(random);
    }

    // Guesses after an analysis that exceeded the work budget: a uniformly random cell that is safe
    // in some layout, by backtracking search for single layouts, or, if there is none, one for
    // which the search is undecided. Returns -1 if the search has settled cells instead.
    std::int32_t guess_without_analysis(Random& random) {
        const Problem& problem = deducer_.problem();
        feasibility_.decide(problem, deducer_.total());
        if (settle_infeasible(problem)) return -1;
        for (const auto answer : {Feasibility::Answer::kYes, Feasibility::Answer::kOpen}) {
            candidates_.clear();
            for_unknown(problem, [&](std::int32_t cell, const Feasibility::Group& group) {
                if (group.safe == answer) candidates_.push_back(cell);
            });
            if (!candidates_.empty()) break;
        }
        std::sort(candidates_.begin(), candidates_.end());
        return pick(random);
    }

    Deducer deducer_;

  private:
    // Calls f(cell, group) for every unknown cell.
    template <class F>
    void for_unknown(const Problem& problem, F f) {
        Knowledge& knowledge = deducer_.knowledge;
        in_group_.assign(static_cast<std::size_t>(deal_.graph().size()), 0);
        for (std::size_t g = 0; g < problem.groups.size(); ++g)
            for (std::int32_t i = problem.groups[g].cell_begin; i < problem.groups[g].cell_end;
                 ++i) {
                const std::int32_t cell = problem.group_cells[static_cast<std::size_t>(i)];
                in_group_[static_cast<std::size_t>(cell)] = 1;
                f(cell, feasibility_.groups()[g]);
            }
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (!in_group_[static_cast<std::size_t>(cell)] && knowledge.unknown(cell))
                f(cell, feasibility_.groups().back());
    }

    bool settle_infeasible(const Problem& problem) {
        bool settled = false;
        for_unknown(problem, [&](std::int32_t cell, const Feasibility::Group& group) {
            const bool never_mined = group.mined == Feasibility::Answer::kNo;
            const bool full = group.safe == Feasibility::Answer::kNo && deal_.max_per_cell() == 1;
            if (!never_mined && !full) return;
            deducer_.knowledge.settle(cell, never_mined ? 0 : 1);
            settled = true;
        });
        if (settled) deducer_.knowledge.propagate();
        return settled;
    }

    Feasibility feasibility_;
    std::vector<char> in_group_;  // by cell
};

}  // namespace sapper
