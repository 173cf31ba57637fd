#include "counting/layout_enumeration.hpp"

#include <algorithm>
#include <cmath>

#include "counting/combine.hpp"
#include "counting/floating_cells.hpp"
#include "support/index.hpp"

namespace sapper {

LayoutEnumeration::LayoutEnumeration(const Question& question) {
    Reducer reducer;
    reducer.reduce(question.position(), {}, problem_);
    for (const Component& component : problem_.components)
        counting_.add(problem_, component, question.budget());
    read_cells(question, reducer.knowledge);
    read_parts(question.budget());
    set_totals(question);
}

// Sets the known cells of the layout, and lists the others by group.
void LayoutEnumeration::read_cells(const Question& question, const Knowledge& knowledge) {
    const std::int32_t cells = question.position().graph.size();
    layout_.assign(to_index(cells), 0);
    groups_.resize(problem_.groups.size());
    group_mines_.resize(problem_.groups.size());
    std::vector<char> grouped(to_index(cells), 0);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const Group& group = problem_.groups[g];
        for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i) {
            const std::int32_t cell = problem_.group_cells[to_index(i)];
            groups_[g].add(cell, problem_.cap(group.flagged), group.flagged ? 1 : 0);
            grouped[to_index(cell)] = 1;
        }
    }
    for (std::int32_t cell = 0; cell < cells; ++cell) {
        if (!knowledge.unknown(cell)) {
            layout_[to_index(cell)] = knowledge.value(cell);
        } else if (!grouped[to_index(cell)]) {
            const bool flagged = knowledge.flagged(cell);
            floating_.add(cell, problem_.cap(flagged), flagged ? 1 : 0);
        }
    }
    capacity_ =
        Floating{problem_.floating, problem_.floating_flagged, problem_.max_per_cell}.capacity();
}

// Reads the possible mines of every component, and from the last one on the possible sums.
void LayoutEnumeration::read_parts(const Budget& budget) {
    parts_.resize(problem_.components.size());
    walks_.reserve(parts_.size());
    std::uint64_t bytes = 0;
    std::int64_t low = 0, high = 0;
    std::vector<char> sums{1};  // sums[i]: whether low + i is a possible sum
    for (std::size_t c = parts_.size(); c-- > 0;) {
        Part& part = parts_[c];
        const auto count = counting_.count(c);
        part.low = count.low;
        for (const Possible weight : count.weights) part.possible.push_back(weight.value);
        part.group_begin = to_index(problem_.components[c].group_begin);
        part.group_end = to_index(problem_.components[c].group_end);
        const auto most = static_cast<std::int64_t>(part.possible.size()) - 1;
        bytes += static_cast<std::uint64_t>(high - low + most + 1) * sizeof(std::int32_t);
        if (bytes > budget.bytes) throw BudgetExceeded(0, std::log2(static_cast<double>(bytes)));
        std::vector<char> joint(sums.size() + part.possible.size() - 1, 0);
        for (std::size_t i = 0; i < part.possible.size(); ++i)
            for (std::size_t j = 0; part.possible[i] && j < sums.size(); ++j)
                joint[i + j] |= sums[j];
        sums.swap(joint);
        count_steps(std::uint64_t{sums.size()} * part.possible.size());
        low += part.low;
        high += part.low + most;
        part.sum_low = low;
        part.sum_high = high;
        part.next_sum.resize(sums.size());
        auto next = static_cast<std::int32_t>(sums.size());
        for (std::size_t i = sums.size(); i-- > 0;) {
            if (sums[i]) next = static_cast<std::int32_t>(i);
            part.next_sum[i] = next;
        }
    }
    for (std::size_t c = 0; c < parts_.size(); ++c)
        counting_.with_tables(c, [&](const auto& tables, int index) {
            using Walk = typename std::decay_t<decltype(tables)>::Walk;
            walks_.emplace_back(std::in_place_type<Walk>, tables, index);
        });
}

// Sets the range of the mines in components and floating cells together.
void LayoutEnumeration::set_totals(const Question& question) {
    const Total total = Total::of(question.count(), problem_.known_mines);
    for (const MineCount::Total& possible : total.prior)
        totals_.push_back(possible.mines + total.mines);
    total_ = parts_.empty() ? 0 : parts_.front().sum_low;
    last_total_ = (parts_.empty() ? 0 : parts_.front().sum_high) + capacity_;
    if (total.odds < 0.0) {
        total_ = std::max(total_, total.least());
        last_total_ = std::min(last_total_, total.most(0));
    }
}

// Whether the components from `part` on and the floating cells can hold that number of mines.
bool LayoutEnumeration::can_hold(std::size_t part, std::int64_t mines) const {
    if (part == parts_.size()) return mines >= 0 && mines <= capacity_;
    const Part& p = parts_[part];
    const std::int64_t least = std::max(mines - capacity_, p.sum_low);
    if (least > p.sum_high) return false;
    const auto from = static_cast<std::size_t>(least - p.sum_low);
    return p.sum_low + p.next_sum[from] <= std::min(mines, p.sum_high);
}

// Gives the component its least possible number of mines from `least` on, and all later components
// theirs. Returns false if there is none.
bool LayoutEnumeration::set_mines(std::size_t part, std::int32_t least) {
    std::int64_t rest = total_;
    for (std::size_t c = 0; c < part; ++c) rest -= parts_[c].mines;
    for (std::size_t c = part; c < parts_.size(); ++c) {
        Part& p = parts_[c];
        const auto end = p.low + static_cast<std::int32_t>(p.possible.size());
        std::int32_t mines = c == part ? std::max(least, p.low) : p.low;
        while (mines < end &&
               !(p.possible[to_index(mines - p.low)] && can_hold(c + 1, rest - mines)))
            ++mines;
        if (mines == end) return false;
        p.mines = mines;
        rest -= mines;
    }
    floating_mines_ = rest;
    return true;
}

// Finds the first possible total from total_ on.
bool LayoutEnumeration::start_total() {
    for (; total_ <= last_total_; ++total_) {
        if (!totals_.empty() && !std::binary_search(totals_.begin(), totals_.end(), total_))
            continue;
        if (!can_hold(0, total_)) continue;
        set_mines(0, 0);
        start_walks(0);
        return true;
    }
    return false;
}

bool LayoutEnumeration::next_mines() {
    for (std::size_t c = parts_.size(); c-- > 0;)
        if (set_mines(c, parts_[c].mines + 1)) {
            start_walks(0);
            return true;
        }
    return false;
}

// Starts the walks of all components from `first_part` on, and all placements.
void LayoutEnumeration::start_walks(std::size_t first_part) {
    for (std::size_t c = first_part; c < parts_.size(); ++c)
        std::visit([&](auto& walk) { walk.start(parts_[c].mines); }, walks_[c]);
    for (std::size_t c = 0; c < parts_.size(); ++c) {
        const Part& part = parts_[c];
        const std::span<std::int32_t> held(group_mines_.data() + part.group_begin,
                                           part.group_end - part.group_begin);
        std::visit([&](const auto& walk) { walk.read(held); }, walks_[c]);
    }
    start_placements(0);
}

bool LayoutEnumeration::next_walk() {
    for (std::size_t c = parts_.size(); c-- > 0;)
        if (std::visit([](auto& walk) { return walk.next(); }, walks_[c])) {
            start_walks(c + 1);
            return true;
        }
    return false;
}

// Starts the placements of all groups from `first_group` on, and of the floating cells.
void LayoutEnumeration::start_placements(std::size_t first_group) {
    for (std::size_t g = first_group; g < groups_.size(); ++g)
        groups_[g].start(group_mines_[g], layout_);
    floating_.start(floating_mines_, layout_);
}

bool LayoutEnumeration::next_placement() {
    if (floating_.next(layout_)) return true;
    for (std::size_t g = groups_.size(); g-- > 0;)
        if (groups_[g].next(layout_)) {
            start_placements(g + 1);
            return true;
        }
    return false;
}

bool LayoutEnumeration::next() {
    if (!started_) {
        started_ = true;
        return start_total();
    }
    if (total_ > last_total_) return false;
    if (next_placement() || next_walk() || next_mines()) return true;
    ++total_;
    return start_total();
}

}  // namespace sapper
