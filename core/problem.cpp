#include "problem.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "failures.hpp"

namespace sapper {

namespace {

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

void Reducer::reduce(const Position& position, const ReduceOptions& options, Problem& problem) {
    read_states(position, options, problem);
    if (options.propagate) propagate(position, problem);
    group_cells(position, options, problem);
    drop_repeated_clues(problem);
    split_components(problem);
}

void Reducer::read_states(const Position& position, const ReduceOptions& options,
                          Problem& problem) {
    const std::int32_t cells = position.graph.size();
    if (position.states.size() != at(cells))
        throw std::invalid_argument("one state a cell is needed");
    if (position.max_per_cell < 1) throw std::invalid_argument("a cell must hold a mine");
    problem.max_per_cell = position.max_per_cell;
    problem.known_mines = 0;
    problem.probe_clue = -1;
    problem.probe_base = 0;
    problem.value.assign(at(cells), 0);
    need_.assign(at(cells), 0);
    room_.assign(at(cells), -1);
    ready_.clear();
    unknown_plain_ = unknown_flagged_ = 0;
    probe_ = options.probe;
    if (probe_ >= 0 && (probe_ >= cells || position.states[at(probe_)] != kCovered))
        throw std::invalid_argument("only a covered cell without a flag can be probed");

    const int plain_cap = problem.cap(false);
    const int flagged_cap = problem.cap(true);
    for (std::int32_t cell = 0; cell < cells; ++cell) {
        const std::int16_t state = position.states[at(cell)];
        if (state == kCovered && cell != probe_) {
            problem.value[at(cell)] = kUnknown;
            ++unknown_plain_;
        } else if (state == kFlagged) {
            ++problem.known_mines;
            if (flagged_cap == 0) {
                problem.value[at(cell)] = 1;
            } else {
                problem.value[at(cell)] = kUnknown;
                ++unknown_flagged_;
            }
        } else if (state >= 0 || cell == probe_) {
            std::int32_t need = cell == probe_ ? 0 : state;
            std::int64_t room = 0;
            for (const std::int32_t other : position.graph.neighbors(cell)) {
                const std::int16_t seen = position.states[at(other)];
                if (seen == kCovered) {
                    if (other != probe_) room += plain_cap;
                } else if (seen == kFlagged) {
                    room += flagged_cap;
                    --need;
                }
            }
            if (room > std::numeric_limits<std::int32_t>::max())
                throw std::invalid_argument("too many neighbours for so many mines a cell");
            room_[at(cell)] = static_cast<std::int32_t>(room);
            need_[at(cell)] = need;
            if (cell == probe_) continue;
            if (need < 0 || need > room) throw Contradiction("a clue cannot be met", cell);
            if (room > 0 && (need == 0 || need == room)) ready_.push_back(cell);
        } else if (state != kUnlabeled) {
            throw std::invalid_argument("unknown cell state");
        }
    }
}

void Reducer::settle(const Position& position, std::int32_t cell, int extra, Problem& problem) {
    const bool flagged = position.states[at(cell)] == kFlagged;
    const int cap = problem.cap(flagged);
    problem.value[at(cell)] = static_cast<std::int16_t>(extra + (flagged ? 1 : 0));
    problem.known_mines += extra;
    --(flagged ? unknown_flagged_ : unknown_plain_);
    for (const std::int32_t clue : position.graph.neighbors(cell)) {
        if (!is_clue(clue)) continue;
        std::int32_t& need = need_[at(clue)];
        std::int32_t& room = room_[at(clue)];
        need -= extra;
        room -= cap;
        if (clue == probe_) continue;
        if (need < 0 || need > room) throw Contradiction("a clue cannot be met", clue);
        if (room > 0 && (need == 0 || need == room)) ready_.push_back(clue);
    }
}

void Reducer::propagate(const Position& position, Problem& problem) {
    while (!ready_.empty()) {
        const std::int32_t clue = ready_.back();
        ready_.pop_back();
        if (room_[at(clue)] == 0) continue;
        const bool fill = need_[at(clue)] != 0;
        for (const std::int32_t cell : position.graph.neighbors(clue)) {
            if (problem.value[at(cell)] != kUnknown) continue;
            const bool flagged = position.states[at(cell)] == kFlagged;
            settle(position, cell, fill ? problem.cap(flagged) : 0, problem);
        }
    }
}

// Partition refinement: every clue splits each class of cells into those it sees and those it does
// not, so that in the end two cells share a class exactly when they have the same clues.
void Reducer::group_cells(const Position& position, const ReduceOptions& options,
                          Problem& problem) {
    const std::int32_t cells = position.graph.size();
    problem.clues.clear();
    problem.groups.clear();
    problem.group_cells.clear();
    problem.group_clues.clear();
    frontier_.clear();
    class_.assign(at(cells), 0);
    clue_index_.resize(at(cells));
    stamp_.assign(2, -1);
    fresh_.assign(2, 0);

    for (std::int32_t cell = 0; cell < cells; ++cell) {
        if (room_[at(cell)] <= 0) continue;
        const auto index = static_cast<std::int32_t>(problem.clues.size());
        clue_index_[at(cell)] = index;
        if (cell == probe_) {
            problem.probe_clue = index;
            problem.probe_base = -need_[at(cell)];
            problem.clues.push_back({cell, room_[at(cell)], room_[at(cell)]});
        } else {
            problem.clues.push_back({cell, need_[at(cell)], room_[at(cell)]});
        }
        for (const std::int32_t other : position.graph.neighbors(cell)) {
            if (problem.value[at(other)] != kUnknown) continue;
            std::int32_t& old = class_[at(other)];
            if (old == 0) {
                frontier_.push_back(other);
                if (position.states[at(other)] == kFlagged) old = 1;
            }
            if (stamp_[at(old)] != index) {
                stamp_[at(old)] = index;
                fresh_[at(old)] = static_cast<std::int32_t>(stamp_.size());
                stamp_.push_back(-1);
                fresh_.push_back(0);
            }
            old = fresh_[at(old)];
        }
    }
    if (probe_ >= 0 && problem.probe_clue < 0) problem.probe_base = -need_[at(probe_)];

    group_of_class_.assign(stamp_.size(), -1);
    for (const std::int32_t cell : frontier_) {
        std::int32_t& group = group_of_class_[at(class_[at(cell)])];
        if (group < 0) {
            group = static_cast<std::int32_t>(problem.groups.size());
            const bool flagged = position.states[at(cell)] == kFlagged;
            const auto begin = static_cast<std::int32_t>(problem.group_clues.size());
            for (const std::int32_t clue : position.graph.neighbors(cell))
                if (room_[at(clue)] > 0) problem.group_clues.push_back(clue_index_[at(clue)]);
            const auto end = static_cast<std::int32_t>(problem.group_clues.size());
            problem.groups.push_back({0, 0, begin, end, flagged});
        }
        ++problem.groups[at(group)].cell_end;
    }
    std::int32_t total = 0;
    for (Group& group : problem.groups) {
        group.cell_begin = total;
        total += group.cell_end;
        group.cell_end = group.cell_begin;
    }
    problem.group_cells.resize(at(total));
    std::int64_t flagged_frontier = 0;
    if (options.propagate) std::sort(frontier_.begin(), frontier_.end());
    for (const std::int32_t cell : frontier_) {
        Group& group = problem.groups[at(group_of_class_[at(class_[at(cell)])])];
        problem.group_cells[at(group.cell_end++)] = cell;
        if (group.flagged) ++flagged_frontier;
    }
    problem.floating_flagged = unknown_flagged_ - flagged_frontier;
    problem.floating =
        unknown_plain_ - (static_cast<std::int64_t>(frontier_.size()) - flagged_frontier);
}

// Two clues that see the same groups are one equation; where they disagree nothing fits.
void Reducer::drop_repeated_clues(Problem& problem) {
    const std::size_t clues = problem.clues.size();
    class_.assign(clues, 0);
    stamp_.assign(1, -1);
    fresh_.assign(1, 0);
    for (std::size_t g = 0; g < problem.groups.size(); ++g) {
        const Group& group = problem.groups[g];
        const auto index = static_cast<std::int32_t>(g);
        for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
            std::int32_t& old = class_[at(problem.group_clues[at(i)])];
            if (stamp_[at(old)] != index) {
                stamp_[at(old)] = index;
                fresh_[at(old)] = static_cast<std::int32_t>(stamp_.size());
                stamp_.push_back(-1);
                fresh_.push_back(0);
            }
            old = fresh_[at(old)];
        }
    }
    fresh_.assign(stamp_.size(), -1);  // class -> the clue kept for it
    queue_.assign(clues, -1);          // old clue -> new index, or -1
    std::size_t kept = 0;
    for (std::size_t c = 0; c < clues; ++c) {
        const auto index = static_cast<std::int32_t>(c);
        const bool probe = index == problem.probe_clue;
        std::int32_t& keeper = fresh_[at(class_[c])];
        if (!probe && keeper >= 0) {
            if (problem.clues[at(keeper)].need != problem.clues[c].need)
                throw Contradiction("two clues see the same cells and disagree",
                                    problem.clues[c].cell);
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
            const std::int32_t target = queue_[at(problem.group_clues[at(i)])];
            if (target >= 0) problem.group_clues[end++] = target;
        }
        group.clue_begin = begin;
        group.clue_end = static_cast<std::int32_t>(end);
    }
    problem.group_clues.resize(end);
}

// Breadth-first over clues and groups; both are then renumbered so that each component is a range.
void Reducer::split_components(Problem& problem) {
    const std::size_t clues = problem.clues.size();
    problem.components.clear();
    clue_groups_begin_.assign(clues + 1, 0);
    for (const std::int32_t clue : problem.group_clues) ++clue_groups_begin_[at(clue) + 1];
    for (std::size_t c = 0; c < clues; ++c) clue_groups_begin_[c + 1] += clue_groups_begin_[c];
    clue_groups_.resize(problem.group_clues.size());
    std::vector<std::int32_t>& cursor = fresh_;
    cursor.assign(clue_groups_begin_.begin(), clue_groups_begin_.end() - 1);
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        for (std::int32_t i = problem.groups[g].clue_begin; i < problem.groups[g].clue_end; ++i)
            clue_groups_[at(cursor[at(problem.group_clues[at(i)])]++)] =
                static_cast<std::int32_t>(g);

    std::vector<std::int32_t>& clue_rank = component_of_clue_;
    std::vector<std::int32_t>& group_rank = component_of_group_;
    clue_rank.assign(clues, -1);
    group_rank.assign(problem.groups.size(), -1);
    queue_.clear();
    std::int32_t next_group = 0;
    for (std::size_t start = 0; start < clues; ++start) {
        if (clue_rank[start] >= 0) continue;
        Component component{static_cast<std::int32_t>(queue_.size()), 0, next_group, 0};
        clue_rank[start] = static_cast<std::int32_t>(queue_.size());
        queue_.push_back(static_cast<std::int32_t>(start));
        for (std::size_t head = at(component.clue_begin); head < queue_.size(); ++head) {
            const std::size_t c = at(queue_[head]);
            for (std::int32_t i = clue_groups_begin_[c]; i < clue_groups_begin_[c + 1]; ++i) {
                const std::int32_t g = clue_groups_[at(i)];
                if (group_rank[at(g)] >= 0) continue;
                group_rank[at(g)] = next_group++;
                const Group& group = problem.groups[at(g)];
                for (std::int32_t k = group.clue_begin; k < group.clue_end; ++k) {
                    const std::int32_t other = problem.group_clues[at(k)];
                    if (clue_rank[at(other)] >= 0) continue;
                    clue_rank[at(other)] = static_cast<std::int32_t>(queue_.size());
                    queue_.push_back(other);
                }
            }
        }
        component.clue_end = static_cast<std::int32_t>(queue_.size());
        component.group_end = next_group;
        problem.components.push_back(component);
    }

    std::vector<Clue> clues_in_order(clues);
    for (std::size_t c = 0; c < clues; ++c) clues_in_order[at(clue_rank[c])] = problem.clues[c];
    problem.clues.swap(clues_in_order);
    std::vector<Group> groups_in_order(problem.groups.size());
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        groups_in_order[at(group_rank[g])] = problem.groups[g];
    problem.groups.swap(groups_in_order);
    for (std::int32_t& clue : problem.group_clues) clue = clue_rank[at(clue)];
    if (problem.probe_clue >= 0) problem.probe_clue = clue_rank[at(problem.probe_clue)];
}

}  // namespace sapper
