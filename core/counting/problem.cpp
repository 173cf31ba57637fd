#include "counting/problem.hpp"

#include <algorithm>
#include <cassert>

#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

void Grouper::group(const Knowledge& knowledge, Problem& problem) {
    active_.clear();
    const std::int32_t cells = knowledge.graph().size();
    for (std::int32_t cell = 0; cell < cells; ++cell)
        if (knowledge.room(cell) > 0) active_.push_back(cell);
    group(knowledge, active_, problem);
}

void Grouper::group(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                    Problem& problem) {
    problem.max_per_cell = knowledge.max_per_cell();
    problem.known_mines = knowledge.known_mines();
    problem.probe_clue = -1;
    problem.probe_base = knowledge.probe() >= 0 ? -knowledge.need(knowledge.probe()) : 0;
    static thread_local std::vector<std::int32_t> marks;
    if (marks.size() < to_index(knowledge.graph().size()))
        marks.resize(to_index(knowledge.graph().size()), 0);
    mark_ = marks.data();
    if (!use_bits || !group_small(knowledge, clues, problem)) {
        problem.probe_clue = -1;
        make_groups(knowledge, clues, problem);
        drop_repeated_clues(problem);
        split_components(problem);
    }
    assert(is_consistent(problem));
}

bool is_consistent(const Problem& problem) {
    const auto within = [](std::int32_t begin, std::int32_t end, std::size_t size) {
        return begin >= 0 && begin < end && to_index(end) <= size;
    };
    std::int32_t clue = 0, group = 0;
    std::size_t cells = 0;
    for (const Component& component : problem.components) {
        if (component.clue_begin != clue || component.group_begin != group) return false;
        clue = component.clue_end;
        for (; group < component.group_end; ++group) {
            const Group& own = problem.groups[to_index(group)];
            if (!within(own.cell_begin, own.cell_end, problem.group_cells.size()) ||
                !within(own.clue_begin, own.clue_end, problem.group_clues.size()))
                return false;
            cells += to_index(own.size());
            for (std::int32_t link = own.clue_begin; link < own.clue_end; ++link) {
                const std::int32_t of = problem.group_clues[to_index(link)];
                if (of < component.clue_begin || of >= component.clue_end) return false;
            }
        }
    }
    return to_index(clue) == problem.clues.size() && to_index(group) == problem.groups.size() &&
           cells == problem.group_cells.size() && problem.floating >= 0 &&
           problem.floating_flagged >= 0;
}

// Partition refinement: returns the new class of a member of class `old` that belongs to
// `splitter`. Members for which this is not called keep the old class.
std::int32_t Grouper::refine(std::int32_t old, std::int32_t splitter) {
    if (stamp_[to_index(old)] != splitter) {
        stamp_[to_index(old)] = splitter;
        fresh_[to_index(old)] = static_cast<std::int32_t>(stamp_.size());
        stamp_.push_back(-1);
        fresh_.push_back(0);
    }
    return fresh_[to_index(old)];
}

// Groups the frontier by partition refinement: every clue splits each class of cells into those
// next to it and the others, so finally two cells are in one class exactly if they have the same
// clues. Classes 0 and 1 are the unflagged and the flagged cells next to no clue so far.
void Grouper::make_groups(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                          Problem& problem) {
    const Graph& graph = knowledge.graph();
    problem.clues.clear();
    problem.groups.clear();
    problem.group_clues.clear();
    frontier_.clear();
    stamp_.assign(2, -1);
    fresh_.assign(2, 0);
    for (const std::int32_t cell : clues) {
        const auto index = static_cast<std::int32_t>(problem.clues.size());
        const std::int32_t room = knowledge.room(cell);
        mark_[to_index(cell)] = index;
        if (cell == knowledge.probe()) problem.probe_clue = index;
        problem.clues.push_back(
            {cell, cell == knowledge.probe() ? room : knowledge.need(cell), room});
        for (const std::int32_t other : graph.neighbors(cell)) {
            if (!knowledge.unknown(other)) continue;
            std::int32_t& known = mark_[to_index(other)];
            if (known == 0) {
                frontier_.push_back(other);
                if (knowledge.flagged(other)) known = 1;
            }
            known = refine(known, index);
        }
    }

    std::sort(frontier_.begin(), frontier_.end());
    group_of_class_.assign(stamp_.size(), -1);
    for (const std::int32_t cell : frontier_) {
        std::int32_t& group = group_of_class_[to_index(mark_[to_index(cell)])];
        if (group < 0) {
            group = static_cast<std::int32_t>(problem.groups.size());
            const auto begin = static_cast<std::int32_t>(problem.group_clues.size());
            for (const std::int32_t clue : graph.neighbors(cell))
                if (knowledge.room(clue) > 0) problem.group_clues.push_back(mark_[to_index(clue)]);
            const auto end = static_cast<std::int32_t>(problem.group_clues.size());
            problem.groups.push_back({0, 0, begin, end, knowledge.flagged(cell)});
        }
        ++problem.groups[to_index(group)].cell_end;
    }
    std::int32_t total = 0;
    for (Group& group : problem.groups) {
        group.cell_begin = total;
        total += group.cell_end;
        group.cell_end = group.cell_begin;
    }
    problem.group_cells.resize(to_index(total));
    std::int64_t flagged = 0;
    for (const std::int32_t cell : frontier_) {
        std::int32_t& known = mark_[to_index(cell)];
        Group& group = problem.groups[to_index(group_of_class_[to_index(known)])];
        problem.group_cells[to_index(group.cell_end++)] = cell;
        if (group.flagged) ++flagged;
        known = 0;
    }
    for (const std::int32_t cell : clues) mark_[to_index(cell)] = 0;
    problem.floating_flagged = knowledge.unknown_flagged() - flagged;
    problem.floating = knowledge.unknown_plain() - (total - flagged);
}

// Drops duplicate clues: two clues with the same groups are the same equation, or contradict each
// other.
void Grouper::drop_repeated_clues(Problem& problem) {
    const std::size_t clues = problem.clues.size();
    class_of_clue_.assign(clues, 0);
    stamp_.assign(1, -1);
    fresh_.assign(1, 0);
    for (std::size_t g = 0; g < problem.groups.size(); ++g) {
        const Group& group = problem.groups[g];
        for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
            std::int32_t& known = class_of_clue_[to_index(problem.group_clues[to_index(i)])];
            known = refine(known, static_cast<std::int32_t>(g));
        }
    }
    std::vector<std::int32_t>& kept_of_class = fresh_;
    kept_of_class.assign(stamp_.size(), -1);
    queue_.assign(clues, -1);  // old clue -> new index, or -1
    std::size_t kept = 0;
    for (std::size_t c = 0; c < clues; ++c) {
        const bool probe = static_cast<std::int32_t>(c) == problem.probe_clue;
        std::int32_t& keeper = kept_of_class[to_index(class_of_clue_[c])];
        if (!probe && keeper >= 0) {
            if (problem.clues[to_index(keeper)].need != problem.clues[c].need) {
                throw Contradiction("two clues see the same cells and disagree",
                                    problem.clues[c].cell);
            }
            continue;
        }
        const auto target = static_cast<std::int32_t>(kept);
        if (probe)
            problem.probe_clue = target;
        else
            keeper = target;
        queue_[c] = target;
        problem.clues[kept++] = problem.clues[c];
    }
    if (kept == clues) return;
    problem.clues.resize(kept);
    std::size_t end = 0;
    for (Group& group : problem.groups) {
        const auto begin = static_cast<std::int32_t>(end);
        for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
            const std::int32_t target = queue_[to_index(problem.group_clues[to_index(i)])];
            if (target >= 0) problem.group_clues[end++] = target;
        }
        group.clue_begin = begin;
        group.clue_end = static_cast<std::int32_t>(end);
    }
    problem.group_clues.resize(end);
}

// Finds the components by breadth-first search over clues and groups, then renumbers both so that
// each component is a contiguous range.
void Grouper::split_components(Problem& problem) {
    const std::size_t clues = problem.clues.size();
    problem.components.clear();
    clue_groups_begin_.assign(clues + 1, 0);
    for (const std::int32_t clue : problem.group_clues) ++clue_groups_begin_[to_index(clue) + 1];
    for (std::size_t c = 0; c < clues; ++c) clue_groups_begin_[c + 1] += clue_groups_begin_[c];
    clue_groups_.resize(problem.group_clues.size());
    std::vector<std::int32_t>& cursor = fresh_;
    cursor.assign(clue_groups_begin_.begin(), clue_groups_begin_.end() - 1);
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        for (std::int32_t i = problem.groups[g].clue_begin; i < problem.groups[g].clue_end; ++i)
            clue_groups_[to_index(cursor[to_index(problem.group_clues[to_index(i)])]++)] =
                static_cast<std::int32_t>(g);

    clue_rank_.assign(clues, -1);
    group_rank_.assign(problem.groups.size(), -1);
    queue_.clear();
    std::int32_t next_group = 0;
    for (std::size_t start = 0; start < clues; ++start) {
        if (clue_rank_[start] >= 0) continue;
        Component component{static_cast<std::int32_t>(queue_.size()), 0, next_group, 0};
        clue_rank_[start] = static_cast<std::int32_t>(queue_.size());
        queue_.push_back(static_cast<std::int32_t>(start));
        for (std::size_t head = to_index(component.clue_begin); head < queue_.size(); ++head) {
            const std::size_t c = to_index(queue_[head]);
            for (std::int32_t i = clue_groups_begin_[c]; i < clue_groups_begin_[c + 1]; ++i) {
                const std::int32_t g = clue_groups_[to_index(i)];
                if (group_rank_[to_index(g)] >= 0) continue;
                group_rank_[to_index(g)] = next_group++;
                const Group& group = problem.groups[to_index(g)];
                for (std::int32_t k = group.clue_begin; k < group.clue_end; ++k) {
                    const std::int32_t other = problem.group_clues[to_index(k)];
                    if (clue_rank_[to_index(other)] >= 0) continue;
                    clue_rank_[to_index(other)] = static_cast<std::int32_t>(queue_.size());
                    queue_.push_back(other);
                }
            }
        }
        component.clue_end = static_cast<std::int32_t>(queue_.size());
        component.group_end = next_group;
        problem.components.push_back(component);
    }

    clues_in_order_.resize(clues);
    for (std::size_t c = 0; c < clues; ++c)
        clues_in_order_[to_index(clue_rank_[c])] = problem.clues[c];
    problem.clues.swap(clues_in_order_);
    groups_in_order_.resize(problem.groups.size());
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        groups_in_order_[to_index(group_rank_[g])] = problem.groups[g];
    problem.groups.swap(groups_in_order_);
    for (std::int32_t& clue : problem.group_clues) clue = clue_rank_[to_index(clue)];
    if (problem.probe_clue >= 0) problem.probe_clue = clue_rank_[to_index(problem.probe_clue)];
}

}  // namespace sapper
