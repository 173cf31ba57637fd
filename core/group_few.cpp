// Groups and components of at most 64 clues and 64 groups, as sets of bits.
//
// The same problem, entry for entry, as the general way makes of them: a cell's clues are one word,
// cells with the same word are a group, a clue's groups are one word, clues with the same word
// repeat each other, and what is reached over both is a component.
#include <algorithm>
#include <bit>

#include "failures.hpp"
#include "problem.hpp"

namespace sapper {

namespace {

using Set = std::uint64_t;

constexpr std::size_t kMost = 64;

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

Set only(std::size_t i) {
    return Set{1} << i;
}

std::size_t first(Set set) {
    return static_cast<std::size_t>(std::countr_zero(set));
}

}  // namespace

bool Grouper::group_few(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                        Problem& problem) {
    if (clues.size() > kMost || knowledge.unknown_flagged() > 0) return false;
    read_few(knowledge, clues, problem);
    const bool few = make_few_groups(knowledge, problem);
    for (const std::int32_t cell : frontier_) mark_[at(cell)] = 0;
    for (const std::int32_t cell : clues) mark_[at(cell)] = 0;
    if (!few) return false;
    drop_repeated_few(problem);
    split_few(problem);
    return true;
}

// The clues, and by frontier cell those that see it.
void Grouper::read_few(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                       Problem& problem) {
    const Graph& graph = knowledge.graph();
    problem.clues.resize(clues.size());
    frontier_.clear();
    seen_by_.clear();
    for (std::size_t c = 0; c < clues.size(); ++c) {
        const std::int32_t cell = clues[c];
        const bool probe = cell == knowledge.probe();
        if (probe) problem.probe_clue = static_cast<std::int32_t>(c);
        const std::int32_t room = knowledge.room(cell);
        problem.clues[c] = {cell, probe ? room : knowledge.need(cell), room};
        mark_[at(cell)] = static_cast<std::int32_t>(c);
        for (const std::int32_t other : graph.neighbors(cell)) {
            if (!knowledge.unknown(other)) continue;
            std::int32_t& place = mark_[at(other)];  // in the frontier, from one
            if (place == 0) {
                frontier_.push_back(other);
                seen_by_.push_back(0);
                place = static_cast<std::int32_t>(frontier_.size());
            }
            seen_by_[at(place) - 1] |= only(c);
        }
    }
}

// Groups in the order of their first cells. Returns false where they are too many.
bool Grouper::make_few_groups(const Knowledge& knowledge, Problem& problem) {
    const Graph& graph = knowledge.graph();
    problem.groups.clear();
    problem.group_clues.clear();
    std::sort(frontier_.begin(), frontier_.end());
    std::int32_t last[kMost], before[kMost];  // groups with the same first clue, as chains
    std::fill_n(last, problem.clues.size(), -1);
    for (const std::int32_t cell : frontier_) {
        Set& seen_by = seen_by_[at(mark_[at(cell)]) - 1];
        std::int32_t& newest = last[first(seen_by)];
        std::int32_t group = newest;
        while (group >= 0 && clues_of_[at(group)] != seen_by) group = before[group];
        if (group < 0) {
            if (problem.groups.size() == kMost) return false;
            group = static_cast<std::int32_t>(problem.groups.size());
            before[group] = newest;
            newest = group;
            clues_of_[at(group)] = seen_by;
            const auto begin = static_cast<std::int32_t>(problem.group_clues.size());
            for (const std::int32_t clue : graph.neighbors(cell))
                if (knowledge.room(clue) > 0) problem.group_clues.push_back(mark_[at(clue)]);
            const auto end = static_cast<std::int32_t>(problem.group_clues.size());
            problem.groups.push_back({0, 0, begin, end, false});
        }
        ++problem.groups[at(group)].cell_end;
        seen_by = static_cast<Set>(group);
    }
    std::int32_t total = 0;
    for (Group& group : problem.groups) {
        group.cell_begin = total;
        total += group.cell_end;
        group.cell_end = group.cell_begin;
    }
    problem.group_cells.resize(at(total));
    for (const std::int32_t cell : frontier_) {
        Group& group = problem.groups[seen_by_[at(mark_[at(cell)]) - 1]];
        problem.group_cells[at(group.cell_end++)] = cell;
    }
    problem.floating_flagged = 0;
    problem.floating = knowledge.unknown_plain() - total;
    return true;
}

// See drop_repeated_clues().
void Grouper::drop_repeated_few(Problem& problem) {
    const std::size_t clues = problem.clues.size();
    std::fill_n(groups_of_, clues, 0);
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        for (Set rest = clues_of_[g]; rest != 0; rest &= rest - 1)
            groups_of_[first(rest)] |= only(g);
    Set kept = 0;
    for (std::size_t c = 0; c < clues; ++c) {
        bool repeats = false;
        if (static_cast<std::int32_t>(c) != problem.probe_clue && groups_of_[c] != 0) {
            // Whoever sees the same groups sees the first of them.
            Set rest = kept & clues_of_[first(groups_of_[c])];
            if (problem.probe_clue >= 0) rest &= ~only(at(problem.probe_clue));
            for (; rest != 0 && !repeats; rest &= rest - 1)
                if (groups_of_[first(rest)] == groups_of_[c]) {
                    repeats = true;
                    if (problem.clues[first(rest)].need != problem.clues[c].need)
                        throw Contradiction("two clues see the same cells and disagree",
                                            problem.clues[c].cell);
                }
        }
        if (!repeats) kept |= only(c);
    }
    kept_ = kept;
}

// See split_components(). Of the clues only those that were kept take part.
void Grouper::split_few(Problem& problem) {
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
                    const std::size_t other = at(problem.group_clues[at(k)]);
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
            const std::size_t clue = at(problem.group_clues[at(k)]);
            if ((kept_ & only(clue)) != 0) problem.group_clues[end++] = clue_rank[clue];
        }
        group.clue_begin = begin;
        group.clue_end = static_cast<std::int32_t>(end);
        groups_in_order_[at(group_rank[g])] = group;
    }
    problem.groups.swap(groups_in_order_);
    problem.group_clues.resize(end);
    if (problem.probe_clue >= 0) problem.probe_clue = clue_rank[problem.probe_clue];
}

}  // namespace sapper
