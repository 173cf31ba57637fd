// The integral over the unit circle, for thousands of components.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "counting/combination.hpp"
#include "counting/weights.hpp"

namespace sapper {

namespace {

using std::size_t;

constexpr double kNegligible = -75.0;  // natural logarithm
constexpr double kMostProducts = 1e9;

}  // namespace

// The weights of the rest as Fourier coefficients of a product of characteristic functions. Returns
// false where the floating cells are too few to make that product vanish away from zero.
bool Combination::circle(bool want_frontier) {
    using Complex = std::complex<double>;
    const std::int64_t capacity = floating_.capacity();
    // Every total between the least and the most of the rest can be reached, and the floating cells
    // are certain at its ends only, if they more than bridge the gaps of every component.
    for (const Polynomial& p : components_) {
        std::int64_t gap = 0;
        for (size_t i = 0; i < p.size(); ++i) {
            gap = p.possible(i) ? 0 : gap + 1;
            if (gap > 0 && gap + floating_.max_per_cell > capacity) return false;
        }
    }
    const std::vector<double> plain = cell_factor<double>(floating_.max_per_cell, false);
    const std::vector<double> flagged = cell_factor<double>(floating_.max_per_cell, true);
    const double odds = std::exp2(log2_odds_);
    const auto cell = [&](const std::vector<double>& factor, double angle) {
        Complex sum = 0.0;
        double power = 1.0, norm = 0.0;
        for (size_t i = 0; i < factor.size(); ++i) {
            sum += factor[i] * power * std::polar(1.0, angle * static_cast<double>(i));
            norm += factor[i] * power;
            power *= odds;
        }
        return sum / norm;
    };
    const auto log_floating = [&](double angle) {
        return static_cast<double>(floating_.plain) * std::log(cell(plain, angle)) +
               static_cast<double>(floating_.flagged) * std::log(cell(flagged, angle));
    };
    // Tilted components and the variance of the whole.
    out_.log2_total = tilt();
    double variance = -2.0 * log_floating(1e-3).real() / 1e-6;
    for (size_t c = 0; c < count(); ++c) {
        const double* t = tilted_.data() + out_.begin[c];
        const size_t terms = components_[c].size();
        double first = 0.0, second = 0.0;
        for (size_t i = 0; i < terms; ++i) {
            first += t[i] * static_cast<double>(i);
            second += t[i] * static_cast<double>(i) * static_cast<double>(i);
        }
        variance += second - first * first;
    }
    // So many nodes that what wraps around is negligible, by Bernstein's inequality.
    const auto nodes = static_cast<std::int64_t>(40.0 * std::sqrt(variance)) +
                       100 * static_cast<std::int64_t>(longest_) + 16;
    const auto angle_of = [&](std::int64_t t) {
        return 2.0 * std::numbers::pi * static_cast<double>(t) / static_cast<double>(nodes);
    };
    std::vector<std::int64_t> counting;  // nodes that the floating cells alone do not rule out
    for (std::int64_t t = 0; t <= nodes / 2; ++t)
        if (log_floating(angle_of(t)).real() > kNegligible) counting.push_back(t);
    if (static_cast<double>(counting.size()) * static_cast<double>(tilted_.size()) > kMostProducts)
        return false;

    const std::int64_t wanted = total_.mines - low_;
    std::vector<Complex> before(count() + 1), after(count() + 1), factor(count());
    double total = 0.0, without_one = 0.0;
    for (const std::int64_t t : counting) {
        const double angle = angle_of(t);
        const Complex step = std::polar(1.0, angle);
        double log_modulus = log_floating(angle).real(), least = 0.0;
        for (size_t c = 0; c < count(); ++c) {
            const double* z = tilted_.data() + out_.begin[c];
            Complex sum = 0.0;
            for (size_t i = components_[c].size(); i-- > 0;) sum = sum * step + z[i];
            factor[c] = sum;
            const double log_factor = 0.5 * std::log(std::norm(sum));
            log_modulus += log_factor;
            least = std::min(least, log_factor);
        }
        // Negligible even with the smallest factor left out.
        if (!(log_modulus - least > kNegligible)) continue;
        const double phase =
            std::remainder(angle * static_cast<double>(wanted), 2.0 * std::numbers::pi);
        before[0] = std::exp(log_floating(angle) - Complex(0.0, phase));
        // The node on the other side is the conjugate, where there is another.
        after[count()] = t == 0 || 2 * t == nodes ? 1.0 : 2.0;
        for (size_t c = 0; c < count(); ++c) before[c + 1] = before[c] * factor[c];
        for (size_t c = count(); c-- > 0;) after[c] = after[c + 1] * factor[c];
        const Complex all = before[count()] * after[count()];
        total += all.real();
        if (floating_.plain > 0) without_one += (all / cell(plain, angle)).real();
        for (size_t c = 0; c < count(); ++c) {
            Complex others = before[c] * after[c + 1];
            double* rest = out_.rest.data() + out_.begin[c];
            for (size_t i = 0; i < components_[c].size(); ++i) {
                rest[i] += others.real();
                others *= step;
            }
        }
    }
    if (!(total > 0.0)) {
        std::fill(out_.rest.begin(), out_.rest.end(), 0.0);
        return false;
    }
    const auto norm = [&](const std::vector<double>& f) {
        double sum = 0.0, power = 1.0;
        for (const double coefficient : f) {
            sum += coefficient * power;
            power *= odds;
        }
        return sum;
    };
    out_.log2_total += std::log2(total / static_cast<double>(nodes)) +
                       static_cast<double>(floating_.plain) * std::log2(norm(plain)) +
                       static_cast<double>(floating_.flagged) * std::log2(norm(flagged)) -
                       log2_odds_ * static_cast<double>(wanted);
    for (size_t c = 0; c < count(); ++c) {
        double* rest = out_.rest.data() + out_.begin[c];
        const auto terms = static_cast<std::int64_t>(components_[c].size());
        const std::int64_t others_low = low_ - components_[c].low;
        const std::int64_t others_high = others_low + spread_ - (terms - 1) + capacity;
        for (std::int64_t i = 0; i < terms; ++i) {
            const std::int64_t left = total_.mines - components_[c].low - i;
            double& weight = rest[static_cast<size_t>(i)];
            weight = left >= others_low && left <= others_high
                         ? std::max(weight / total, kLeastWeight)
                         : 0.0;
        }
    }
    untilt();
    out_.floating_safe = total_.mines == low_;
    out_.floating_certain = total_.mines - low_ - spread_ > capacity - floating_.max_per_cell;
    out_.floating_mine = floating_.plain == 0 || out_.floating_safe ? 0.0
                         : out_.floating_certain ? 1.0
                                                 : 1.0 - without_one / total / norm(plain);
    if (want_frontier) frontier_by_products();
    return true;
}

// The distribution of the mines in thousands of components, without its far tails.
void Combination::frontier_by_products() {
    constexpr double kTail = 1e-280;
    std::vector<double> all{1.0}, next;
    size_t first = 0;
    for (size_t c = 0; c < count(); ++c) {
        const double* z = tilted_.data() + out_.begin[c];
        const size_t terms = components_[c].size();
        next.assign(all.size() + terms - 1, 0.0);
        for (size_t i = 0; i < terms; ++i)
            for (size_t a = 0; a < all.size(); ++a) next[a + i] += all[a] * z[i];
        const auto keep = [&](double p) { return p > kTail; };
        const auto begin = std::find_if(next.begin(), next.end(), keep);
        const auto end = std::find_if(next.rbegin(), next.rend(), keep).base();
        first += static_cast<size_t>(begin - next.begin());
        all.assign(begin, end);
    }
    std::vector<double> logs(all.size(), -HUGE_VAL);
    double largest = -HUGE_VAL;
    const std::int64_t most = total_.mines - low_ - static_cast<std::int64_t>(first);
    FloatingWeights outer;
    if (total_.odds < 0.0)
        outer = outer_weights(floating_, most - static_cast<std::int64_t>(all.size()) + 1, most);
    for (size_t a = 0; a < all.size(); ++a) {
        logs[a] = std::log2(all[a]);
        if (total_.odds < 0.0) {
            const std::int64_t k = most - static_cast<std::int64_t>(a) - outer.first;
            logs[a] += k >= 0 && k < static_cast<std::int64_t>(outer.weights.size())
                           ? outer.weights[static_cast<size_t>(k)].log2() -
                                 static_cast<double>(a) * log2_odds_
                           : -HUGE_VAL;
        }
        largest = std::max(largest, logs[a]);
    }
    out_.frontier_first = low_ + static_cast<std::int64_t>(first);
    out_.frontier.resize(all.size());
    double sum = 0.0;
    for (size_t a = 0; a < all.size(); ++a)
        sum += out_.frontier[a] = std::isfinite(logs[a]) ? std::exp2(logs[a] - largest) : 0.0;
    for (double& p : out_.frontier) p /= sum;
}

}  // namespace sapper
