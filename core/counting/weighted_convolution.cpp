// Convolution under a prior over totals: one convolution for all totals together.
//
// If the components hold a mines, the floating cells hold T - a for some total T, so the rest of
// the board has weight g(a) = sum over T of weight(T) * F(T - a), where F counts the layouts of the
// floating cells. With g in place of F the prefix and suffix products are those of a known total.
// The posterior of T is proportional to weight(T) * sum over a of C(a) * F(T - a), where C is the
// product of all components. Doubles if a bound on all products allows them, else wide numbers.
// Nothing underflows and nothing is subtracted, so a weight is zero only if no layout of any total
// contributes.
// With s terms and t totals it costs O(s^2 + s t).
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "counting/combination.hpp"
#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/weight_range.hpp"

namespace sapper {

namespace {

using std::size_t;

constexpr double kMostProducts = 2e8;  // the work limit

// The largest binary exponent, and the difference to the smallest one, of positive weights.
struct Exponents {
    std::int64_t top = 0, range = 0;

    template <class Range, class F>
    Exponents(const Range& range_of, F weight) {
        bool any = false;
        std::int64_t least = 0;
        for (const auto& entry : range_of) {
            const Wide own = weight(entry);
            if (own.mantissa == 0.0) continue;
            top = any ? std::max(top, own.exponent) : own.exponent;
            least = any ? std::min(least, own.exponent) : own.exponent;
            any = true;
        }
        range = top - least;
    }
};

// The weight as a number of this type; in doubles relative to 2^top.
template <class W>
W scaled(const Wide& weight, std::int64_t top) {
    if constexpr (std::is_same_v<W, Wide>)
        return weight;
    else
        return weight.mantissa == 0.0
                   ? 0.0
                   : std::ldexp(weight.mantissa, static_cast<int>(weight.exponent - top));
}

Exponents exponents_of(const FloatingWeights& floating_row) {
    return {floating_row.weights, [](const Wide& weight) { return weight; }};
}
Exponents exponents_of(std::span<const MineCount::Total> prior) {
    return {prior, [](const MineCount::Total& total) { return total.weight; }};
}

double ratio(double a, double b) {
    return a / b;
}
double ratio(const Wide& a, const Wide& b) {
    const std::int64_t shift = std::clamp<std::int64_t>(a.exponent - b.exponent, -5000, 5000);
    return a.mantissa == 0.0 ? 0.0 : std::ldexp(a.mantissa / b.mantissa, static_cast<int>(shift));
}

double log2_of(double weight) {
    return std::log2(weight);
}
double log2_of(const Wide& weight) {
    return weight.log2();
}

Wide widened(double weight) {
    return Wide::make(weight);
}
const Wide& widened(const Wide& weight) {
    return weight;
}

template <class W>
W weight_of(const Polynomial& p, size_t i) {
    if constexpr (std::is_same_v<W, Wide>)
        return p.wide.empty() ? Wide::make(p.weights[i]) : p.wide[i];
    else
        return p.weights[i];
}

template <class W>
bool is_positive(const W& weight) {
    return number<W>(0.0) < weight;
}

}  // namespace

// By the mines of all components together, above the least: sums over all totals.
template <class W>
struct Combination::WeightedRows {
    std::vector<W> weight;         // weights of the floating cells under the prior
    std::vector<W> mined;          // those with a mine in a given floating cell
    std::vector<W> ways;           // ways of the floating cells, without the prior
    std::vector<char> some, free;  // whether some floating cell can hold a mine, or be without one
};

void Combination::convolve_weighted(bool want_frontier) {
    const std::int64_t most = total_.prior.back().mines + total_.mines - low_;
    const std::int64_t least = total_.prior.front().mines + total_.mines - low_ - spread_;
    const FloatingWeights floating_row = floating_weights(floating_, least, most);
    if (most < 0 || floating_row.weights.empty())
        throw Contradiction("the number of mines cannot be met", -1);
    double products = static_cast<double>(total_.prior.size()) * static_cast<double>(spread_ + 1);
    double length = 1.0;
    for (const Polynomial& p : components_) {
        products += length * static_cast<double>(p.size());
        length += static_cast<double>(p.size()) - 1.0;
    }
    if (products > kMostProducts) throw BudgetExceeded(0, std::log2(products));
    // With several mines per cell the weights contain factorials of the total.
    if (doubles_ && floating_.max_per_cell == 1 && weighted_in_range(floating_row) &&
        convolve_weighted<double>(want_frontier, floating_row))
        return;
    convolve_weighted<Wide>(want_frontier, floating_row);
}

// Whether doubles suffice. Every number is a sum of products with at most one weight of each
// component, one of the floating cells and one of the prior, possibly times the probability of a
// mine in a floating cell. The last two rows are scaled to weights below 1 (scaled()); their
// smallest weights follow from their exponents.
bool Combination::weighted_in_range(const FloatingWeights& floating_row) const {
    ProductBounds bounds;
    for (const Polynomial& p : components_) bounds.add(p.weights);
    const auto add_scaled = [&bounds](std::int64_t range, std::size_t length) {
        // A mantissa is at least 1/2.
        const int least = -static_cast<int>(std::min<std::int64_t>(range, 2000)) - 1;
        bounds.add(std::ldexp(1.0, least), static_cast<double>(length));
    };
    add_scaled(exponents_of(floating_row).range, floating_row.weights.size());
    add_scaled(exponents_of(total_.prior).range, total_.prior.size());
    bounds.add(1.0 / static_cast<double>(std::max<std::int64_t>(floating_.plain, 1)), 1.0);
    return bounds.within_range();
}

// Returns false if an outside weight is too small for a double.
template <class W>
bool Combination::convolve_weighted(bool want_frontier, const FloatingWeights& floating_row) {
    const WeightedRows<W> rows = weighted_rows<W>(floating_row);
    std::vector<std::vector<W>> prefix(count() + 1);
    prefix[0].assign(1, number<W>(1.0));
    for (size_t c = 0; c < count(); ++c) {
        const Polynomial& p = components_[c];
        prefix[c + 1].assign(prefix[c].size() + p.size() - 1, number<W>(0.0));
        for (size_t i = 0; i < p.size(); ++i) {
            if (!p.possible(i)) continue;
            const W weight = weight_of<W>(p, i);
            count_steps(prefix[c].size());
            for (size_t a = 0; a < prefix[c].size(); ++a)
                prefix[c + 1][a + i] += prefix[c][a] * weight;
        }
    }
    finish_weighted(rows, prefix[count()], floating_row, want_frontier);
    bool in_range = true;
    std::vector<W> suffix = rows.weight, next, outside;
    for (size_t c = count(); c-- > 0;) {
        const Polynomial& p = components_[c];
        next.assign(prefix[c].size(), number<W>(0.0));
        outside.assign(p.size(), number<W>(0.0));
        for (size_t i = 0; i < p.size(); ++i) {
            const W weight = weight_of<W>(p, i);
            count_steps(next.size());
            for (size_t a = 0; a < next.size(); ++a) {
                outside[i] += prefix[c][a] * suffix[a + i];
                next[a] += weight * suffix[a + i];
            }
        }
        in_range = store_outside(c, outside) && in_range;
        suffix.swap(next);
    }
    if (!in_range) {
        std::fill(out_.outside.begin(), out_.outside.end(), 0.0);
        out_.frontier.clear();
        out_.totals.clear();
        return false;
    }
    if (!is_positive(suffix[0])) throw Contradiction("the number of mines cannot be met", -1);
    return true;
}

template <class W>
Combination::WeightedRows<W> Combination::weighted_rows(const FloatingWeights& floating_row) const {
    const auto length = static_cast<size_t>(spread_) + 1;
    WeightedRows<W> rows{std::vector<W>(length, number<W>(0.0)),
                         std::vector<W>(length, number<W>(0.0)),
                         std::vector<W>(length, number<W>(0.0)), std::vector<char>(length, 0),
                         std::vector<char>(length, 0)};
    const std::int64_t top = exponents_of(floating_row).top;
    const std::int64_t top_prior = exponents_of(total_.prior).top;
    FloatingWeights fewer;
    if (floating_.max_per_cell > 1 && floating_.plain > 0)
        fewer = floating_weights(
            {floating_.plain - 1, floating_.flagged, floating_.max_per_cell}, floating_row.first,
            floating_row.first + static_cast<std::int64_t>(floating_row.weights.size()) - 1);
    const std::int64_t others = (floating_.plain - 1) * floating_.max_per_cell +
                                floating_.flagged * (floating_.max_per_cell - 1);
    std::vector<W> floating, mined;
    for (size_t i = 0; i < floating_row.weights.size(); ++i) {
        floating.push_back(scaled<W>(floating_row.weights[i], top));
        const double share =
            floating_.plain == 0
                ? 0.0
                : one_of_floating(floating_row.first + static_cast<std::int64_t>(i), floating_row,
                                  fewer);
        mined.push_back(floating.back() * number<W>(share));
    }
    for (const auto& total : total_.prior) {
        const std::int64_t most = total.mines + total_.mines - low_ - floating_row.first;
        const W weight = scaled<W>(total.weight, top_prior);
        const W ways = scaled<W>(total.ways, 0);
        count_steps(static_cast<std::uint64_t>(spread_) + 1);
        const std::int64_t first =
            std::max<std::int64_t>(0, most - static_cast<std::int64_t>(floating.size()) + 1);
        for (std::int64_t a = first; a <= std::min(spread_, most); ++a) {
            const auto row = static_cast<size_t>(a), k = static_cast<size_t>(most - a);
            rows.weight[row] += weight * floating[k];
            rows.mined[row] += weight * mined[k];
            rows.ways[row] += ways * floating[k];
            const std::int64_t mines = floating_row.first + most - a;
            if (mines > 0) rows.some[row] = 1;
            if (mines <= others) rows.free[row] = 1;
        }
    }
    return rows;
}

// All results but the outside weights. `all` is the product of all components.
template <class W>
void Combination::finish_weighted(const WeightedRows<W>& rows, const std::vector<W>& all,
                                  const FloatingWeights& floating_row, bool want_frontier) {
    W sum = number<W>(0.0), mined = number<W>(0.0), ways = number<W>(0.0);
    bool safe = true, certain = true;
    std::vector<W> products(all.size(), number<W>(0.0));
    for (size_t a = 0; a < all.size(); ++a) {
        if (!is_positive(all[a])) continue;
        products[a] = all[a] * rows.weight[a];
        sum += products[a];
        mined += all[a] * rows.mined[a];
        ways += all[a] * rows.ways[a];
        safe = safe && !rows.some[a];
        certain = certain && !rows.free[a];
    }
    const std::int64_t top = std::is_same_v<W, double> ? exponents_of(floating_row).top : 0;
    out_.log2_total = log2_of(ways) + static_cast<double>(top) + floating_row.log2_factor;
    const bool any = floating_.plain > 0 && is_positive(sum);
    out_.floating_safe = any && safe;
    out_.floating_certain = any && certain;
    out_.floating_mine = !any || safe ? 0.0 : certain ? 1.0 : std::min(1.0, ratio(mined, sum));
    if (!want_frontier || !is_positive(sum)) return;
    out_.frontier_first = low_;
    for (const W& product : products)
        out_.frontier.push_back(is_positive(product) ? std::max(ratio(product, sum), kLeastWeight)
                                                     : 0.0);
    weigh_totals(all, floating_row);
}

// The posterior of the totals.
template <class W>
void Combination::weigh_totals(const std::vector<W>& all, const FloatingWeights& floating_row) {
    std::vector<Wide> weights;
    Wide sum;
    for (const auto& total : total_.prior) {
        const std::int64_t most = total.mines + total_.mines - low_ - floating_row.first;
        const std::int64_t first = std::max<std::int64_t>(
            0, most - static_cast<std::int64_t>(floating_row.weights.size()) + 1);
        Wide weight;
        for (std::int64_t a = first; a <= std::min(spread_, most); ++a)
            weight += widened(all[static_cast<size_t>(a)]) *
                      floating_row.weights[static_cast<size_t>(most - a)];
        weights.push_back(weight * total.weight);
        sum += weights.back();
    }
    for (const Wide& weight : weights)
        out_.totals.push_back(is_positive(weight) ? std::max(ratio(weight, sum), kLeastWeight)
                                                  : 0.0);
}

// Stores the outside weights relative to the largest one. Returns false if one is too small for a
// double and `outside` is in doubles; wide numbers are marked as out of range instead.
template <class W>
bool Combination::store_outside(std::size_t component, const std::vector<W>& outside) {
    const W largest = *std::max_element(outside.begin(), outside.end());
    if (!is_positive(largest)) return true;
    double* to = out_.outside.data() + out_.begin[component];
    if constexpr (std::is_same_v<W, double>) {
        WeightExtremes extremes;
        for (size_t i = 0; i < outside.size(); ++i) extremes.add(to[i] = outside[i] / largest);
        return extremes.smallest >= kLeastOutside;
    } else {
        out_.log2_outside.resize(out_.outside.size(), -HUGE_VAL);
        for (size_t i = 0; i < outside.size(); ++i) {
            out_.log2_outside[out_.begin[component] + i] = outside[i].log2();
            if (!is_positive(outside[i])) continue;
            const bool narrow = outside[i].log2() >= largest.log2() + kLeastOutsideLog2;
            if (!narrow) out_.out_of_range[component] = 1;
            to[i] = narrow ? ratio(outside[i], largest) : kLeastOutside;
        }
        return true;
    }
}

}  // namespace sapper
