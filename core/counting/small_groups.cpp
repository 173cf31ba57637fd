// Groups and components of at most 64 clues and 64 groups by bit masks.
//
// Produces exactly the same Problem as the general algorithm in problem.cpp. The clues of a cell
// are one mask, and cells with equal masks form a group; the groups of a clue are one mask, and
// clues with equal masks are duplicates; components are found by breadth-first search over the
// masks.
#include <algorithm>
#include <bit>
#include <utility>

#include "counting/problem.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

using Set = std::uint64_t;

constexpr std::size_t kMost = 64;

Set only(std::size_t i) {
    return Set{1} << i;
}

std::size_t first(Set set) {
    return static_cast<std::size_t>(std::countr_zero(set));
}

}  // namespace

bool Grouper::group_small(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                          Problem& problem) {
    if (clues.size() > kMost || knowledge.unknown_flagged() > 0) return false;
    problem.groups.clear();
    problem.group_clues.clear();
    problem.group_cells.clear();
    std::fill_n(groups_of_, clues.size(), 0);
    read_clues(knowledge, clues, problem);
    const bool few = knowledge.sets().around != nullptr ? group_sets(knowledge, clues, problem)
                                                        : group_marked(knowledge, problem);
    for (const std::int32_t cell : clues) mark_[to_index(cell)] = 0;
    if (!few) return false;
    problem.floating_flagged = 0;
    problem.floating =
        knowledge.unknown_plain() - static_cast<std::int64_t>(problem.group_cells.size());
    drop_repeated_small(problem);
    split_small(problem);
    return true;
}

void Grouper::read_clues(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                         Problem& problem) {
    problem.clues.resize(clues.size());
    for (std::size_t c = 0; c < clues.size(); ++c) {
        const std::int32_t cell = clues[c];
        const bool probe = cell == knowledge.probe();
        if (probe) problem.probe_clue = static_cast<std::int32_t>(c);
        const std::int32_t room = knowledge.room(cell);
        problem.clues[c] = {cell, probe ? room : knowledge.need(cell), room};
        mark_[to_index(cell)] = static_cast<std::int32_t>(c);
    }
}

// Appends an empty group. add_to_group() then adds its clues.
void Grouper::begin_group(Problem& problem) {
    const auto begin = static_cast<std::int32_t>(problem.group_clues.size());
    problem.groups.push_back({0, 0, begin, begin, false});
}

void Grouper::add_to_group(std::int32_t clue, Problem& problem) {
    groups_of_[clue] |= only(problem.groups.size() - 1);
    problem.group_clues.push_back(clue);
    ++problem.groups.back().clue_end;
}

// Writes the frontier cells, ascending, into the ranges of their groups. On entry `cell_end` holds
// the number of cells of each group.
void Grouper::place_in_groups(Problem& problem) {
    std::int32_t total = 0;
    for (Group& group : problem.groups) {
        group.cell_begin = total;
        total += group.cell_end;
        group.cell_end = group.cell_begin;
    }
    problem.group_cells.resize(to_index(total));
    for (std::size_t i = 0; i < frontier_.size(); ++i) {
        Group& group = problem.groups[to_index(group_of_[i])];
        problem.group_cells[to_index(group.cell_end++)] = frontier_[i];
    }
}

// Builds the groups, in the order of their first cells, from the bit sets of a small board. Returns
// false if there are more than kMost.
bool Grouper::group_sets(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                         Problem& problem) {
    const Knowledge::Sets& sets = knowledge.sets();
    CellSet shown, cells;
    // Hash chains of the groups, keyed by their first clue.
    std::int32_t last[CellSet::kMost], before[kMost];
    CellSet clues_of[kMost];
    for (const std::int32_t clue : clues) {
        shown.insert(clue);
        cells |= sets.around[clue];
        last[clue] = -1;
    }
    frontier_.clear();
    group_of_.clear();
    bool few = true;
    (cells & sets.unknown).for_each([&](std::int32_t cell) {
        const CellSet seen_by = sets.around[cell] & shown;
        std::int32_t& newest = last[seen_by.first()];
        std::int32_t group = newest;
        while (group >= 0 && clues_of[group] != seen_by) group = before[group];
        if (group < 0) {
            few = few && problem.groups.size() < kMost;
            if (!few) return;
            group = static_cast<std::int32_t>(problem.groups.size());
            before[group] = newest;
            newest = group;
            clues_of[group] = seen_by;
            begin_group(problem);
            seen_by.for_each(
                [&](std::int32_t clue) { add_to_group(mark_[to_index(clue)], problem); });
        }
        ++problem.groups[to_index(group)].cell_end;
        frontier_.push_back(cell);
        group_of_.push_back(group);
    });
    if (few) place_in_groups(problem);
    return few;
}

// As group_sets(), for any board: first gathers the mask of clues of each frontier cell.
bool Grouper::group_marked(const Knowledge& knowledge, Problem& problem) {
    const Graph& graph = knowledge.graph();
    frontier_.clear();
    seen_by_.clear();
    for (std::size_t c = 0; c < problem.clues.size(); ++c)
        for (const std::int32_t other : graph.neighbors(problem.clues[c].cell)) {
            if (!knowledge.unknown(other)) continue;
            std::int32_t& place = mark_[to_index(other)];  // index in the frontier plus one
            if (place == 0) {
                frontier_.push_back(other);
                seen_by_.push_back(0);
                place = static_cast<std::int32_t>(frontier_.size());
            }
            seen_by_[to_index(place) - 1] |= only(c);
        }
    std::sort(frontier_.begin(), frontier_.end());
    // Hash chains of the groups, keyed by their first clue.
    std::int32_t last[kMost], before[kMost];
    Set clues_of[kMost];
    std::fill_n(last, problem.clues.size(), -1);
    group_of_.clear();
    bool few = true;
    for (const std::int32_t cell : frontier_) {
        const Set seen_by = seen_by_[to_index(std::exchange(mark_[to_index(cell)], 0)) - 1];
        std::int32_t& newest = last[first(seen_by)];
        std::int32_t group = newest;
        while (group >= 0 && clues_of[group] != seen_by) group = before[group];
        if (group < 0) {
            few = few && problem.groups.size() < kMost;
            if (!few) continue;  // continue rather than stop, to clear all marks
            group = static_cast<std::int32_t>(problem.groups.size());
            before[group] = newest;
            newest = group;
            clues_of[group] = seen_by;
            begin_group(problem);
            for (const std::int32_t clue : graph.neighbors(cell))
                if (knowledge.room(clue) > 0) add_to_group(mark_[to_index(clue)], problem);
        }
        ++problem.groups[to_index(group)].cell_end;
        group_of_.push_back(group);
    }
    if (few) place_in_groups(problem);
    return few;
}

// As drop_repeated_clues(). A duplicate of a clue shares its first group, so only the clues of that
// group are compared.
void Grouper::drop_repeated_small(Problem& problem) {
    kept_ = 0;
    for (std::size_t c = 0; c < problem.clues.size(); ++c) {
        bool repeats = false;
        if (static_cast<std::int32_t>(c) != problem.probe_clue && groups_of_[c] != 0) {
            const Group& group = problem.groups[first(groups_of_[c])];
            for (std::int32_t i = group.clue_begin; i < group.clue_end && !repeats; ++i) {
                const std::int32_t other = problem.group_clues[to_index(i)];
                repeats = groups_of_[other] == groups_of_[c] &&
                          (kept_ & only(to_index(other))) != 0 && other != problem.probe_clue;
                if (repeats && problem.clues[to_index(other)].need != problem.clues[c].need)
                    throw Contradiction("two clues see the same cells and disagree",
                                        problem.clues[c].cell);
            }
        }
        if (!repeats) kept_ |= only(c);
    }
}

// As split_components(), for the clues in kept_.
void Grouper::split_small(Problem& problem) {
    problem.components.clear();
    std::int32_t clue_rank[kMost], group_rank[kMost];
    std::size_t queue[kMost];
    Set clues_left = kept_, groups_left = 0;
    for (std::size_t c = 0; c < problem.clues.size(); ++c) groups_left |= groups_of_[c];
    std::size_t ranked = 0, head = 0;
    std::int32_t next_group = 0;
    const auto put = [&](std::size_t clue) {
        clues_left &= ~only(clue);
        clue_rank[clue] = static_cast<std::int32_t>(ranked);
        queue[ranked++] = clue;
    };
    while (clues_left != 0) {
        Component component{static_cast<std::int32_t>(ranked), 0, next_group, 0};
        put(first(clues_left));
        for (; head < ranked; ++head)
            for (Set rest = groups_of_[queue[head]] & groups_left; rest != 0; rest &= rest - 1) {
                const std::size_t g = first(rest);
                groups_left &= ~only(g);
                group_rank[g] = next_group++;
                const Group& group = problem.groups[g];
                for (std::int32_t k = group.clue_begin; k < group.clue_end; ++k) {
                    const std::size_t other = to_index(problem.group_clues[to_index(k)]);
                    if ((clues_left & only(other)) != 0) put(other);
                }
            }
        component.clue_end = static_cast<std::int32_t>(ranked);
        component.group_end = next_group;
        problem.components.push_back(component);
    }

    clues_in_order_.resize(ranked);
    for (std::size_t rank = 0; rank < ranked; ++rank)
        clues_in_order_[rank] = problem.clues[queue[rank]];
    problem.clues.swap(clues_in_order_);
    std::size_t end = 0;
    groups_in_order_.resize(problem.groups.size());
    for (std::size_t g = 0; g < problem.groups.size(); ++g) {
        Group group = problem.groups[g];
        const auto begin = static_cast<std::int32_t>(end);
        for (std::int32_t k = group.clue_begin; k < group.clue_end; ++k) {
            const std::size_t clue = to_index(problem.group_clues[to_index(k)]);
            if ((kept_ & only(clue)) != 0) problem.group_clues[end++] = clue_rank[clue];
        }
        group.clue_begin = begin;
        group.clue_end = static_cast<std::int32_t>(end);
        groups_in_order_[to_index(group_rank[g])] = group;
    }
    problem.groups.swap(groups_in_order_);
    problem.group_clues.resize(end);
    if (problem.probe_clue >= 0) problem.probe_clue = clue_rank[problem.probe_clue];
}

}  // namespace sapper
