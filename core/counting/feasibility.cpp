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
        const auto ask = [&](std::size_t group, Bounds bounds, Answer& answer) {
            if (answer != Answer::kOpen || left <= 0) return;
            steps_left_ = std::min(left, steps);
            left -= steps_left_;
            answer = search(group, bounds);
            left += steps_left_;
        };
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            ask(g, {0, safe_below_[g] - 1}, groups_[g].safe);
            ask(g, {1, bounds_[g].high}, groups_[g].mined);
        }
    }
}

void Feasibility::set_up(const Problem& problem, const Total& total) {
    const std::size_t variables = problem.groups.size() + 2;
    groups_.assign(variables - 1, {});
    bounds_.clear();
    safe_below_.clear();
    last_.assign(variables, 0);
    sums_.assign(problem.clues.size() + 1, {});
    sums_of_.assign(variables, {});
    changes_.clear();
    queue_.clear();
    for (const auto& group : problem.groups) {
        bounds_.push_back({0, std::int64_t{group.size()} * problem.max_per_cell});
        safe_below_.push_back(bounds_.back().high - problem.max_per_cell + 1);
    }
    bounds_.push_back({0, problem.floating * problem.max_per_cell});
    safe_below_.push_back(bounds_.back().high - problem.max_per_cell + 1);
    std::int64_t capacity = 0;
    for (const Bounds& bounds : bounds_) capacity += bounds.high;
    bounds_.push_back({0, total.most(capacity) - total.least()});
    for (std::size_t c = 0; c < problem.clues.size(); ++c) sums_[c].wanted = problem.clues[c].need;
    sums_.back().wanted = total.most(capacity);
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        for (std::int32_t i = problem.groups[g].clue_begin; i < problem.groups[g].clue_end; ++i)
            add(static_cast<std::size_t>(problem.group_clues[static_cast<std::size_t>(i)]), g);
    for (std::size_t v = 0; v < variables; ++v) add(sums_.size() - 1, v);
    queued_.assign(sums_.size(), 1);
    for (std::size_t s = 0; s < sums_.size(); ++s) queue_.push_back(s);
    propagate();
    changes_.clear();
}

void Feasibility::add(std::size_t sum, std::size_t variable) {
    sums_of_[variable].push_back(sum);
    Sum& to = sums_[sum];
    to.variables.push_back(variable);
    to.low += bounds_[variable].low;
    to.high += bounds_[variable].high;
    to.widest = std::max(to.widest, bounds_[variable].high - bounds_[variable].low);
}

Feasibility::Answer Feasibility::search(std::size_t variable, Bounds bounds) {
    const std::size_t begin = changes_.size();
    const auto end = [&](Answer answer) {
        undo(begin);
        return answer;
    };
    choices_.clear();
    bool fits = narrow(variable, bounds) && propagate();
    std::size_t next = 0;  // all variables before this one are fixed
    for (;;) {
        if (fits) {
            while (next < bounds_.size() && bounds_[next].low == bounds_[next].high) ++next;
            if (next == bounds_.size()) {
                record_layout();
                return end(Answer::kYes);
            }
            // Branch on the half that contains the value of the last layout first.
            const auto [low, high] = bounds_[next];
            const std::int64_t middle = low + (high - low) / 2;
            Bounds first{low, middle}, second{middle + 1, high};
            if (last_[next] > middle) std::swap(first, second);
            choices_.push_back({next, changes_.size(), second});
            fits = narrow(next, first) && propagate();
        } else {
            if (choices_.empty()) return end(Answer::kNo);
            const Choice choice = choices_.back();
            choices_.pop_back();
            undo(choice.changes);
            next = choice.variable;
            fits = narrow(next, choice.other) && propagate();
        }
        if (--steps_left_ <= 0) return end(Answer::kOpen);
    }
}

// Intersects the bounds of a variable with `to` and queues its equations. Returns false if the
// intersection is empty.
bool Feasibility::narrow(std::size_t variable, Bounds to) {
    Bounds& now = bounds_[variable];
    to = {std::max(to.low, now.low), std::min(to.high, now.high)};
    if (to.low > to.high) return false;
    if (to.low == now.low && to.high == now.high) return true;
    changes_.push_back({variable, now});
    for (const std::size_t s : sums_of_[variable]) {
        sums_[s].low += to.low - now.low;
        sums_[s].high += to.high - now.high;
        if (queued_[s]) continue;
        queued_[s] = 1;
        queue_.push_back(s);
    }
    now = to;
    return true;
}

// Bounds propagation over the queued equations up to the fixed point. Returns false if an equation
// cannot be met.
bool Feasibility::propagate() {
    bool fits = true;
    while (!queue_.empty()) {
        const std::size_t s = queue_.back();
        queue_.pop_back();
        queued_[s] = 0;
        if (!fits) continue;
        const Sum& sum = sums_[s];
        // Greatest amount a variable may exceed its lower bound, and fall short of its upper bound.
        const std::int64_t above = sum.wanted - sum.low, below = sum.high - sum.wanted;
        fits = above >= 0 && below >= 0;
        if (above >= sum.widest && below >= sum.widest) continue;
        for (std::size_t i = 0; fits && i < sum.variables.size(); ++i) {
            const Bounds now = bounds_[sum.variables[i]];
            const std::int64_t high = std::min(now.high, now.low + sum.wanted - sum.low);
            const std::int64_t low = std::max(now.low, now.high - (sum.high - sum.wanted));
            fits = narrow(sum.variables[i], {low, high});
        }
    }
    return fits;
}

void Feasibility::undo(std::size_t changes) {
    for (; changes_.size() > changes; changes_.pop_back()) {
        const auto& [variable, before] = changes_.back();
        Bounds& now = bounds_[variable];
        for (const std::size_t s : sums_of_[variable]) {
            sums_[s].low += before.low - now.low;
            sums_[s].high += before.high - now.high;
        }
        now = before;
    }
}

// Records the layout to which all variables are now fixed, as a witness for every group.
void Feasibility::record_layout() {
    for (std::size_t v = 0; v < bounds_.size(); ++v) {
        last_[v] = bounds_[v].low;
        if (v == groups_.size()) continue;
        if (last_[v] < safe_below_[v]) groups_[v].safe = Answer::kYes;
        if (last_[v] > 0) groups_[v].mined = Answer::kYes;
    }
}

}  // namespace sapper
