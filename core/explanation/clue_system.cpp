#include "explanation/clue_system.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "board/cell_state.hpp"
#include "support/cancellation.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

// Steps of one search, after which the position is counted instead. With the number of mines the
// search fails more often: it is exponential in the number of components.
constexpr std::int64_t kSteps = 2'000, kStepsWithMines = 300;

ClueSystem::Range operator+(ClueSystem::Range a, ClueSystem::Range b) {
    return {a.least + b.least, a.most + b.most};
}

}  // namespace

ClueSystem::ClueSystem(const Question& question, std::span<const std::int32_t> clues,
                       const Assumption& assumption, bool count_mines, Solver& solver)
    : question_(question),
      clues_(clues),
      counts_mines_(count_mines && question.count().odds() < 0.0),
      solver_(solver) {
    find_members(assumption);
    make_groups();
    if (counts_mines_) read_totals();
    make_equations();
}

ClueSystem::Range ClueSystem::range_of(std::int16_t state) const {
    if (state == kUnread) return {0, 0};
    return {state == kFlagged ? 1 : 0, question_.position().max_per_cell};
}

// Lists the unknown cells around the clues, or all of the board if the mines are counted.
void ClueSystem::find_members(const Assumption& assumption) {
    const auto& [graph, states, max_per_cell] = question_.position();
    std::unordered_map<std::int32_t, std::size_t> index;
    const auto member = [&](std::int32_t cell) {
        const auto [at, fresh] = index.try_emplace(cell, members_.size());
        if (fresh) {
            const bool assumed = cell == assumption.cell;
            members_.push_back({{}, range_of(assumed ? assumption.state : states[to_index(cell)])});
        }
        return at->second;
    };
    members_of_.resize(clues_.size());
    for (std::size_t i = 0; i < clues_.size(); ++i) {
        assert(states[to_index(clues_[i])] >= 0);
        numbers_.push_back(states[to_index(clues_[i])]);
        for (const std::int32_t cell : graph.neighbors(clues_[i]))
            if (may_hold_mine(states[to_index(cell)])) members_of_[i].push_back(member(cell));
        for (const std::size_t m : members_of_[i]) members_[m].clues.push_back(i);
    }
    if (!counts_mines_) return;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (may_hold_mine(states[to_index(cell)])) member(cell);
}

void ClueSystem::make_groups() {
    const auto key = [this](std::size_t m) {
        const Member& member = members_[m];
        return std::tie(member.clues, member.range.least, member.range.most);
    };
    std::vector<std::size_t> order(members_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<std::size_t> group_of(members_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Member& member = members_[order[i]];
        whole_ = whole_ + member.range;
        if (i > 0 && key(order[i]) == key(order[i - 1]))
            ranges_.back() = ranges_.back() + member.range;
        else
            ranges_.push_back(member.range);
        group_of[order[i]] = ranges_.size() - 1;
    }
    for (const std::vector<std::size_t>& around : members_of_) {
        std::vector<std::size_t>& groups = groups_.emplace_back();
        for (const std::size_t m : around)
            if (std::find(groups.begin(), groups.end(), group_of[m]) == groups.end())
                groups.push_back(group_of[m]);
        ascending_.push_back(groups);
        std::sort(ascending_.back().begin(), ascending_.back().end());
    }
}

void ClueSystem::read_totals() {
    const auto& [graph, states, max_per_cell] = question_.position();
    const std::int64_t room = std::int64_t{graph.size()} * max_per_cell;
    for (const MineCount::Total& total : question_.count().totals())
        if (total.mines <= room) totals_.push_back(total.mines);
    if (totals_.empty())
        totals_.push_back(std::min(question_.count().known().value_or(room + 1), room + 1));
}

void ClueSystem::make_equations() {
    const std::size_t all = clues_.size();  // the equation of the number of mines
    equations_.start(all + 1);
    for (const Range& range : ranges_) equations_.add({range.least, range.most});
    for (std::size_t i = 0; i < all; ++i) {
        equations_.set_sum(i, numbers_[i]);
        for (const std::size_t group : groups_[i]) equations_.include(i, group);
    }
    equations_.set_active(all, counts_mines_);
    if (!counts_mines_) return;
    // The last variable is the number of mines by which the total falls short of the greatest.
    equations_.add({0, totals_.back() - totals_.front()});
    equations_.set_sum(all, totals_.back());
    for (std::size_t v = 0; v < equations_.variables(); ++v) equations_.include(all, v);
}

ClueSystem::Range ClueSystem::range(std::size_t clue) const {
    Range sum{0, 0};
    for (const std::size_t group : groups_[clue]) sum = sum + ranges_[group];
    return sum;
}

bool ClueSystem::possible(std::int64_t total) const {
    return std::binary_search(totals_.begin(), totals_.end(), total);
}

bool ClueSystem::contradictory() {
    std::vector<std::size_t> all(clues_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return contradictory(all);
}

bool ClueSystem::contradictory(std::span<const std::size_t> chosen) {
    poll_cancellation();
    ++tests_;
    for (std::size_t i = 0; i < clues_.size(); ++i) equations_.set_active(i, false);
    for (const std::size_t i : chosen) equations_.set_active(i, true);
    std::int64_t steps = counts_mines_ ? kStepsWithMines : kSteps;
    const BoundedEquations::Answer answer = equations_.search(steps);
    if (answer == BoundedEquations::Answer::kNo) return true;
    has_witness_ =
        answer == BoundedEquations::Answer::kYes &&
        (!counts_mines_ || possible(totals_.back() - equations_.solution()[ranges_.size()]));
    return !has_witness_ && counted_as_contradictory(chosen);
}

bool ClueSystem::counted_as_contradictory(std::span<const std::size_t> chosen) {
    if (graph_ == nullptr) make_counted_position();
    shown_ = states_;
    std::fill_n(shown_.begin(), clues_.size(), std::int16_t{kUnread});
    for (const std::size_t i : chosen) shown_[i] = states_[i];
    const Question question({*graph_, shown_, question_.position().max_per_cell},
                            counts_mines_ ? question_.count() : MineCount::independent(1.0),
                            question_.budget());
    return !solver_.feasible(question);
}

void ClueSystem::make_counted_position() {
    const std::size_t clues = clues_.size();
    for (const std::int64_t number : numbers_) states_.push_back(static_cast<std::int16_t>(number));
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> targets;
    for (std::vector<std::size_t> around : members_of_) {
        std::sort(around.begin(), around.end());
        for (const std::size_t m : around) targets.push_back(static_cast<std::int32_t>(clues + m));
        offsets.push_back(static_cast<std::int64_t>(targets.size()));
    }
    for (const Member& member : members_) {
        const auto [least, most] = member.range;
        states_.push_back(most == 0 ? kUnread : least > 0 ? kFlagged : kCovered);
        for (const std::size_t clue : member.clues)
            targets.push_back(static_cast<std::int32_t>(clue));
        offsets.push_back(static_cast<std::int64_t>(targets.size()));
    }
    graph_ = std::make_unique<Graph>(offsets, targets);
}

// The clues are consistent if some number of mines in the shared cells leaves each of them a
// feasible number for its other cells, and the rest of the board a possible number of mines.
bool ClueSystem::two_contradict(std::size_t first, std::size_t second) const {
    const Range a = range(first), b = range(second);
    const std::int64_t number_a = numbers_[first], number_b = numbers_[second];
    Range shared{0, 0};
    const std::vector<std::size_t>&of_a = ascending_[first], &of_b = ascending_[second];
    for (std::size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
        if (of_a[i] == of_b[j]) shared = shared + ranges_[of_a[i]];
        const std::size_t least = std::min(of_a[i], of_b[j]);
        if (of_a[i] == least) ++i;
        if (j < of_b.size() && of_b[j] == least) ++j;
    }
    std::int64_t low = shared.least, high = shared.most;
    for (const auto& [number, range] : {std::pair(number_a, a), std::pair(number_b, b)}) {
        low = std::max(low, number - (range.most - shared.most));
        high = std::min(high, number - (range.least - shared.least));
    }
    if (low > high) return true;
    if (!counts_mines_) return false;
    const Range inside{a.least + b.least - shared.least, a.most + b.most - shared.most};
    const std::int64_t least = number_a + number_b - high + whole_.least - inside.least;
    const std::int64_t most = number_a + number_b - low + whole_.most - inside.most;
    const auto at = std::lower_bound(totals_.begin(), totals_.end(), least);
    return at == totals_.end() || *at > most;
}

bool ClueSystem::witness_satisfies(std::size_t clue) const {
    if (!has_witness_) return false;
    std::int64_t sum = 0;
    for (const std::size_t group : groups_[clue]) sum += equations_.solution()[group];
    return sum == numbers_[clue];
}

}  // namespace sapper
