#include "list_prober.hpp"

#include <algorithm>
#include <bit>

#include "range_flags.hpp"
#include "weights.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostArrangements = 2000;
constexpr std::int32_t kMostParts = 64;
constexpr std::int64_t kMostRest = 200;

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

bool ListProber::probe(const Deducer& deducer, std::int32_t cell,
                       const std::function<Polynomial(const std::vector<std::int32_t>&)>& others,
                       std::vector<Outcome>& outcomes) {
    if (deducer.knowledge.max_per_cell() != 1 || !describe(deducer, cell)) return false;
    clear_range_flags();
    if (!weigh_rest(deducer, others(touched_))) return false;

    std::int32_t most = floating_neighbors_;
    for (Split& split : splits_) {
        tabulate(split);
        most += split.neighbors;
    }
    shown_.assign(at(most) + 1, {});
    mines_of_split_.assign(splits_.size(), 0);
    const Counting<double>& counting = deducer.counting();
    mined_ = 0;
    if (touched_.empty()) {
        add(0, 1.0);
    } else {
        const Listing::View first = counting.list(at(touched_[0]));
        for (std::size_t i = 0; i < first.arrangements.size(); ++i) {
            mined_ = 0;
            take(first, i, place_begin_[0]);
            if (touched_.size() == 1) {
                add(first.arrangements[i].mines, first.arrangements[i].weight);
                continue;
            }
            const Listing::View second = counting.list(at(touched_[1]));
            const std::uint64_t mined = mined_;
            for (std::size_t k = 0; k < second.arrangements.size(); ++k) {
                mined_ = mined;
                take(second, k, place_begin_[1]);
                add(first.arrangements[i].mines + second.arrangements[k].mines,
                    first.arrangements[i].weight * second.arrangements[k].weight);
            }
        }
    }
    if (range_exceeded()) return false;

    double sum = 0.0;
    for (const Shown& shown : shown_) sum += shown.weight;
    outcomes.clear();
    for (std::size_t number = 0; number < shown_.size(); ++number) {
        const Shown& shown = shown_[number];
        if (shown.totals == 0) continue;
        std::int64_t safe = tight_ ? safe_elsewhere(deducer, shown.totals) : 0;
        for (std::size_t part = 0; part < part_size_.size(); ++part)
            if ((shown.mined >> part & 1) == 0) safe += part_size_[part];
        outcomes.push_back({static_cast<int>(number) + base_, shown.weight / sum, safe, 0.0});
    }
    return true;
}

// Which groups and components are touched; false where this is not the way to probe.
bool ListProber::describe(const Deducer& deducer, std::int32_t cell) {
    const Problem& problem = deducer.problem();
    const Knowledge& knowledge = deducer.knowledge;
    touched_.clear();
    splits_.clear();
    part_size_.clear();
    places_.clear();
    place_begin_.clear();
    floating_neighbors_ = 0;
    base_ = 0;
    const bool unknown = knowledge.unknown(cell);
    const std::int32_t own = unknown ? deducer.group_of(cell) : -1;
    const auto split_of = [&](std::int32_t group) -> Split& {
        for (Split& split : splits_)
            if (split.group == group) return split;
        const std::int32_t size = problem.groups[at(group)].size() - (group == own ? 1 : 0);
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

    const Counting<double>& counting = deducer.counting();
    std::size_t arrangements = 1;
    std::int32_t parts = 0;
    low_ = high_ = 0;
    for (const std::int32_t c : touched_) {
        if (!counting.listed(at(c))) return false;
        arrangements *= counting.list(at(c)).arrangements.size();
        const Polynomial& polynomial = deducer.polynomials()[at(c)];
        low_ += polynomial.low;
        high_ += polynomial.low + static_cast<std::int32_t>(polynomial.weights.size()) - 1;
        place_begin_.push_back(places_.size());
        const Component& component = problem.components[at(c)];
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const auto split = std::find_if(splits_.begin(), splits_.end(),
                                            [&](const Split& s) { return s.group == g; });
            if (split == splits_.end()) {
                places_.push_back({-1, parts++});
                part_size_.push_back(problem.groups[at(g)].size());
            } else {
                places_.push_back({static_cast<std::int32_t>(split - splits_.begin()), parts});
                split->part = parts;
                parts += 2;
                part_size_.push_back(split->neighbors);
                part_size_.push_back(split->size - split->neighbors);
            }
        }
    }
    floating_part_ = parts++;
    part_size_.push_back(floating_neighbors_);
    high_ += floating_neighbors_;
    floating_left_ = problem.floating - floating_neighbors_ - (unknown && own < 0 ? 1 : 0);
    return arrangements <= kMostArrangements && parts <= kMostParts;
}

// rest_[i]: the weight of all that is not touched, when low_ + i mines are. False where it is
// tight.
bool ListProber::weigh_rest(const Deducer& deducer, const Polynomial& others) {
    const std::int64_t mines = deducer.mines_left();
    mines_left_ = mines;
    const auto spread = static_cast<std::int64_t>(others.weights.size()) - 1;
    const std::int64_t least = mines - high_ - others.low - spread;  // for the floating cells
    const std::int64_t most = mines - low_ - others.low;
    if (most - least > kMostRest) return false;
    tight_ = least < 1 || most > floating_left_ - 1;
    if (high_ - low_ + spread > 62) return false;
    if (tight_)
        for (std::size_t c = 0; c < deducer.problem().components.size(); ++c)
            if (!deducer.counting().listed(c)) return false;
    // Binomials of the floating cells, up to a factor.
    const std::int64_t first = std::max<std::int64_t>(least, 0);
    const std::int64_t last = std::min(most, floating_left_);
    next_.assign(at(static_cast<std::int32_t>(most - least)) + 1, 0.0);
    double weight = 1.0;
    for (std::int64_t k = first; k <= last; ++k) {
        next_[static_cast<std::size_t>(k - least)] = weight;
        weight *= static_cast<double>(floating_left_ - k) / static_cast<double>(k + 1);
    }
    rest_.assign(at(high_ - low_) + 1, 0.0);
    for (std::size_t i = 0; i < rest_.size(); ++i)
        for (std::size_t o = 0; o < others.weights.size(); ++o)
            rest_[i] += others.weights[o] * next_[static_cast<std::size_t>(most - least) - i - o];
    return true;
}

// By mines j in the group and k of them next to the cell: the share of the group's arrangements.
void ListProber::tabulate(Split& split) {
    split.table_begin = &split == splits_.data() ? 0 : tables_.size();
    if (split.table_begin == 0) tables_.clear();
    const std::int32_t all = split.size + (split.own ? 1 : 0);
    const double* whole = SmallBinomials::row(all);
    const double* near = SmallBinomials::row(split.neighbors);
    const double* far = SmallBinomials::row(split.size - split.neighbors);
    for (std::int32_t j = 0; j <= all; ++j)
        for (std::int32_t k = 0; k <= split.neighbors; ++k) {
            const std::int32_t beside = j - k;
            const bool fits = beside >= 0 && beside <= split.size - split.neighbors;
            tables_.push_back(fits ? near[k] * far[beside] / whole[j] : 0.0);
        }
}

// Notes what an arrangement puts where.
void ListProber::take(const Listing::View& list, std::size_t index, std::size_t first_place) {
    const std::uint8_t* values = list.values + index * list.groups;
    for (std::size_t g = 0; g < list.groups; ++g) {
        const Place& place = places_[first_place + g];
        if (place.split >= 0)
            mines_of_split_[at(place.split)] = values[g];
        else if (values[g] > 0)
            mined_ |= std::uint64_t{1} << place.part;
    }
}

// Adds the arrangement at hand, with every number its mines can make the cell show.
void ListProber::add(std::int32_t mines, double weight) {
    std::int32_t low = 0, high = 0;
    polynomial_.assign(1, weight);
    for (std::size_t s = 0; s < splits_.size(); ++s) {
        const Split& split = splits_[s];
        const std::int32_t j = mines_of_split_[s];
        if (j > split.size) return;  // the cell itself would hold one
        low += std::max(0, j - (split.size - split.neighbors));
        high += std::min(split.neighbors, j);
        const double* table = tables_.data() + split.table_begin + at(j * (split.neighbors + 1));
        if (split.neighbors == 0) {
            for (double& p : polynomial_) p *= table[0];
            continue;
        }
        next_.assign(polynomial_.size() + at(split.neighbors), 0.0);
        for (std::int32_t k = 0; k <= split.neighbors; ++k)
            if (table[k] != 0.0)
                for (std::size_t i = 0; i < polynomial_.size(); ++i)
                    next_[i + at(k)] += polynomial_[i] * table[k];
        polynomial_.swap(next_);
    }
    const double* binomials = SmallBinomials::row(floating_neighbors_);
    for (std::int32_t floating = 0; floating <= floating_neighbors_; ++floating) {
        const double rest = rest_[at(mines + floating - low_)] * binomials[floating];
        if (rest == 0.0) continue;
        for (std::int32_t shown = low; shown <= high; ++shown) {
            Shown& out = shown_[at(shown + floating)];
            out.totals |= std::uint64_t{1} << (mines + floating - low_);
            out.weight += polynomial_[at(shown)] * rest;
            out.mined |= mined_;
            if (floating > 0) out.mined |= std::uint64_t{1} << floating_part_;
            for (std::size_t s = 0; s < splits_.size(); ++s) {
                const Split& split = splits_[s];
                const std::int32_t j = mines_of_split_[s];
                const std::int32_t least = std::max(0, j - (split.size - split.neighbors));
                const std::int32_t most = std::min(split.neighbors, j);
                const std::int32_t a = std::max(least, shown - (high - most));
                const std::int32_t b = std::min(most, shown - (low - least));
                if (b >= 1) out.mined |= std::uint64_t{1} << split.part;
                if (j - a >= 1) out.mined |= std::uint64_t{2} << split.part;
            }
        }
    }
}

// Cells outside of the touched ones that are safe when those hold one of the given numbers of
// mines. Only sums of possible numbers of mines are looked at, as sets of bits.
std::int64_t ListProber::safe_elsewhere(const Deducer& deducer, std::uint64_t totals) const {
    const auto& components = deducer.problem().components;
    const auto untouched = [&](std::size_t c) {
        return !std::binary_search(touched_.begin(), touched_.end(), static_cast<std::int32_t>(c));
    };
    // All sums of one number from each set, without component `left_out`.
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
    // Whether the floating cells can take what a sum leaves over.
    const auto can_rest = [&](std::uint64_t sum, std::int64_t more, std::int64_t fewest) {
        for (; sum != 0; sum &= sum - 1) {
            const std::int64_t left = mines_left_ - least - more - std::countr_zero(sum);
            if (left >= fewest && left <= floating_left_) return true;
        }
        return false;
    };
    std::int64_t safe = 0;
    if (!can_rest(sums(components.size()), 0, 1)) safe += floating_left_;
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (!untouched(c)) continue;
        const Polynomial& p = deducer.polynomials()[c];
        const double* before = deducer.combined().rest.data() + deducer.combined().begin[c];
        const std::uint64_t sum = sums(c);
        std::uint64_t possible = 0;
        bool news = false;
        for (std::size_t i = 0; i < p.weights.size(); ++i) {
            if (p.weights[i] <= 0.0 || before[i] <= 0.0) continue;
            if (can_rest(sum, p.low + static_cast<std::int64_t>(i), 0))
                possible |= std::uint64_t{1} << i;
            else
                news = true;
        }
        if (!news) continue;
        const Listing::View list = deducer.counting().list(c);
        std::uint64_t mined = 0;  // by group
        for (std::size_t i = 0; i < list.arrangements.size(); ++i) {
            if ((possible >> (list.arrangements[i].mines - p.low) & 1) == 0) continue;
            for (std::size_t g = 0; g < list.groups; ++g)
                if (list.values[i * list.groups + g] > 0) mined |= std::uint64_t{1} << g;
        }
        for (std::size_t g = 0; g < list.groups; ++g)
            if ((mined >> g & 1) == 0)
                safe += deducer.problem().groups[at(components[c].group_begin) + g].size();
    }
    return safe;
}

}  // namespace sapper
