#include "counting/bounded_equations.hpp"

#include <algorithm>

namespace sapper {

void BoundedEquations::start(std::size_t equations) {
    bounds_.clear();
    last_.clear();
    equations_.assign(equations, {});
    equations_of_.clear();
    changes_.clear();
    queue_.clear();
}

std::size_t BoundedEquations::add(Bounds bounds) {
    bounds_.push_back(bounds);
    last_.push_back(0);
    equations_of_.emplace_back();
    return bounds_.size() - 1;
}

void BoundedEquations::include(std::size_t equation, std::size_t variable) {
    equations_of_[variable].push_back(equation);
    Equation& to = equations_[equation];
    const auto [low, high] = bounds_[variable];
    to.variables.push_back(variable);
    to.low += low;
    to.high += high;
    to.widest = std::max(to.widest, high - low);
}

void BoundedEquations::enqueue(std::size_t equation) {
    Equation& added = equations_[equation];
    if (!added.active || added.queued) return;
    added.queued = true;
    queue_.push_back(equation);
}

void BoundedEquations::tighten() {
    for (std::size_t e = 0; e < equations_.size(); ++e) enqueue(e);
    propagate();
    changes_.clear();
}

BoundedEquations::Answer BoundedEquations::search(std::int64_t& steps) {
    for (std::size_t e = 0; e < equations_.size(); ++e) enqueue(e);
    const Answer answer = search_from(propagate(), steps);
    undo(0);
    return answer;
}

BoundedEquations::Answer BoundedEquations::search(std::size_t variable, Bounds bounds,
                                                  std::int64_t& steps) {
    const Answer answer = search_from(narrow(variable, bounds) && propagate(), steps);
    undo(0);
    return answer;
}

// Whether a variable is neither fixed nor free of all active equations.
bool BoundedEquations::open(std::size_t variable) const {
    if (bounds_[variable].low == bounds_[variable].high) return false;
    return std::any_of(equations_of_[variable].begin(), equations_of_[variable].end(),
                       [this](std::size_t e) { return equations_[e].active; });
}

// Continues from the present bounds; `fits` is whether they can be met as far as is known.
BoundedEquations::Answer BoundedEquations::search_from(bool fits, std::int64_t& steps) {
    choices_.clear();
    std::size_t next = 0;  // no variable before this one is open
    for (;;) {
        if (fits) {
            while (next < bounds_.size() && !open(next)) ++next;
            if (next == bounds_.size()) {
                record();
                return Answer::kYes;
            }
            const auto [low, high] = bounds_[next];
            const std::int64_t middle = low + (high - low) / 2;
            Bounds first{low, middle}, second{middle + 1, high};
            if (last_[next] > middle) std::swap(first, second);
            choices_.push_back({next, changes_.size(), second});
            fits = narrow(next, first) && propagate();
        } else {
            if (choices_.empty()) return Answer::kNo;
            const Choice choice = choices_.back();
            choices_.pop_back();
            undo(choice.changes);
            next = choice.variable;
            fits = narrow(next, choice.other) && propagate();
        }
        if (--steps <= 0) return Answer::kOpen;
    }
}

// Intersects the bounds of a variable with `to` and queues its equations. Returns false if the
// intersection is empty.
bool BoundedEquations::narrow(std::size_t variable, Bounds to) {
    Bounds& now = bounds_[variable];
    to = {std::max(to.low, now.low), std::min(to.high, now.high)};
    if (to.low > to.high) return false;
    if (to.low == now.low && to.high == now.high) return true;
    changes_.push_back({variable, now});
    for (const std::size_t e : equations_of_[variable]) {
        equations_[e].low += to.low - now.low;
        equations_[e].high += to.high - now.high;
        enqueue(e);
    }
    now = to;
    return true;
}

// Bounds propagation over the queued equations up to the fixed point. Returns false if an equation
// cannot be met.
bool BoundedEquations::propagate() {
    bool fits = true;
    while (!queue_.empty()) {
        Equation& equation = equations_[queue_.back()];
        queue_.pop_back();
        equation.queued = false;
        if (!fits) continue;
        // Greatest amount a variable may exceed its lower bound, and fall short of its upper bound.
        const std::int64_t above = equation.sum - equation.low;
        const std::int64_t below = equation.high - equation.sum;
        fits = above >= 0 && below >= 0;
        if (above >= equation.widest && below >= equation.widest) continue;
        for (std::size_t i = 0; fits && i < equation.variables.size(); ++i) {
            const Bounds now = bounds_[equation.variables[i]];
            const std::int64_t high = std::min(now.high, now.low + equation.sum - equation.low);
            const std::int64_t low = std::max(now.low, now.high - (equation.high - equation.sum));
            fits = narrow(equation.variables[i], {low, high});
        }
    }
    return fits;
}

void BoundedEquations::undo(std::size_t changes) {
    for (; changes_.size() > changes; changes_.pop_back()) {
        const auto& [variable, before] = changes_.back();
        Bounds& now = bounds_[variable];
        for (const std::size_t e : equations_of_[variable]) {
            equations_[e].low += before.low - now.low;
            equations_[e].high += before.high - now.high;
        }
        now = before;
    }
}

void BoundedEquations::record() {
    for (std::size_t v = 0; v < bounds_.size(); ++v)
        last_[v] = std::clamp(last_[v], bounds_[v].low, bounds_[v].high);
}

}  // namespace sapper
