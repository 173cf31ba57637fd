#include "deduction/deducer.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "counting/weights.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

// The smallest and the largest number of mines with a positive weight; weights[i] belongs to
// low + i.
struct MineRange {
    std::int32_t least = -1, most = -1;
};
MineRange mine_range(const std::vector<double>& weights, std::int32_t low) {
    MineRange range;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0.0) continue;
        range.most = low + static_cast<std::int32_t>(i);
        if (range.least < 0) range.least = range.most;
    }
    return range;
}

}  // namespace

void Deducer::start(const Graph& graph, int max_per_cell, const MineCount& count,
                    const Budget& budget) {
    count_ = count;
    budget_ = budget;
    knowledge.start(graph, max_per_cell);
    knowledge.tracking = true;
    next_settled_ = 0;
    active_.clear();
    listed_.assign(to_index(graph.size()), 0);
    resize_scratch(to_index(graph.size()));
}

void Deducer::resize_scratch(std::size_t cells) {
    clear_cell_groups();
    if (seen_.size() == cells) return;
    seen_.assign(cells, 0);
    stamp_ = 0;
    group_.assign(cells, -1);
}

void Deducer::copy_from(const Deducer& other) {
    count_ = other.count_;
    budget_ = other.budget_;
    knowledge = other.knowledge;
    active_ = other.active_;
    listed_ = other.listed_;
    next_settled_ = other.next_settled_;
    resize_scratch(other.seen_.size());
}

void Deducer::opened(std::span<const std::int32_t> cells, std::span<const std::int16_t> states) {
    knowledge.open(cells, states);
    knowledge.propagate();
}

std::int32_t Deducer::next_safe(std::span<const std::int16_t> states) {
    for (; next_settled_ < knowledge.settled.size(); ++next_settled_) {
        const std::int32_t cell = knowledge.settled[next_settled_];
        if (states[to_index(cell)] == kCovered && knowledge.value(cell) == 0) return cell;
    }
    knowledge.settled.clear();
    next_settled_ = 0;
    return -1;
}

// Moves to a stamp that no cell has.
void Deducer::next_stamp() {
    if (++stamp_ != 0) return;
    std::fill(seen_.begin(), seen_.end(), std::uint16_t{0});
    stamp_ = 1;
}

void Deducer::add_connected_clues(std::vector<std::int32_t>& clues) {
    if (const Knowledge::Sets& sets = knowledge.sets(); sets.around != nullptr) {
        CellSet seen_clues, seen_cells;
        for (const std::int32_t clue : clues) seen_clues.insert(clue);
        for (std::size_t head = 0; head < clues.size(); ++head) {
            const CellSet cells = (sets.around[clues[head]] & sets.unknown) - seen_cells;
            seen_cells |= cells;
            cells.for_each([&](std::int32_t cell) {
                const CellSet found = (sets.around[cell] & sets.clues) - seen_clues;
                seen_clues |= found;
                found.for_each([&](std::int32_t clue) { clues.push_back(clue); });
            });
        }
        return;
    }
    next_stamp();
    for (const std::int32_t clue : clues) seen_[to_index(clue)] = stamp_;
    for (std::size_t head = 0; head < clues.size(); ++head)
        for (const std::int32_t cell : knowledge.graph().neighbors(clues[head])) {
            if (seen_[to_index(cell)] == stamp_ || !knowledge.unknown(cell)) continue;
            seen_[to_index(cell)] = stamp_;
            for (const std::int32_t clue : knowledge.graph().neighbors(cell)) {
                if (knowledge.room(clue) <= 0 || seen_[to_index(clue)] == stamp_) continue;
                seen_[to_index(clue)] = stamp_;
                clues.push_back(clue);
            }
        }
}

// Moves the changed clues to clues_ and adds them to active_.
void Deducer::take_changed_clues() {
    clues_.clear();
    next_stamp();
    for (const std::int32_t clue : knowledge.changed) {
        if (knowledge.room(clue) <= 0 || seen_[to_index(clue)] == stamp_) continue;
        seen_[to_index(clue)] = stamp_;
        clues_.push_back(clue);
        if (!listed_[to_index(clue)]) {
            listed_[to_index(clue)] = 1;
            active_.push_back(clue);
        }
    }
    knowledge.changed.clear();
}

void Deducer::skip_deduction() {
    take_changed_clues();
}

bool Deducer::deduce() {
    take_changed_clues();
    if (clues_.empty()) return false;
    add_connected_clues(clues_);
    grouper_.group(knowledge, clues_, local_problem_);
    bool settled = false;
    for (const Component& component : local_problem_.components)
        settled = deduce(component) || settled;
    local_.release_memory();
    if (settled) knowledge.propagate();
    return settled;
}

// Settles the certain cells of one component of the local problem.
bool Deducer::deduce(const Component& component) {
    bool settled = false;
    const CertainGroups::Answer answer = certain_groups_.search(local_problem_, component);
    if (answer == CertainGroups::Answer::kNone) return false;
    if (answer == CertainGroups::Answer::kFound) {
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g)
            settled = settle_group(local_problem_, local_problem_.groups[to_index(g)],
                                   certain_groups_.safe(g - component.group_begin),
                                   certain_groups_.full(g - component.group_begin)) ||
                      settled;
        return settled;
    }
    // Components that overflow doubles or exceed the work budget are left to analyze().
    local_.track_mines(false);
    local_.list_small(answer == CertainGroups::Answer::kUnfit);
    try {
        local_.clear();
        if (!local_.add(local_problem_, component, budget_)) return false;
    } catch (const BudgetExceeded&) {
        return false;
    }
    const double one = 1.0;
    if (!local_.backward_pass(0, {&one, 1})) return false;
    for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
        const Group& group = local_problem_.groups[to_index(g)];
        const std::int32_t low = local_.marginal(0, g - component.group_begin, distribution_);
        const MineRange mines = mine_range(distribution_, low);
        settled = settle_group(local_problem_, group, mines.most == 0,
                               mines.least == group.size() * local_problem_.max_per_cell) ||
                  settled;
    }
    return settled;
}

// Settles a group whose cells are all safe or all full of mines. Returns whether it did.
bool Deducer::settle_group(const Problem& problem, const Group& group, bool safe, bool full) {
    if (!safe && !full) return false;
    for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i) {
        const std::int32_t cell = problem.group_cells[to_index(i)];
        if (knowledge.unknown(cell)) knowledge.settle(cell, safe ? 0 : problem.max_per_cell);
    }
    return true;
}

bool Deducer::analyze() {
    std::erase_if(active_, [&](std::int32_t clue) {
        if (knowledge.room(clue) > 0) return false;
        listed_[to_index(clue)] = 0;
        return true;
    });
    clear_cell_groups();
    grouper_.group(knowledge, active_, problem_);
    counting_.clear();
    counting_.track_mines(true);
    polynomials_.clear();
    bool in_range = true;
    for (const Component& component : problem_.components)
        in_range = counting_.add(problem_, component, budget_) && in_range;
    if (!in_range) return analyze_wide();
    double log2_scale = 0.0;
    for (std::size_t c = 0; c < problem_.components.size(); ++c) {
        const auto count = counting_.count(c);
        polynomials_.push_back({count.low, count.weights});
        log2_scale += counting_.scale(c);
    }
    const Floating floating{problem_.floating, problem_.floating_flagged, problem_.max_per_cell};
    combine(polynomials_, floating, total(), false, combined_);
    log2_layouts_ = combined_.log2_total + log2_scale + count_.log2_ways();

    in_doubles_ = true;
    index_cell_groups();
    bool settled = false;
    group_mine_.assign(problem_.groups.size(), 0.0);
    group_certain_.assign(problem_.groups.size(), 0);
    if (std::any_of(combined_.out_of_range.begin(), combined_.out_of_range.end(),
                    [](char b) { return b; }))
        return analyze_wide();
    for (std::size_t c = 0; c < problem_.components.size(); ++c)
        in_range = counting_.backward_pass(c, {combined_.outside.data() + combined_.begin[c],
                                               combined_.begin[c + 1] - combined_.begin[c]}) &&
                   in_range;
    if (!in_range) return analyze_wide();
    for (std::size_t c = 0; c < problem_.components.size(); ++c) {
        const Component& component = problem_.components[c];
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const Group& group = problem_.groups[to_index(g)];
            const std::int32_t low =
                counting_.marginal(c, g - component.group_begin, distribution_);
            const double sum = std::accumulate(distribution_.begin(), distribution_.end(), 0.0);
            double mined = 0.0;
            for (std::size_t i = 0; i < distribution_.size(); ++i)
                if (distribution_[i] > 0.0)
                    mined += distribution_[i] * one_of_group(group.size(), problem_.max_per_cell,
                                                             low + static_cast<std::int32_t>(i));
            group_mine_[to_index(g)] = mined / sum;
            const MineRange mines = mine_range(distribution_, low);
            group_certain_[to_index(g)] = mines.least > (group.size() - 1) * problem_.max_per_cell;
            settled = settle_group(problem_, group, mines.most == 0,
                                   mines.least == group.size() * problem_.max_per_cell) ||
                      settled;
        }
    }
    if (problem_.floating > 0 &&
        (combined_.floating_safe || (combined_.floating_certain && problem_.max_per_cell == 1))) {
        floating_cells(clues_);
        const int mines = combined_.floating_safe ? 0 : problem_.max_per_cell;
        for (const std::int32_t cell : clues_) knowledge.settle(cell, mines);
        settled = true;
    }
    if (settled) knowledge.propagate();
    return settled;
}

void Deducer::index_cell_groups() {
    component_of_group_.resize(problem_.groups.size());
    for (std::size_t c = 0; c < problem_.components.size(); ++c)
        for (std::int32_t g = problem_.components[c].group_begin;
             g < problem_.components[c].group_end; ++g) {
            component_of_group_[to_index(g)] = static_cast<std::int32_t>(c);
            for (std::int32_t i = problem_.groups[to_index(g)].cell_begin;
                 i < problem_.groups[to_index(g)].cell_end; ++i)
                group_[to_index(problem_.group_cells[to_index(i)])] = g;
        }
}

// Undoes index_cell_groups() before problem_ is replaced.
void Deducer::clear_cell_groups() {
    for (const std::int32_t cell : problem_.group_cells) group_[to_index(cell)] = -1;
    problem_.group_cells.clear();
}

// The same analysis by Solver, which has wide floats. Needed for giant components only.
bool Deducer::analyze_wide() {
    in_doubles_ = false;
    index_cell_groups();
    const Graph& graph = knowledge.graph();
    states_.resize(to_index(graph.size()));
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        // Known cells become unread: the needs of the clues already exclude their mines.
        states_[to_index(cell)] = knowledge.unknown(cell) ? kCovered : kUnread;
        if (knowledge.room(cell) > 0)
            states_[to_index(cell)] = static_cast<std::int16_t>(knowledge.need(cell));
    }
    const Question question({graph, states_, knowledge.max_per_cell()},
                            count_.without(knowledge.known_mines()), budget_);
    solver_.solve(question, solution_);
    log2_layouts_ = solution_.log2_layouts;
    group_mine_.resize(problem_.groups.size());
    for (std::size_t g = 0; g < problem_.groups.size(); ++g)
        group_mine_[g] = solution_.mine_probability[to_index(
            problem_.group_cells[to_index(problem_.groups[g].cell_begin)])];
    floating_cells(clues_);
    combined_.floating_mine =
        clues_.empty() ? 1.0 : solution_.mine_probability[to_index(clues_.front())];
    bool settled = false;
    for (const std::int32_t cell : solution_.safe) {
        if (!knowledge.unknown(cell)) continue;
        knowledge.settle(cell, 0);
        settled = true;
    }
    if (knowledge.max_per_cell() == 1)
        for (const std::int32_t cell : solution_.mines) {
            if (!knowledge.unknown(cell)) continue;
            knowledge.settle(cell, 1);
            settled = true;
        }
    if (settled) knowledge.propagate();
    return settled;
}

void Deducer::floating_cells(std::vector<std::int32_t>& cells) const {
    cells.clear();
    for (std::int32_t cell = 0; cell < knowledge.graph().size(); ++cell)
        if (knowledge.unknown(cell) && component_of(cell) < 0) cells.push_back(cell);
}

}  // namespace sapper
