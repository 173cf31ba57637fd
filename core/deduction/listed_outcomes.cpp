#include "deduction/listed_outcomes.hpp"

#include <algorithm>
#include <bit>

#include "counting/weights.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMaxArrangements = 2000;
constexpr std::size_t kMaxParts = 64;
constexpr std::int64_t kMaxFloatingRange = 200;

}  // namespace

bool ListedOutcomes::enumerate(
    const Deducer& deducer, std::int32_t cell,
    const std::function<const UntouchedProduct&(const std::vector<std::int32_t>&)>& untouched,
    std::vector<Outcome>& outcomes) {
    if (deducer.knowledge.max_per_cell() != 1 || !deducer.total().known() ||
        !prepare(deducer, cell))
        return false;
    if (!weigh_untouched(deducer, untouched(touched_))) return false;

    std::int32_t most = floating_neighbors_;
    for (Split& split : splits_) {
        tabulate(split);
        most += split.neighbors;
    }
    tallies_.assign(to_index(most) + 1, {});
    portions_.assign(splits_.size(), {});
    polynomial_.resize(tallies_.size());
    next_.resize(tallies_.size());
    mined_by_.resize(tallies_.size());
    const Counting<double>& counting = deducer.counting();
    mined_ = 0;
    if (touched_.empty()) {
        add_arrangement(0, 1.0);
    } else {
        const ArrangementList::View first = counting.list(to_index(touched_[0]));
        for (std::size_t i = 0; i < first.arrangements.size(); ++i) {
            mined_ = 0;
            apply_arrangement(first, i, 0);
            if (touched_.size() == 1) {
                add_arrangement(first.arrangements[i].mines, first.arrangements[i].weight);
                continue;
            }
            const ArrangementList::View second = counting.list(to_index(touched_[1]));
            const std::uint64_t mined = mined_;
            for (std::size_t k = 0; k < second.arrangements.size(); ++k) {
                mined_ = mined;
                apply_arrangement(second, k, 1);
                add_arrangement(first.arrangements[i].mines + second.arrangements[k].mines,
                                first.arrangements[i].weight * second.arrangements[k].weight);
            }
        }
    }

    double sum = 0.0;
    for (const Tally& shown : tallies_) sum += shown.weight;
    outcomes.clear();
    for (std::size_t number = 0; number < tallies_.size(); ++number) {
        const Tally& shown = tallies_[number];
        if (shown.totals == 0) continue;
        std::int64_t safe = tight_ ? safe_elsewhere(deducer, shown.totals) : 0;
        for (std::size_t part = 0; part < part_sizes_.size(); ++part)
            if ((shown.mined >> part & 1) == 0) safe += part_sizes_[part];
        outcomes.push_back({static_cast<int>(number) + base_, shown.weight / sum, safe, 0.0});
    }
    return true;
}

// Collects the touched groups and components. Returns false if this method does not apply.
bool ListedOutcomes::prepare(const Deducer& deducer, std::int32_t cell) {
    const Problem& problem = deducer.problem();
    const Knowledge& knowledge = deducer.knowledge;
    touched_.clear();
    splits_.clear();
    part_sizes_.clear();
    place_begin_.clear();
    split_begin_.clear();
    split_places_ = 0;
    floating_neighbors_ = 0;
    base_ = 0;
    const bool unknown = knowledge.unknown(cell);
    const std::int32_t own = unknown ? deducer.group_of(cell) : -1;
    const auto split_of = [&](std::int32_t group) -> Split& {
        for (Split& split : splits_)
            if (split.group == group) return split;
        const std::int32_t size = problem.groups[to_index(group)].size() - (group == own ? 1 : 0);
        splits_.push_back({group, 0, size, group == own, 0, 0});
        return splits_.back();
    };
    const auto touch = [&](std::int32_t component) {
        if (std::find(touched_.begin(), touched_.end(), component) == touched_.end())
            touched_.push_back(component);
    };
    if (own >= 0) {
        split_of(own);
        touch(deducer.component_of(cell));
    }
    for (const std::int32_t other : knowledge.graph().neighbors(cell)) {
        if (!knowledge.unknown(other)) {
            base_ += knowledge.value(other);
            continue;
        }
        const std::int32_t group = deducer.group_of(other);
        if (group < 0) {
            ++floating_neighbors_;
            continue;
        }
        ++split_of(group).neighbors;
        touch(deducer.component_of(other));
    }
    if (touched_.size() > 2) return false;
    std::sort(touched_.begin(), touched_.end());

    if (floating_neighbors_ > SmallBinomials::kMost) return false;

    // Sort the splits by group, which also sorts them by component.
    std::sort(splits_.begin(), splits_.end(),
              [](const Split& a, const Split& b) { return a.group < b.group; });
    const Counting<double>& counting = deducer.counting();
    std::size_t arrangements = 1, split = 0;
    low_ = high_ = 0;
    for (const std::int32_t c : touched_) {
        if (!counting.listed(to_index(c))) return false;
        arrangements *= counting.list(to_index(c)).arrangements.size();
        const Polynomial& polynomial = deducer.polynomials()[to_index(c)];
        low_ += polynomial.low;
        high_ += polynomial.low + static_cast<std::int32_t>(polynomial.weights.size()) - 1;
        place_begin_.push_back(static_cast<std::int32_t>(part_sizes_.size()));
        split_begin_.push_back(split);
        const Component& component = problem.components[to_index(c)];
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const bool splits = split < splits_.size() && splits_[split].group == g;
            if (splits) {
                splits_[split].place = static_cast<std::int32_t>(part_sizes_.size());
                split_places_ |= std::uint64_t{1} << part_sizes_.size();
            }
            part_sizes_.push_back(splits ? splits_[split].size - splits_[split].neighbors
                                         : problem.groups[to_index(g)].size());
            split += splits ? 1 : 0;
        }
    }
    split_begin_.push_back(split);
    for (const Split& s : splits_) part_sizes_.push_back(s.neighbors);
    floating_part_ = static_cast<std::int32_t>(part_sizes_.size());
    part_sizes_.push_back(floating_neighbors_);
    high_ += floating_neighbors_;
    floating_left_ = problem.floating - floating_neighbors_ - (unknown && own < 0 ? 1 : 0);
    return arrangements <= kMaxArrangements && part_sizes_.size() <= kMaxParts;
}

// Computes untouched_weights_[i], the number of arrangements of all untouched cells if the touched
// ones hold low_ + i mines, up to a common factor. Returns false if the ranges are too long, a
// needed list is missing or doubles may not suffice.
bool ListedOutcomes::weigh_untouched(const Deducer& deducer, const UntouchedProduct& untouched) {
    const Polynomial& untouched_product = untouched.polynomial;
    const std::int64_t mines = deducer.total().mines;
    mines_left_ = mines;
    const auto spread = static_cast<std::int64_t>(untouched_product.weights.size()) - 1;
    // Range of the mines left to the floating cells.
    const std::int64_t least = mines - high_ - untouched_product.low - spread;
    const std::int64_t most = mines - low_ - untouched_product.low;
    if (most - least > kMaxFloatingRange) return false;
    tight_ = least < 1 || most > floating_left_ - 1;
    if (high_ - low_ + spread > 62) return false;
    if (tight_)
        for (std::size_t c = 0; c < deducer.problem().components.size(); ++c)
            if (!deducer.counting().listed(c)) return false;
    // Binomials of the floating cells, up to a common factor.
    const std::int64_t first = std::max<std::int64_t>(least, 0);
    const std::int64_t last = std::min(most, floating_left_);
    next_.assign(to_index(static_cast<std::int32_t>(most - least)) + 1, 0.0);
    double weight = 1.0, smallest = 1.0, sum = 0.0;
    for (std::int64_t k = first; k <= last; ++k) {
        next_[static_cast<std::size_t>(k - least)] = weight;
        smallest = std::min(smallest, weight);
        sum += weight;
        weight *= static_cast<double>(floating_left_ - k) / static_cast<double>(k + 1);
    }
    ProductBounds bounds;
    bounds.add(smallest, sum);
    bounds.add(untouched.smallest, static_cast<double>(untouched_product.size()));
    if (!in_range(deducer, bounds)) return false;
    untouched_weights_.assign(to_index(high_ - low_) + 1, 0.0);
    for (std::size_t i = 0; i < untouched_weights_.size(); ++i)
        for (std::size_t o = 0; o < untouched_product.weights.size(); ++o)
            untouched_weights_[i] += untouched_product.weights[o] *
                                     next_[static_cast<std::size_t>(most - least) - i - o];
    return true;
}

// Whether doubles suffice. Every weight is a sum of products with at most one factor of each of
// these rows: the untouched product and the binomials of the floating cells (in `bounds`), the
// arrangements of each touched component (at least 1; their sum is the sum of its polynomial), the
// hypergeometric probabilities of each split (at least the reciprocal of a binomial), and the
// binomials of the floating neighbours.
bool ListedOutcomes::in_range(const Deducer& deducer, ProductBounds bounds) const {
    constexpr auto kMostBinomials = static_cast<double>(1 << SmallBinomials::kMost);
    for (const std::int32_t c : touched_) {
        double sum = 0.0;
        for (const double weight : deducer.polynomials()[to_index(c)].weights) sum += weight;
        bounds.add(1.0, sum);
    }
    for (std::size_t s = 0; s < splits_.size(); ++s) bounds.add(1.0 / kMostBinomials, 1.0);
    bounds.add(1.0, kMostBinomials);
    return bounds.within_range();
}

// Tabulates the hypergeometric probabilities that k of j mines of the group are next to the cell.
void ListedOutcomes::tabulate(Split& split) {
    split.table_begin = &split == splits_.data() ? 0 : tables_.size();
    if (split.table_begin == 0) tables_.clear();
    const std::int32_t all = split.size + (split.own ? 1 : 0);
    const double* whole = SmallBinomials::row(all);
    const double* near = SmallBinomials::row(split.neighbors);
    const double* far = SmallBinomials::row(split.size - split.neighbors);
    for (std::int32_t j = 0; j <= all; ++j)
        for (std::int32_t k = 0; k <= split.neighbors; ++k) {
            const std::int32_t far_mines = j - k;
            const bool fits = far_mines >= 0 && far_mines <= split.size - split.neighbors;
            tables_.push_back(fits ? near[k] * far[far_mines] / whole[j] : 0.0);
        }
}

// Records the mined groups of an arrangement and its portions of the split groups.
void ListedOutcomes::apply_arrangement(const ArrangementList::View& list, std::size_t index,
                                       std::size_t touched) {
    const std::uint8_t* values = list.values + index * list.groups;
    const std::int32_t begin = place_begin_[touched];
    mined_ |= (std::uint64_t{list.arrangements[index].mined} << begin) & ~split_places_;
    for (std::size_t s = split_begin_[touched]; s < split_begin_[touched + 1]; ++s) {
        const Split& split = splits_[s];
        const std::int32_t mines = values[split.place - begin];
        portions_[s] = {mines, std::max(0, mines - (split.size - split.neighbors)),
                        std::min(split.neighbors, mines)};
    }
}

// Adds the current arrangement to the tally of every clue value it allows.
void ListedOutcomes::add_arrangement(std::int32_t mines, double weight) {
    std::int32_t low = 0, high = 0;
    std::int32_t length = 1;
    polynomial_[0] = weight;
    for (std::size_t s = 0; s < splits_.size(); ++s) {
        const Split& split = splits_[s];
        const std::int32_t j = portions_[s].mines;
        if (j > split.size) return;  // the clicked cell itself would hold a mine
        low += portions_[s].least;
        high += portions_[s].most;
        const double* table =
            tables_.data() + split.table_begin + to_index(j * (split.neighbors + 1));
        if (split.neighbors == 0) {
            for (std::int32_t i = 0; i < length; ++i) polynomial_[to_index(i)] *= table[0];
            continue;
        }
        std::fill_n(next_.begin(), length + split.neighbors, 0.0);
        for (std::int32_t k = portions_[s].least; k <= portions_[s].most; ++k)
            for (std::int32_t i = 0; i < length; ++i)
                next_[to_index(i + k)] += polynomial_[to_index(i)] * table[k];
        length += split.neighbors;
        polynomial_.swap(next_);
    }
    // By clue value: the parts of split groups that can hold a mine.
    for (std::int32_t shown = low; shown <= high; ++shown) {
        std::uint64_t mined = mined_;
        for (std::size_t s = 0; s < splits_.size(); ++s) {
            const Portion& portion = portions_[s];
            const std::int32_t least = std::max(portion.least, shown - (high - portion.most));
            const std::int32_t most = std::min(portion.most, shown - (low - portion.least));
            if (most >= 1)
                mined |= std::uint64_t{1} << (to_index(floating_part_) - splits_.size() + s);
            if (portion.mines - least >= 1) mined |= std::uint64_t{1} << splits_[s].place;
        }
        mined_by_[to_index(shown)] = mined;
    }
    const double* binomials = SmallBinomials::row(floating_neighbors_);
    for (std::int32_t floating = 0; floating <= floating_neighbors_; ++floating) {
        const double rest =
            untouched_weights_[to_index(mines + floating - low_)] * binomials[floating];
        if (rest == 0.0) continue;
        const std::uint64_t total = std::uint64_t{1} << (mines + floating - low_);
        const std::uint64_t also = floating > 0 ? std::uint64_t{1} << floating_part_ : 0;
        for (std::int32_t shown = low; shown <= high; ++shown) {
            Tally& out = tallies_[to_index(shown + floating)];
            out.totals |= total;
            out.weight += polynomial_[to_index(shown)] * rest;
            out.mined |= mined_by_[to_index(shown)] | also;
        }
    }
}

// Counts the untouched cells that are safe if the touched ones hold one of the given numbers of
// mines. Sets of possible mine counts are bit sets; their sums are shifts.
std::int64_t ListedOutcomes::safe_elsewhere(const Deducer& deducer, std::uint64_t totals) const {
    const auto& components = deducer.problem().components;
    const auto untouched = [&](std::size_t c) {
        return !std::binary_search(touched_.begin(), touched_.end(), static_cast<std::int32_t>(c));
    };
    // The possible total of the untouched components other than `left_out`, above `least`.
    std::int64_t least = low_;
    const auto sums = [&](std::size_t left_out) {
        least = low_;
        std::uint64_t sum = totals;
        for (std::size_t c = 0; c < components.size(); ++c) {
            if (c == left_out || !untouched(c)) continue;
            const Polynomial& p = deducer.polynomials()[c];
            least += p.low;
            std::uint64_t next = 0;
            for (std::size_t i = 0; i < p.weights.size(); ++i)
                if (p.weights[i] > 0.0) next |= sum << i;
            sum = next;
        }
        return sum;
    };
    // Whether the floating cells can hold the mines that remain for some total of the set.
    const auto floating_can_hold = [&](std::uint64_t sum, std::int64_t more, std::int64_t fewest) {
        for (; sum != 0; sum &= sum - 1) {
            const std::int64_t left = mines_left_ - least - more - std::countr_zero(sum);
            if (left >= fewest && left <= floating_left_) return true;
        }
        return false;
    };
    std::int64_t safe = 0;
    if (!floating_can_hold(sums(components.size()), 0, 1)) safe += floating_left_;
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (!untouched(c)) continue;
        const Polynomial& p = deducer.polynomials()[c];
        const double* before = deducer.combined().outside.data() + deducer.combined().begin[c];
        const std::uint64_t sum = sums(c);
        std::uint64_t possible = 0;
        bool narrowed = false;
        for (std::size_t i = 0; i < p.weights.size(); ++i) {
            if (p.weights[i] <= 0.0 || before[i] <= 0.0) continue;
            if (floating_can_hold(sum, p.low + static_cast<std::int64_t>(i), 0))
                possible |= std::uint64_t{1} << i;
            else
                narrowed = true;
        }
        if (!narrowed) continue;
        const ArrangementList::View list = deducer.counting().list(c);
        std::uint64_t mined = 0;  // by group
        for (std::size_t i = 0; i < list.arrangements.size(); ++i) {
            if ((possible >> (list.arrangements[i].mines - p.low) & 1) == 0) continue;
            for (std::size_t g = 0; g < list.groups; ++g)
                if (list.values[i * list.groups + g] > 0) mined |= std::uint64_t{1} << g;
        }
        for (std::size_t g = 0; g < list.groups; ++g)
            if ((mined >> g & 1) == 0)
                safe += deducer.problem().groups[to_index(components[c].group_begin) + g].size();
    }
    return safe;
}

}  // namespace sapper
