// Convolution of thousands of components by characteristic functions at the saddle point.
//
// The number of layouts with a given total is a coefficient of a product of polynomials, one per
// component and one per floating cell. It is computed as a discrete Fourier sum over the unit
// circle. All factors are tilted by the odds at the saddle point, so that the wanted coefficient is
// near the maximum and the integrand is concentrated around angle zero. Nodes at which the product
// is negligible are skipped. The number of nodes is proportional to the standard deviation of the
// total, and each node costs the number of terms; a direct convolution costs the number of terms
// squared.
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
using Complex = std::complex<double>;

constexpr double kNegligible = -75.0;  // natural logarithm
constexpr double kMostProducts = 1e9;

}  // namespace

// The characteristic function of the floating cells, tilted by the given odds.
class FloatingFactor {
  public:
    FloatingFactor(const Floating& floating, double log2_odds)
        : plain_count_(static_cast<double>(floating.plain)),
          flagged_count_(static_cast<double>(floating.flagged)),
          odds_(std::exp2(log2_odds)),
          plain_(cell_factor<double>(floating.max_per_cell, false)),
          flagged_(cell_factor<double>(floating.max_per_cell, true)) {}

    // The logarithm of the characteristic function of all floating cells.
    [[nodiscard]] Complex log_at(double angle) const {
        return plain_count_ * std::log(cell(plain_, angle)) +
               flagged_count_ * std::log(cell(flagged_, angle));
    }
    // The characteristic function of one unflagged cell.
    [[nodiscard]] Complex plain_at(double angle) const { return cell(plain_, angle); }

    // log2 of the normalizing factor of all tilted cells.
    [[nodiscard]] double log2_norm() const {
        return plain_count_ * std::log2(norm(plain_)) + flagged_count_ * std::log2(norm(flagged_));
    }
    [[nodiscard]] double plain_norm() const { return norm(plain_); }

  private:
    [[nodiscard]] Complex cell(const std::vector<double>& factor, double angle) const {
        Complex sum = 0.0;
        double power = 1.0, norm = 0.0;
        for (size_t i = 0; i < factor.size(); ++i) {
            sum += factor[i] * power * std::polar(1.0, angle * static_cast<double>(i));
            norm += factor[i] * power;
            power *= odds_;
        }
        return sum / norm;
    }
    [[nodiscard]] double norm(const std::vector<double>& factor) const {
        double sum = 0.0, power = 1.0;
        for (const double coefficient : factor) {
            sum += coefficient * power;
            power *= odds_;
        }
        return sum;
    }

    const double plain_count_, flagged_count_, odds_;
    const std::vector<double> plain_, flagged_;
};

namespace {

// Nodes of the Fourier sum. Their number makes the aliasing error negligible, by Bernstein's
// inequality. By conjugate symmetry only the upper half of the circle is visited.
struct Nodes {
    std::int64_t count;
    std::vector<std::int64_t> visited;  // those not made negligible by the floating cells alone

    Nodes(double variance, size_t longest, const FloatingFactor& floating)
        : count(static_cast<std::int64_t>(40.0 * std::sqrt(variance)) +
                100 * static_cast<std::int64_t>(longest) + 16) {
        for (std::int64_t node = 0; node <= count / 2; ++node)
            if (floating.log_at(angle(node)).real() > kNegligible) visited.push_back(node);
    }
    [[nodiscard]] double angle(std::int64_t node) const {
        return 2.0 * std::numbers::pi * static_cast<double>(node) / static_cast<double>(count);
    }
    // The number of nodes represented by one: itself and its conjugate, if that is a different
    // node.
    [[nodiscard]] double multiplicity(std::int64_t node) const {
        return node == 0 || 2 * node == count ? 1.0 : 2.0;
    }
};

}  // namespace

// Whether the floating cells bridge the gaps in the polynomial of every component with mines to
// spare. Then every total between the least and the greatest of the board outside a component is
// possible, and the floating cells are certain only at these two ends.
bool Combination::floating_bridges_gaps() const {
    const std::int64_t capacity = floating_.capacity();
    for (const Polynomial& p : components_) {
        std::int64_t gap = 0;
        for (size_t i = 0; i < p.size(); ++i) {
            gap = p.possible(i) ? 0 : gap + 1;
            if (gap > 0 && gap + floating_.max_per_cell > capacity) return false;
        }
    }
    return true;
}

// The variance of the mines in all tilted components and the floating cells.
double Combination::tilted_variance(const FloatingFactor& floating) const {
    double variance = -2.0 * floating.log_at(1e-3).real() / 1e-6;
    for (size_t c = 0; c < count(); ++c) {
        const double* t = tilted_.data() + out_.begin[c];
        double first = 0.0, second = 0.0;
        for (size_t i = 0; i < components_[c].size(); ++i) {
            first += t[i] * static_cast<double>(i);
            second += t[i] * static_cast<double>(i) * static_cast<double>(i);
        }
        variance += second - first * first;
    }
    return variance;
}

struct Combination::FourierSums {
    double total = 0.0;        // the whole product
    double without_one = 0.0;  // the product without one unflagged floating cell
    // Scratch memory, per component: prefix products, suffix products, its own factor.
    std::vector<Complex> before, after, factor;
};

// Adds the term of one node to the sums and to the outside weights of every component.
void Combination::add_node(double angle, double multiplicity, const FloatingFactor& floating,
                           FourierSums& sums) {
    auto& [total, without_one, before, after, factor] = sums;
    before.resize(count() + 1);
    after.resize(count() + 1);
    factor.resize(count());
    const Complex step = std::polar(1.0, angle);
    double log_modulus = floating.log_at(angle).real(), least = 0.0;
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
    if (!(log_modulus - least > kNegligible)) return;
    const double phase =
        std::remainder(angle * static_cast<double>(total_.mines - low_), 2.0 * std::numbers::pi);
    before[0] = std::exp(floating.log_at(angle) - Complex(0.0, phase));
    after[count()] = multiplicity;
    for (size_t c = 0; c < count(); ++c) before[c + 1] = before[c] * factor[c];
    for (size_t c = count(); c-- > 0;) after[c] = after[c + 1] * factor[c];
    const Complex all = before[count()] * after[count()];
    total += all.real();
    if (floating_.plain > 0) without_one += (all / floating.plain_at(angle)).real();
    for (size_t c = 0; c < count(); ++c) {
        Complex others = before[c] * after[c + 1];
        double* outside = out_.outside.data() + out_.begin[c];
        for (size_t i = 0; i < components_[c].size(); ++i) {
            outside[i] += others.real();
            others *= step;
        }
    }
}

// Convolution by characteristic functions, see the head of this file. Returns false if there are
// too few floating cells for the product to vanish away from the saddle point.
bool Combination::convolve_at_saddle_point(bool want_frontier) {
    if (!floating_bridges_gaps()) return false;
    const FloatingFactor floating(floating_, log2_odds_);
    out_.log2_total = tilt();
    const Nodes nodes(tilted_variance(floating), longest_, floating);
    if (static_cast<double>(nodes.visited.size()) * static_cast<double>(tilted_.size()) >
        kMostProducts)
        return false;

    FourierSums sums;
    for (const std::int64_t node : nodes.visited)
        add_node(nodes.angle(node), nodes.multiplicity(node), floating, sums);
    if (!(sums.total > 0.0)) {
        std::fill(out_.outside.begin(), out_.outside.end(), 0.0);
        return false;
    }
    out_.log2_total += std::log2(sums.total / static_cast<double>(nodes.count)) +
                       floating.log2_norm() - log2_odds_ * static_cast<double>(total_.mines - low_);
    keep_reachable(sums.total);
    untilt();
    const std::int64_t capacity = floating_.capacity();
    out_.floating_safe = total_.mines == low_;
    out_.floating_certain = total_.mines - low_ - spread_ > capacity - floating_.max_per_cell;
    out_.floating_mine = floating_.plain == 0 || out_.floating_safe ? 0.0
                         : out_.floating_certain
                             ? 1.0
                             : 1.0 - sums.without_one / sums.total / floating.plain_norm();
    if (want_frontier) frontier_by_products();
    return true;
}

// Normalizes the outside weights by the sum. Possible totals keep a positive weight, impossible
// ones become exactly zero.
void Combination::keep_reachable(double sum) {
    for (size_t c = 0; c < count(); ++c) {
        double* outside = out_.outside.data() + out_.begin[c];
        const auto terms = static_cast<std::int64_t>(components_[c].size());
        const std::int64_t others_low = low_ - components_[c].low;
        const std::int64_t others_high = others_low + spread_ - (terms - 1) + floating_.capacity();
        for (std::int64_t i = 0; i < terms; ++i) {
            const std::int64_t left = total_.mines - components_[c].low - i;
            double& weight = outside[static_cast<size_t>(i)];
            weight = left >= others_low && left <= others_high
                         ? std::max(weight / sum, kLeastWeight)
                         : 0.0;
        }
    }
}

// The distribution of the mines in thousands of components by direct convolution, with truncated
// tails.
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
    FloatingWeights floating_row;
    if (total_.odds < 0.0)
        floating_row =
            floating_weights(floating_, most - static_cast<std::int64_t>(all.size()) + 1, most);
    for (size_t a = 0; a < all.size(); ++a) {
        logs[a] = std::log2(all[a]);
        if (total_.odds < 0.0) {
            const std::int64_t k = most - static_cast<std::int64_t>(a) - floating_row.first;
            logs[a] += k >= 0 && k < static_cast<std::int64_t>(floating_row.weights.size())
                           ? floating_row.weights[static_cast<size_t>(k)].log2() -
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
