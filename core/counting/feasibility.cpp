#include "counting/feasibility.hpp"

#include <algorithm>

namespace sapper {

namespace {

// Step limits of one search: undecided groups are searched again with the next limit.
constexpr std::int64_t kStepLimits[] = {40, 400, 4'000};
constexpr std::int64_t kTotalSteps = 100'000;

}  // namespace

void Feasibility::decide(const Problem& problem, const Total& total) {
    set_up(problem, total);
    std::int64_t left = kTotalSteps;
    for (const std::int64_t steps : kStepLimits) {
        const auto ask = [&](std::size_t group, BoundedEquations::Bounds bounds, Answer& answer) {
            if (answer != Answer::kOpen || left <= 0) return;
            std::int64_t steps_left = std::min(left, steps);
            left -= steps_left;
            const Answer found = equations_.search(group, bounds, steps_left);
            if (found == Answer::kYes) record_witness();
            answer = found;
            left += steps_left;
        };
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            ask(g, {0, safe_below_[g] - 1}, groups_[g].safe);
            ask(g, {1, equations_.bounds(g).high}, groups_[g].mined);
        }
    }
}

void Feasibility::set_up(const Problem& problem, const Total& total) {
    const std::size_t all = problem.clues.size();  // the equation of the mine total
    groups_.assign(problem.groups.size() + 1, {});
    safe_below_.clear();
    equations_.start(all + 1);
    std::int64_t capacity = 0;
    const auto add = [&](std::int64_t cells) {
        const std::int64_t most = cells * problem.max_per_cell;
        capacity += most;
        safe_below_.push_back(most - problem.max_per_cell + 1);
        equations_.add({0, most});
    };
    for (const auto& group : problem.groups) add(group.size());
    add(problem.floating);
    equations_.add({0, total.most(capacity) - total.least()});
    for (std::size_t c = 0; c < all; ++c) equations_.set_sum(c, problem.clues[c].need);
    equations_.set_sum(all, total.most(capacity));
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        for (std::int32_t i = problem.groups[g].clue_begin; i < problem.groups[g].clue_end; ++i)
            equations_.include(
                static_cast<std::size_t>(problem.group_clues[static_cast<std::size_t>(i)]), g);
    for (std::size_t v = 0; v < equations_.variables(); ++v) equations_.include(all, v);
    equations_.tighten();
}

// The last solution is a witness for every group.
void Feasibility::record_witness() {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const std::int64_t mines = equations_.solution()[g];
        if (mines < safe_below_[g]) groups_[g].safe = Answer::kYes;
        if (mines > 0) groups_[g].mined = Answer::kYes;
    }
}

}  // namespace sapper
