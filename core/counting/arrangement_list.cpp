#include "counting/arrangement_list.hpp"

#include <algorithm>
#include <limits>

#include "counting/weights.hpp"
#include "support/errors.hpp"

namespace sapper {

namespace {

constexpr std::int32_t kMostGroups = 24;
constexpr std::int32_t kMostCells = 480;
static_assert(0x1p480 <= kLargestWeight);
constexpr int kMostSteps = 600;

}  // namespace

void ArrangementList::clear() {
    parts_.clear();
    arrangements_.clear();
    values_.clear();
    counts_.clear();
    weights_.clear();
    marginal_begin_.assign(1, 0);
    marginals_.clear();
}

int ArrangementList::add(const Problem& problem, const Component& component, bool track_mines) {
    const std::int32_t groups = component.group_end - component.group_begin;
    if (groups > kMostGroups || problem.max_per_cell != 1) return -1;
    std::int32_t cells = 0;
    for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
        const Group& group = problem.groups[to_index(g)];
        if (group.size() > SmallBinomials::kMost || group.flagged) return -1;
        cells += group.size();
    }
    if (cells > kMostCells) return -1;
    problem_ = &problem;
    component_ = &component;
    track_mines_ = track_mines;
    steps_ = 0;
    current_.resize(to_index(groups));
    Part part{arrangements_.size(), 0, values_.size(), marginal_begin_.size() - 1, 0, 0, groups};
    if (!place_all()) {
        arrangements_.resize(part.arrangement_begin);
        values_.resize(part.value_begin);
        return -1;
    }
    part.arrangement_end = arrangements_.size();
    if (part.arrangement_begin == part.arrangement_end)
        throw Contradiction("the clues of a component cannot hold together",
                            problem.clues[to_index(component.clue_begin)].cell);
    collect(part);
    for (std::int32_t g = component.group_begin; g < component.group_end; ++g)
        marginal_begin_.push_back(marginal_begin_.back() +
                                  to_index(problem.groups[to_index(g)].size()) + 1);
    marginals_.resize(marginal_begin_.back());
    parts_.push_back(part);
    return static_cast<int>(parts_.size()) - 1;
}

bool ArrangementList::place_all() {
    if (packed64_.pack(*problem_, *component_))
        return place(packed64_, 0, packed64_.need, packed64_.spare, 0, 0, 1.0);
    if (packed128_.pack(*problem_, *component_))
        return place(packed128_, 0, packed128_.need, packed128_.spare, 0, 0, 1.0);
    need_.clear();
    room_.clear();
    for (std::int32_t c = component_->clue_begin; c < component_->clue_end; ++c) {
        need_.push_back(problem_->clues[to_index(c)].need);
        room_.push_back(problem_->clues[to_index(c)].room);
    }
    probe_ = problem_->probe_clue - component_->clue_begin;
    if (problem_->probe_clue < 0 || probe_ < 0 || to_index(probe_) >= need_.size()) probe_ = -1;
    return place(0, 0, 1.0);
}

void ArrangementList::put(double weight, std::int32_t mines, std::int32_t shown,
                          std::uint32_t mined) {
    arrangements_.push_back({weight, track_mines_ ? mines : 0, shown, mined});
    values_.insert(values_.end(), current_.begin(), current_.end());
}

// Tries every number of mines of a group that the clues allow. Returns false if the step limit is
// exceeded.
template <class Word>
bool ArrangementList::place(const PackedClues<Word>& clues, std::int32_t group, Word need,
                            Word spare, std::int32_t mines, std::uint32_t mined, double weight) {
    if (++steps_ > kMostSteps) return false;
    if (group == clues.groups) {
        put(weight, mines, 0, mined);
        return true;
    }
    const Word key = clues.keys[group];
    const std::int32_t size = clues.sizes[group];
    const double* row = SmallBinomials::row(size);
    spare -= key * static_cast<Word>(size);
    for (std::int32_t j = 0; j <= size; ++j, need -= key, spare += key) {
        if (!clues.fits(need, spare)) continue;
        current_[to_index(group)] = static_cast<std::uint8_t>(j);
        const std::uint32_t with = mined | (j > 0 ? std::uint32_t{1} << group : 0);
        if (!place(clues, group + 1, need, spare, mines + j, with, weight * row[j])) return false;
    }
    return true;
}

// As above, for components whose clues cannot be packed.
bool ArrangementList::place(std::int32_t group, std::int32_t mines, double weight) {
    if (++steps_ > kMostSteps) return false;
    if (to_index(group) == current_.size()) {
        std::uint32_t mined = 0;
        for (std::size_t g = 0; g < current_.size(); ++g)
            if (current_[g] > 0) mined |= std::uint32_t{1} << g;
        put(weight, mines,
            probe_ < 0 ? 0
                       : problem_->clues[to_index(component_->clue_begin + probe_)].need -
                             need_[to_index(probe_)],
            mined);
        return true;
    }
    const Group& g = problem_->groups[to_index(component_->group_begin + group)];
    const std::int32_t* clues = problem_->group_clues.data() + g.clue_begin;
    const std::int32_t clue_count = g.clue_end - g.clue_begin;
    const std::int32_t size = g.size();
    std::int32_t least = 0, most = size;
    for (std::int32_t i = 0; i < clue_count; ++i) {
        const std::int32_t clue = clues[i] - component_->clue_begin;
        room_[to_index(clue)] -= size;
        if (clue == probe_) continue;
        most = std::min(most, need_[to_index(clue)]);
        least = std::max(least, need_[to_index(clue)] - room_[to_index(clue)]);
    }
    const double* row = SmallBinomials::row(size);
    bool within_limit = true;
    for (std::int32_t j = least; j <= most && within_limit; ++j) {
        for (std::int32_t i = 0; i < clue_count; ++i)
            need_[to_index(clues[i] - component_->clue_begin)] -= j;
        current_[to_index(group)] = static_cast<std::uint8_t>(j);
        within_limit = place(group + 1, mines + j, weight * row[j]);
        for (std::int32_t i = 0; i < clue_count; ++i)
            need_[to_index(clues[i] - component_->clue_begin)] += j;
    }
    for (std::int32_t i = 0; i < clue_count; ++i)
        room_[to_index(clues[i] - component_->clue_begin)] += size;
    return within_limit;
}

// Sums the arrangements of the component into polynomials, one per clue value of the probe.
void ArrangementList::collect(Part& part) {
    part.count_begin = counts_.size();
    for (std::size_t i = part.arrangement_begin; i < part.arrangement_end; ++i) {
        const Arrangement& a = arrangements_[i];
        std::size_t which = part.count_begin;
        while (which < counts_.size() && counts_[which].shown != a.shown) ++which;
        if (which == counts_.size())
            counts_.push_back({a.shown, a.mines, 0, static_cast<std::size_t>(a.mines)});
        Count& count = counts_[which];  // weight_end temporarily holds the greatest number of mines
        count.low = std::min(count.low, a.mines);
        count.weight_end = std::max(count.weight_end, static_cast<std::size_t>(a.mines));
    }
    part.count_end = counts_.size();
    for (std::size_t which = part.count_begin; which < part.count_end; ++which) {
        Count& count = counts_[which];
        const std::size_t length = count.weight_end - static_cast<std::size_t>(count.low) + 1;
        count.weight_begin = weights_.size();
        count.weight_end = count.weight_begin + length;
        weights_.resize(count.weight_end, 0.0);
    }
    for (std::size_t i = part.arrangement_begin; i < part.arrangement_end; ++i) {
        const Arrangement& a = arrangements_[i];
        std::size_t which = part.count_begin;
        while (counts_[which].shown != a.shown) ++which;
        weights_[counts_[which].weight_begin +
                 static_cast<std::size_t>(a.mines - counts_[which].low)] += a.weight;
    }
}

std::span<const double> ArrangementList::weights(int component, std::size_t which) const {
    const Count& count = counts_[parts_[to_index(component)].count_begin + which];
    return {weights_.data() + count.weight_begin, count.weight_end - count.weight_begin};
}

void ArrangementList::backward_pass(int component, std::span<const double> outside,
                                    std::size_t which) {
    const Part& part = parts_[to_index(component)];
    const Count& count = counts_[part.count_begin + which];
    const std::size_t* begin = marginal_begin_.data() + part.group_begin;
    const auto groups = static_cast<std::size_t>(part.groups);
    std::fill(marginals_.begin() + static_cast<std::ptrdiff_t>(begin[0]),
              marginals_.begin() + static_cast<std::ptrdiff_t>(begin[groups]), 0.0);
    const std::uint8_t* values = values_.data() + part.value_begin;
    for (std::size_t i = part.arrangement_begin; i < part.arrangement_end; ++i, values += groups) {
        const Arrangement& a = arrangements_[i];
        if (a.shown != count.shown) continue;
        const double weight = a.weight * outside[static_cast<std::size_t>(a.mines - count.low)];
        if (weight == 0.0) continue;
        for (std::size_t g = 0; g < groups; ++g) marginals_[begin[g] + values[g]] += weight;
    }
}

std::int32_t ArrangementList::marginal(int component, std::int32_t group,
                                       std::vector<double>& weights) const {
    const std::size_t g = parts_[to_index(component)].group_begin + to_index(group);
    weights.assign(marginals_.begin() + static_cast<std::ptrdiff_t>(marginal_begin_[g]),
                   marginals_.begin() + static_cast<std::ptrdiff_t>(marginal_begin_[g + 1]));
    return 0;
}

void ArrangementList::draw(int component, std::int32_t mines, Random& random,
                           std::span<std::int32_t> groups) const {
    const Part& part = parts_[to_index(component)];
    const double target =
        random.uniform() * weights(component, 0)[to_index(mines - counts_[part.count_begin].low)];
    double sum = 0.0;
    std::size_t chosen = part.arrangement_begin;
    for (std::size_t i = part.arrangement_begin; i < part.arrangement_end; ++i) {
        if (arrangements_[i].mines != mines) continue;
        chosen = i;
        sum += arrangements_[i].weight;
        if (target < sum) break;
    }
    const std::uint8_t* values =
        values_.data() + part.value_begin + (chosen - part.arrangement_begin) * groups.size();
    std::copy(values, values + groups.size(), groups.begin());
}

}  // namespace sapper
