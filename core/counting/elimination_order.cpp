#include "counting/elimination_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "support/errors.hpp"

namespace sapper {

namespace {

// Orders whose largest table has at most this many states are accepted without alternatives.
constexpr double kCheapStates = 4096.0;
// Limit on the clues open at once; with more, a state does not fit into its integer.
constexpr std::size_t kMostOpen = 64;

// Vertex elimination in the clue graph. The list of an eliminated clue keeps its neighbours at the
// time of its elimination.
class Eliminator {
  public:
    explicit Eliminator(const std::vector<std::vector<std::int32_t>>& neighbors)
        : neighbors_(neighbors) {}

    [[nodiscard]] const std::vector<std::int32_t>& neighbors(std::int32_t clue) const {
        return neighbors_[static_cast<std::size_t>(clue)];
    }

    void eliminate(std::int32_t clue) {
        const std::vector<std::int32_t>& around = neighbors_[static_cast<std::size_t>(clue)];
        for (const std::int32_t other : around) {
            std::vector<std::int32_t>& list = neighbors_[static_cast<std::size_t>(other)];
            merged_.clear();
            std::set_union(list.begin(), list.end(), around.begin(), around.end(),
                           std::back_inserter(merged_));
            std::erase_if(merged_, [&](std::int32_t c) { return c == clue || c == other; });
            list.swap(merged_);
        }
    }

  private:
    std::vector<std::vector<std::int32_t>> neighbors_;
    std::vector<std::int32_t> merged_;
};

}  // namespace

void Planner::plan(const Problem& problem, const Component& component, Plan& plan) {
    read(problem, component);
    if (clues_ <= 64) {
        greedy_small(plan);
        if (plan.log2_states <= std::log2(kCheapStates)) return;
    }
    for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
        const Group& group = problem.groups[static_cast<std::size_t>(g)];
        const auto open = static_cast<std::size_t>(group.clue_end - group.clue_begin);
        if (open > kMostOpen)
            throw BudgetExceeded(static_cast<int>(open), static_cast<double>(open));
    }
    neighbors_.assign(static_cast<std::size_t>(clues_), {});
    for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
        const Group& group = problem.groups[static_cast<std::size_t>(g)];
        for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i)
            for (std::int32_t k = group.clue_begin; k < group.clue_end; ++k)
                if (i != k)
                    neighbors_[static_cast<std::size_t>(
                                   problem.group_clues[static_cast<std::size_t>(i)] -
                                   component.clue_begin)]
                        .push_back(problem.group_clues[static_cast<std::size_t>(k)] -
                                   component.clue_begin);
    }
    for (std::vector<std::int32_t>& list : neighbors_) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    Attempt best;
    greedy_large(best);
    finish(best, plan);
    if (plan.log2_states <= std::log2(kCheapStates)) return;
    const std::int32_t end = far_end(far_end(0));
    for (const bool backwards : {false, true}) {
        Attempt attempt;
        sweep(end, backwards, attempt);
        if (attempt.cost < best.cost) best = std::move(attempt);
    }
    for (const bool backwards : {false, true}) {
        Attempt attempt;
        attempt.order.resize(static_cast<std::size_t>(clues_));
        std::iota(attempt.order.begin(), attempt.order.end(), 0);
        std::sort(attempt.order.begin(), attempt.order.end(), [&](auto a, auto b) {
            const auto cell = [&](std::int32_t c) {
                return problem.clues[static_cast<std::size_t>(component.clue_begin + c)].cell;
            };
            return std::tuple(a == probe_, backwards ? -cell(a) : cell(a)) <
                   std::tuple(b == probe_, backwards ? -cell(b) : cell(b));
        });
        attempt.cost = cost(attempt.order);
        if (attempt.cost < best.cost) best = std::move(attempt);
    }
    finish(best, plan);
}

void Planner::read(const Problem& problem, const Component& component) {
    clues_ = component.clue_end - component.clue_begin;
    probe_ = problem.probe_clue >= component.clue_begin && problem.probe_clue < component.clue_end
                 ? problem.probe_clue - component.clue_begin
                 : -1;
    const auto count = static_cast<std::size_t>(clues_);
    static constexpr double log2_small[] = {0.0, 1.0, 1.5849625, 2.0, 2.3219281};
    weight_.resize(count);
    for (std::size_t c = 0; c < count; ++c) {
        const Clue& clue = problem.clues[static_cast<std::size_t>(component.clue_begin) + c];
        const std::int32_t values = static_cast<std::int32_t>(c) == probe_
                                        ? clue.room
                                        : std::min(clue.need, clue.room - clue.need);
        weight_[c] = values < 5 ? log2_small[values] : std::log2(values + 1.0);
    }
    if (clues_ > 64) return;
    masks_.assign(count, 0);
    for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
        const Group& group = problem.groups[static_cast<std::size_t>(g)];
        Mask mask = 0;
        for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i)
            mask |= Mask{1} << (problem.group_clues[static_cast<std::size_t>(i)] -
                                component.clue_begin);
        for (Mask rest = mask; rest != 0; rest &= rest - 1)
            masks_[static_cast<std::size_t>(std::countr_zero(rest))] |= mask;
    }
    for (std::size_t c = 0; c < count; ++c) masks_[c] &= ~(Mask{1} << c);
}

void Planner::greedy_small(Plan& plan) {
    const auto count = static_cast<std::size_t>(clues_);
    const auto cost_of = [&](std::size_t c) {
        if (static_cast<std::int32_t>(c) == probe_) return HUGE_VAL;
        double sum = 0.0;
        for (Mask rest = masks_[c]; rest != 0; rest &= rest - 1)
            sum += weight_[static_cast<std::size_t>(std::countr_zero(rest))];
        return sum;
    };
    costs_.resize(count);
    for (std::size_t c = 0; c < count; ++c) costs_[c] = cost_of(c);
    later_.resize(count);
    plan.order.resize(count);
    plan.rank.resize(count);
    plan.column.resize(count);
    plan.log2_states = 0.0;
    Mask left = count == 64 ? ~Mask{0} : (Mask{1} << count) - 1;
    for (std::size_t step = 0; step < count; ++step) {
        auto best = static_cast<std::size_t>(std::countr_zero(left));
        for (Mask rest = left & (left - 1); rest != 0; rest &= rest - 1) {
            const auto c = static_cast<std::size_t>(std::countr_zero(rest));
            if (costs_[c] < costs_[best]) best = c;
        }
        plan.order[step] = static_cast<std::int32_t>(best);
        plan.rank[best] = static_cast<std::int32_t>(step);
        if (std::isfinite(costs_[best]))
            plan.log2_states = std::max(plan.log2_states, costs_[best]);
        left &= ~(Mask{1} << best);
        const Mask around = masks_[best];
        later_[best] = around;
        for (Mask rest = around; rest != 0; rest &= rest - 1) {
            const auto c = static_cast<std::size_t>(std::countr_zero(rest));
            masks_[c] = (masks_[c] | around) & ~(Mask{1} << c) & ~(Mask{1} << best);
            costs_[c] = cost_of(c);
        }
    }
    plan.width = 0;
    for (std::size_t step = count; step-- > 0;) {
        const auto clue = static_cast<std::size_t>(plan.order[step]);
        Mask taken = 0;
        for (Mask rest = later_[clue]; rest != 0; rest &= rest - 1)
            taken |= Mask{1} << plan.column[static_cast<std::size_t>(std::countr_zero(rest))];
        plan.column[clue] = std::countr_one(taken);
        plan.width = std::max(plan.width, plan.column[clue] + 1);
    }
}

void Planner::greedy_large(Attempt& attempt) const {
    const auto count = static_cast<std::size_t>(clues_);
    Eliminator eliminator(neighbors_);
    std::vector<double> costs(count);
    const auto cost_of = [&](std::int32_t c) {
        if (c == probe_) return HUGE_VAL;
        double sum = 0.0;
        for (const std::int32_t other : eliminator.neighbors(c))
            sum += weight_[static_cast<std::size_t>(other)];
        return sum;
    };
    using Entry = std::pair<double, std::int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::int32_t c = 0; c < clues_; ++c) {
        costs[static_cast<std::size_t>(c)] = cost_of(c);
        queue.emplace(costs[static_cast<std::size_t>(c)], c);
    }
    std::vector<char> gone(count, 0);
    attempt.order.clear();
    attempt.cost = 0.0;
    while (!queue.empty()) {
        const auto [cost, clue] = queue.top();
        queue.pop();
        const auto index = static_cast<std::size_t>(clue);
        if (gone[index] || cost != costs[index]) continue;
        gone[index] = 1;
        const std::size_t open = eliminator.neighbors(clue).size();
        if (open > kMostOpen) throw BudgetExceeded(static_cast<int>(open), cost);
        attempt.order.push_back(clue);
        if (std::isfinite(cost)) attempt.cost += std::exp2(cost);
        eliminator.eliminate(clue);
        for (const std::int32_t other : eliminator.neighbors(clue)) {
            costs[static_cast<std::size_t>(other)] = cost_of(other);
            queue.emplace(costs[static_cast<std::size_t>(other)], other);
        }
    }
}

std::int32_t Planner::far_end(std::int32_t start) const {
    std::vector<char> seen(static_cast<std::size_t>(clues_), 0);
    std::vector<std::int32_t> queue{start};
    seen[static_cast<std::size_t>(start)] = 1;
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (const std::int32_t other : neighbors_[static_cast<std::size_t>(queue[head])])
            if (!std::exchange(seen[static_cast<std::size_t>(other)], 1)) queue.push_back(other);
    return queue.back();
}

void Planner::sweep(std::int32_t start, bool backwards, Attempt& attempt) const {
    std::vector<char> seen(static_cast<std::size_t>(clues_), 0);
    std::vector<std::int32_t>& queue = attempt.order;
    queue.assign(1, start);
    seen[static_cast<std::size_t>(start)] = 1;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const std::size_t first = queue.size();
        for (const std::int32_t other : neighbors_[static_cast<std::size_t>(queue[head])])
            if (!std::exchange(seen[static_cast<std::size_t>(other)], 1)) queue.push_back(other);
        std::sort(queue.begin() + static_cast<std::ptrdiff_t>(first), queue.end(),
                  [&](auto a, auto b) {
                      return neighbors_[static_cast<std::size_t>(a)].size() <
                             neighbors_[static_cast<std::size_t>(b)].size();
                  });
    }
    if (backwards) std::reverse(queue.begin(), queue.end());
    std::stable_partition(queue.begin(), queue.end(), [&](auto c) { return c != probe_; });
    attempt.cost = cost(queue);
}

double Planner::cost(const std::vector<std::int32_t>& order) const {
    Eliminator eliminator(neighbors_);
    double total = 0.0;
    for (const std::int32_t clue : order) {
        if (clue == probe_) continue;
        double sum = 0.0;
        for (const std::int32_t other : eliminator.neighbors(clue))
            sum += weight_[static_cast<std::size_t>(other)];
        if (eliminator.neighbors(clue).size() > kMostOpen) return HUGE_VAL;
        total += std::exp2(sum);
        eliminator.eliminate(clue);
    }
    return total;
}

void Planner::finish(const Attempt& attempt, Plan& plan) const {
    const auto count = static_cast<std::size_t>(clues_);
    plan.order = attempt.order;
    plan.rank.resize(count);
    plan.column.resize(count);
    plan.log2_states = 0.0;
    plan.width = 0;
    Eliminator eliminator(neighbors_);
    for (std::size_t step = 0; step < count; ++step) {
        const std::int32_t clue = plan.order[step];
        plan.rank[static_cast<std::size_t>(clue)] = static_cast<std::int32_t>(step);
        double sum = 0.0;
        for (const std::int32_t other : eliminator.neighbors(clue))
            sum += weight_[static_cast<std::size_t>(other)];
        plan.log2_states = std::max(plan.log2_states, sum);
        eliminator.eliminate(clue);
    }
    // Assigns fields by greedy colouring in the reverse order, which is a perfect elimination order
    // of the filled graph: it uses no more fields than clues are open at once.
    std::vector<char> taken;
    for (std::size_t step = count; step-- > 0;) {
        const std::int32_t clue = plan.order[step];
        taken.assign(static_cast<std::size_t>(plan.width) + 1, 0);
        for (const std::int32_t other : eliminator.neighbors(clue))
            taken[static_cast<std::size_t>(plan.column[static_cast<std::size_t>(other)])] = 1;
        const auto column =
            static_cast<std::int32_t>(std::find(taken.begin(), taken.end(), 0) - taken.begin());
        plan.column[static_cast<std::size_t>(clue)] = column;
        plan.width = std::max(plan.width, column + 1);
    }
}

}  // namespace sapper
