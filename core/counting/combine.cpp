#include "counting/combine.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "counting/combination.hpp"
#include "counting/weights.hpp"
#include "support/errors.hpp"
#include "support/weight_range.hpp"

namespace sapper {

namespace {

using std::size_t;

// Number of products above which characteristic functions replace the direct convolution.
constexpr double kLongConvolution = 5e6;
constexpr double kLongestConvolution = 4e9;  // products; the work limit
constexpr double kMostStored = 3e7;          // numbers in all prefix products; the memory limit
constexpr std::int64_t kSmallSpread = 128;   // mines, for convolve_small()

double log2_factorial(std::int64_t n) {
    static const std::vector<double> table = [] {
        std::vector<double> logs{0.0};
        for (int i = 1; i < 4096; ++i) logs.push_back(logs.back() + std::log2(i));
        return logs;
    }();
    if (n < static_cast<std::int64_t>(table.size())) return table[static_cast<size_t>(n)];
    int sign = 0;
    return lgamma_r(static_cast<double>(n) + 1.0, &sign) / std::numbers::ln2;
}

void add(double& sum, double a, double b) {
    sum += a * b;
}
void add(unsigned char& sum, unsigned char a, unsigned char b) {
    sum = static_cast<unsigned char>(sum | (a & b));
}

}  // namespace

double log2_saddle(std::span<const Polynomial> components, const Floating& floating,
                   std::int64_t mines) {
    std::vector<double> logs;
    double low = 0.0;
    for (const Polynomial& p : components) {
        low += p.low;
        for (size_t i = 0; i < p.size(); ++i)
            logs.push_back(p.possible(i) ? p.log2_weight(i) : -HUGE_VAL);
    }
    const auto logs_of = [](const std::vector<double>& factor) {
        std::vector<double> out;
        for (const double f : factor) out.push_back(std::log2(f));
        return out;
    };
    const std::vector<double> plain = logs_of(cell_factor<double>(floating.max_per_cell, false));
    const std::vector<double> flagged = logs_of(cell_factor<double>(floating.max_per_cell, true));
    const auto mean_of = [](std::span<const double> weights, double log2_odds) {
        double sum = 0.0, first = 0.0, largest = -HUGE_VAL;
        for (size_t i = 0; i < weights.size(); ++i)
            largest = std::max(largest, weights[i] + log2_odds * static_cast<double>(i));
        for (size_t i = 0; i < weights.size(); ++i) {
            const double w = std::exp2(weights[i] + log2_odds * static_cast<double>(i) - largest);
            sum += w;
            first += w * static_cast<double>(i);
        }
        return first / sum;
    };
    double below = -90.0, above = 90.0;
    for (int step = 0; step < 40; ++step) {
        const double middle = 0.5 * (below + above);
        double mean = low;
        size_t begin = 0;
        for (const Polynomial& p : components) {
            mean += mean_of({logs.data() + begin, p.size()}, middle);
            begin += p.size();
        }
        mean += static_cast<double>(floating.plain) * mean_of(plain, middle);
        mean += static_cast<double>(floating.flagged) * mean_of(flagged, middle);
        (mean < static_cast<double>(mines) ? below : above) = middle;
    }
    return 0.5 * (below + above);
}

void combine(std::span<const Polynomial> components, const Floating& floating, const Total& total,
             bool want_frontier, Combined& out) {
    Combination(components, floating, total, out).run(want_frontier);
    assert(out.floating_mine >= 0.0 && out.floating_mine <= 1.0);
    assert(out.outside.size() == out.begin.back());
    assert(std::all_of(out.outside.begin(), out.outside.end(),
                       [](double weight) { return weight >= 0.0 && std::isfinite(weight); }));
}

Combination::Combination(std::span<const Polynomial> components, const Floating& floating,
                         const Total& total, Combined& out)
    : components_(components), floating_(floating), total_(total), out_(out) {
    out_.begin.clear();
    out_.begin.push_back(0);
    for (const Polynomial& p : components_) {
        low_ += p.low;
        spread_ += static_cast<std::int64_t>(p.size()) - 1;
        out_.begin.push_back(out_.begin.back() + p.size());
        longest_ = std::max(longest_, p.size());
        doubles_ = doubles_ && p.wide.empty();
    }
    out_.outside.assign(out_.begin.back(), 0.0);
    out_.log2_outside.clear();
    out_.out_of_range.assign(components_.size(), 0);
    out_.log2_total = 0.0;
    out_.frontier.clear();
    out_.totals.clear();
}

void Combination::run(bool want_frontier) {
    if (total_.odds >= 0.0) {
        independent(want_frontier);
        return;
    }
    if (!total_.prior.empty()) {
        convolve_weighted(want_frontier);
        return;
    }
    const std::int64_t capacity = floating_.capacity();
    if (total_.mines < low_ || total_.mines - low_ - spread_ > capacity)
        throw Contradiction("the number of mines cannot be met", -1);
    if (doubles_ && floating_.max_per_cell == 1 && spread_ < kSmallSpread && !want_frontier &&
        convolve_small())
        return;
    log2_odds_ = log2_saddle(components_, floating_, total_.mines);
    double products = 0.0, length = 1.0, stored = 0.0;
    for (const Polynomial& p : components_) {
        products += length * static_cast<double>(p.size());
        stored += length;
        length += static_cast<double>(p.size()) - 1.0;
    }
    if (products > kLongConvolution) {
        if (convolve_at_saddle_point(want_frontier)) return;
        if (products > kLongestConvolution || stored > kMostStored)
            throw BudgetExceeded(0, std::log2(products));
    }
    convolve(want_frontier);
}

// As convolve(), without tilting, for small boards with at most one mine per cell. Returns false if
// doubles may not suffice.
//
// Every number here is a sum of products with at most one weight of each component, at most one of
// the floating row (`suffix` at the start) and at most one number of mines, so ProductBounds of
// these rows bound all of them. The products with a number of mines (below 2^31) are summed only,
// within the 2^63 that the bounds leave.
bool Combination::convolve_small() {
    static thread_local std::vector<double> prefix, suffix, next;
    const std::int64_t most = total_.mines - low_;
    const std::int64_t cells = floating_.plain;
    const auto first = static_cast<size_t>(std::max<std::int64_t>(0, most - cells));
    const auto last = static_cast<size_t>(std::min(spread_, most));
    ProductBounds bounds;
    for (const Polynomial& p : components_) bounds.add(p.weights);
    suffix.assign(static_cast<size_t>(spread_) + 1, 0.0);
    double weight = 1.0, smallest = 1.0, total = 0.0;
    for (size_t a = first; a <= last; ++a) {
        suffix[a] = weight;
        smallest = std::min(smallest, weight);
        total += weight;
        const auto mines = static_cast<double>(most) - static_cast<double>(a);
        weight *= mines / (static_cast<double>(cells) - mines + 1.0);
    }
    bounds.add(smallest, total);
    if (!bounds.within_range()) return false;
    prefix.assign(1, 1.0);
    prefix_begin_.assign(1, 0);
    size_t begin = 0, length = 1;
    for (const Polynomial& p : components_) {
        const size_t terms = p.weights.size();
        const size_t end = begin + length;
        prefix.resize(end + length + terms - 1);
        double* to = prefix.data() + end;
        const double* from = prefix.data() + begin;
        std::fill(to, to + length + terms - 1, 0.0);
        for (size_t i = 0; i < terms; ++i)
            for (size_t a = 0; a < length; ++a) to[a + i] += from[a] * p.weights[i];
        prefix_begin_.push_back(end);
        begin = end;
        length += terms - 1;
    }
    const double* all = prefix.data() + begin;
    double sum = 0.0, mined = 0.0;
    bool safe = true, certain = true;
    for (size_t a = first; a <= last; ++a) {
        const double product = all[a] * suffix[a];
        if (product == 0.0) continue;
        const std::int64_t mines = most - static_cast<std::int64_t>(a);
        sum += product;
        mined += product * static_cast<double>(mines);
        safe = safe && mines == 0;
        certain = certain && mines == cells;
    }
    bool in_range = true;
    for (size_t c = count(); c-- > 0;) {
        const std::span<const double> factor = components_[c].weights;
        const double* before = prefix.data() + prefix_begin_[c];
        double* outside = out_.outside.data() + out_.begin[c];
        const size_t shorter = length - (factor.size() - 1);
        next.assign(shorter, 0.0);
        WeightExtremes extremes;
        for (size_t i = 0; i < factor.size(); ++i) {
            double product = 0.0;
            for (size_t a = 0; a < shorter; ++a) {
                product += before[a] * suffix[a + i];
                next[a] += factor[i] * suffix[a + i];
            }
            outside[i] = product;
            extremes.add(product);
        }
        if (extremes.largest > 0.0)
            for (size_t i = 0; i < factor.size(); ++i) outside[i] /= extremes.largest;
        in_range = in_range && extremes.smallest / extremes.largest >= kLeastOutside;
        suffix.swap(next);
        length = shorter;
    }
    if (!in_range) {
        std::fill(out_.outside.begin(), out_.outside.end(), 0.0);
        return false;
    }
    if (sum == 0.0) throw Contradiction("the number of mines cannot be met", -1);
    const std::int64_t least = most - static_cast<std::int64_t>(first);
    out_.log2_total = std::log2(sum) + log2_factorial(cells) - log2_factorial(least) -
                      log2_factorial(cells - least);
    out_.floating_safe = cells > 0 && safe;
    out_.floating_certain = cells > 0 && certain;
    out_.floating_mine = cells == 0 ? 0.0 : mined / (sum * static_cast<double>(cells));
    return true;
}

// Independent cells: without a total, the components are independent and all outside weights are 1.
void Combination::independent(bool want_frontier) {
    log2_odds_ = std::log2(total_.odds);
    double log2_total = tilt() + log2_odds_ * static_cast<double>(low_);
    std::fill(out_.outside.begin(), out_.outside.end(), 1.0);
    untilt();
    const auto evaluate = [&](bool flagged) {
        double sum = 0.0, power = 1.0;
        for (const double f : cell_factor<double>(floating_.max_per_cell, flagged)) {
            sum += f * power;
            power *= total_.odds;
        }
        return sum;
    };
    log2_total += static_cast<double>(floating_.plain) * std::log2(evaluate(false)) +
                  static_cast<double>(floating_.flagged) * std::log2(evaluate(true));
    out_.log2_total = log2_total;
    out_.floating_mine = 1.0 - 1.0 / evaluate(false);
    out_.floating_safe = out_.floating_certain = false;
    if (want_frontier) frontier_by_products();
}

// Multiplies weight i by odds^i and normalizes each component. Returns log2 of the product of the
// normalizing factors.
double Combination::tilt() {
    double log2_factors = 0.0;
    tilted_.resize(out_.begin.back());
    for (size_t c = 0; c < count(); ++c) {
        const Polynomial& p = components_[c];
        double* t = tilted_.data() + out_.begin[c];
        double largest = -HUGE_VAL;
        for (size_t i = 0; i < p.size(); ++i) {
            t[i] =
                p.possible(i) ? p.log2_weight(i) + log2_odds_ * static_cast<double>(i) : -HUGE_VAL;
            largest = std::max(largest, t[i]);
        }
        double sum = 0.0;
        for (size_t i = 0; i < p.size(); ++i) sum += t[i] = std::exp2(t[i] - largest);
        for (size_t i = 0; i < p.size(); ++i) t[i] /= sum;
        log2_factors += largest + std::log2(sum);
    }
    return log2_factors;
}

template <class T>
std::vector<T>& Combination::store() {
    if constexpr (std::is_same_v<T, double>)
        return prefix_;
    else
        return possible_prefix_;
}

// Prefix products: prefix c is the convolution of the components before c.
template <class T>
void Combination::prefixes(const std::vector<T>& factors) {
    std::vector<T>& prefix = store<T>();
    prefix_begin_.assign(1, 0);
    prefix.assign(1, T{1});
    size_t begin = 0, length = 1;
    for (size_t c = 0; c < count(); ++c) {
        const T* factor = factors.data() + out_.begin[c];
        const size_t terms = components_[c].size();
        const size_t next = begin + length;
        prefix.resize(next + length + terms - 1, T{0});
        for (size_t i = 0; i < terms; ++i)
            for (size_t a = 0; a < length; ++a)
                add(prefix[next + a + i], prefix[begin + a], factor[i]);
        prefix_begin_.push_back(next);
        begin = next;
        length += terms - 1;
    }
}

// Outside weights of every component: the correlation of prefix c with the suffix product of the
// components after c and the floating cells. `suffix` starts as the row of the floating cells.
template <class T>
void Combination::outside_weights(const std::vector<T>& factors, std::vector<T> suffix,
                                  std::vector<T>& outside) {
    const std::vector<T>& prefix = store<T>();
    std::vector<T> next;
    size_t length = static_cast<size_t>(spread_) + 1;
    for (size_t c = count(); c-- > 0;) {
        const size_t terms = components_[c].size();
        const T* factor = factors.data() + out_.begin[c];
        const T* before = prefix.data() + prefix_begin_[c];
        const size_t shorter = length - (terms - 1);
        next.assign(shorter, T{0});
        for (size_t i = 0; i < terms; ++i) {
            T sum{0};
            for (size_t a = 0; a < shorter; ++a) {
                add(sum, before[a], suffix[a + i]);
                add(next[a], factor[i], suffix[a + i]);
            }
            outside[out_.begin[c] + i] = sum;
        }
        suffix.swap(next);
        length = shorter;
    }
    root_ = static_cast<double>(suffix[0]);
}

void Combination::convolve(bool want_frontier) {
    const std::int64_t most = total_.mines - low_;  // greatest number of floating mines
    const FloatingWeights floating_row = floating_weights(floating_, most - spread_, most);
    if (floating_row.weights.empty()) throw Contradiction("the number of mines cannot be met", -1);
    out_.log2_total = tilt();
    // The floating row in tilted weights, relative to its largest one.
    std::vector<double> logs(static_cast<size_t>(spread_) + 1, -HUGE_VAL);
    double largest = -HUGE_VAL;
    for (size_t a = 0; a < logs.size(); ++a) {
        const std::int64_t k = most - static_cast<std::int64_t>(a) - floating_row.first;
        if (k < 0 || k >= static_cast<std::int64_t>(floating_row.weights.size())) continue;
        logs[a] = floating_row.weights[static_cast<size_t>(k)].log2() -
                  static_cast<double>(a) * log2_odds_;
        largest = std::max(largest, logs[a]);
    }
    std::vector<double> suffix;
    for (const double l : logs) suffix.push_back(std::exp2(l - largest));
    prefixes<double>(tilted_);
    outside_weights<double>(tilted_, suffix, out_.outside);
    keep_possible(logs);
    out_.log2_total += std::log2(root_) + largest + floating_row.log2_factor;
    untilt();
    finish_floating(suffix, floating_row, most);
    if (want_frontier) finish_frontier(prefix_.data() + prefix_begin_[count()], suffix.data());
}

// Repeats the products over booleans. Possible weights become at least kLeastWeight, impossible
// ones exactly zero.
void Combination::keep_possible(const std::vector<double>& logs) {
    std::vector<unsigned char> factors(out_.begin.back()), suffix(logs.size());
    for (size_t c = 0; c < count(); ++c)
        for (size_t i = 0; i < components_[c].size(); ++i)
            factors[out_.begin[c] + i] = components_[c].possible(i);
    for (size_t a = 0; a < logs.size(); ++a) suffix[a] = std::isfinite(logs[a]);
    prefixes<unsigned char>(factors);
    std::vector<unsigned char> possible(out_.outside.size());
    const double root = root_;
    outside_weights<unsigned char>(factors, suffix, possible);
    if (root_ == 0.0) throw Contradiction("the number of mines cannot be met", -1);
    root_ = std::max(root, kLeastWeight);
    for (size_t i = 0; i < possible.size(); ++i)
        out_.outside[i] = possible[i] ? std::max(out_.outside[i], kLeastWeight) : 0.0;
    possible_suffix_.swap(suffix);
}

// Converts tilted outside weights to plain ones and computes their logarithms.
void Combination::untilt() {
    out_.log2_outside.assign(out_.outside.size(), -HUGE_VAL);
    for (size_t c = 0; c < count(); ++c) {
        double* outside = out_.outside.data() + out_.begin[c];
        double* logs = out_.log2_outside.data() + out_.begin[c];
        const size_t terms = components_[c].size();
        double largest = -HUGE_VAL;
        for (size_t i = 0; i < terms; ++i) {
            if (outside[i] <= 0.0) continue;
            logs[i] = std::log2(outside[i]) + static_cast<double>(i) * log2_odds_;
            largest = std::max(largest, logs[i]);
        }
        for (size_t i = 0; i < terms; ++i) {
            if (outside[i] <= 0.0) continue;
            if (logs[i] < largest + kLeastOutsideLog2) out_.out_of_range[c] = 1;
            outside[i] = std::exp2(std::max(logs[i] - largest, kLeastOutsideLog2));
        }
    }
}

void Combination::finish_floating(const std::vector<double>& suffix,
                                  const FloatingWeights& floating_row, std::int64_t most) {
    out_.floating_mine = 0.0;
    out_.floating_safe = out_.floating_certain = false;
    if (floating_.plain == 0) return;
    const double* all = prefix_.data() + prefix_begin_[count()];
    const unsigned char* possible = possible_prefix_.data() + prefix_begin_[count()];
    FloatingWeights fewer;
    if (floating_.max_per_cell > 1)
        fewer = floating_weights({floating_.plain - 1, floating_.flagged, floating_.max_per_cell},
                                 floating_row.first, most);
    const std::int64_t others = (floating_.plain - 1) * floating_.max_per_cell +
                                floating_.flagged * (floating_.max_per_cell - 1);
    double sum = 0.0, mined = 0.0;
    bool safe = true, certain = true;
    for (size_t a = 0; a < suffix.size(); ++a) {
        if ((possible[a] & possible_suffix_[a]) == 0) continue;
        const std::int64_t mines = most - static_cast<std::int64_t>(a);
        const double weight = std::max(all[a] * suffix[a], kLeastWeight);
        sum += weight;
        safe = safe && mines == 0;
        certain = certain && mines > others;
        mined += weight * one_of_floating(mines, floating_row, fewer);
    }
    out_.floating_safe = safe;
    out_.floating_certain = certain;
    out_.floating_mine = safe ? 0.0 : certain ? 1.0 : mined / sum;
}

// P(a given unflagged floating cell holds a mine), if all floating cells hold `mines`.
double Combination::one_of_floating(std::int64_t mines, const FloatingWeights& floating_row,
                                    const FloatingWeights& fewer) const {
    if (floating_.max_per_cell == 1)
        return static_cast<double>(mines) / static_cast<double>(floating_.plain);
    const std::int64_t k = mines - fewer.first;
    if (k < 0 || k >= static_cast<std::int64_t>(fewer.weights.size())) return 1.0;
    const double log_ratio =
        fewer.weights[static_cast<size_t>(k)].log2() -
        floating_row.weights[static_cast<size_t>(mines - floating_row.first)].log2();
    return 1.0 - std::exp2(log_ratio);
}

void Combination::finish_frontier(const double* all, const double* suffix) {
    out_.frontier_first = low_;
    out_.frontier.assign(static_cast<size_t>(spread_) + 1, 0.0);
    const unsigned char* possible = possible_prefix_.data() + prefix_begin_[count()];
    double sum = 0.0;
    for (size_t a = 0; a < out_.frontier.size(); ++a) {
        if ((possible[a] & possible_suffix_[a]) == 0) continue;
        out_.frontier[a] = std::max(all[a] * suffix[a], kLeastWeight);
        sum += out_.frontier[a];
    }
    for (double& p : out_.frontier) p /= sum;
}

}  // namespace sapper
