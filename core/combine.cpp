#include "combine.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "failures.hpp"
#include "range_flags.hpp"
#include "weights.hpp"

namespace sapper {

namespace {

using std::size_t;

// What is possible, but too unlikely for a double, gets this weight instead of zero.
constexpr double kLeastWeight = 1e-100;
// Above this many products the circle takes over from the convolutions.
constexpr double kLongConvolution = 5e6;
constexpr double kLongestConvolution = 2e10;
constexpr double kNegligible = -75.0;  // natural logarithm
constexpr std::int64_t kFewMines = 128;

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

class Combination {
  public:
    Combination(std::span<const Polynomial> components, const Floating& floating,
                const Total& total, Combined& out)
        : components_(components), floating_(floating), total_(total), out_(out) {
        out_.begin.assign(1, 0);
        for (const Polynomial& p : components_) {
            low_ += p.low;
            spread_ += static_cast<std::int64_t>(p.weights.size()) - 1;
            out_.begin.push_back(out_.begin.back() + p.weights.size());
            longest_ = std::max(longest_, p.weights.size());
        }
        out_.rest.assign(out_.begin.back(), 0.0);
        out_.log2_total = 0.0;
        out_.frontier.clear();
    }

    void run(bool want_frontier) {
        if (total_.odds >= 0.0) {
            independent(want_frontier);
            return;
        }
        const std::int64_t capacity = floating_.capacity();
        if (total_.mines < low_ || total_.mines - low_ - spread_ > capacity)
            throw Contradiction("the number of mines cannot be met", -1);
        if (floating_.max_per_cell == 1 && spread_ < kFewMines && !want_frontier && few()) return;
        const double products = static_cast<double>(components_.size()) *
                                static_cast<double>(spread_) * static_cast<double>(longest_);
        if (products > kLongConvolution) {
            log_odds_ = saddle();
            if (circle(want_frontier)) return;
            if (products > kLongestConvolution) throw TooHard(0, std::log2(products));
        }
        convolve(want_frontier, products > 1e4);
    }

  private:
    [[nodiscard]] size_t count() const { return components_.size(); }

    // The same as convolve() for the short sums of small boards: one mine a cell, plain doubles,
    // scratch memory kept. Returns false where doubles are not wide enough.
    bool few() {
        static thread_local std::vector<double> prefix, suffix, next;
        const std::int64_t most = total_.mines - low_;
        const std::int64_t cells = floating_.plain;
        const auto first = static_cast<size_t>(std::max<std::int64_t>(0, most - cells));
        const auto last = static_cast<size_t>(std::min(spread_, most));
        const auto spread = static_cast<size_t>(spread_);
        clear_range_flags();
        suffix.assign(spread + 1, 0.0);
        double weight = 1.0;
        for (size_t a = first; a <= last; ++a) {
            suffix[a] = weight;
            const auto mines = static_cast<double>(most) - static_cast<double>(a);
            weight *= mines / (static_cast<double>(cells) - mines + 1.0);
        }
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
        for (size_t c = count(); c-- > 0;) {
            const std::span<const double> factor = components_[c].weights;
            const double* before = prefix.data() + prefix_begin_[c];
            double* rest = out_.rest.data() + out_.begin[c];
            const size_t shorter = length - (factor.size() - 1);
            next.assign(shorter, 0.0);
            double largest = 0.0;
            for (size_t i = 0; i < factor.size(); ++i) {
                double product = 0.0;
                for (size_t a = 0; a < shorter; ++a) {
                    product += before[a] * suffix[a + i];
                    next[a] += factor[i] * suffix[a + i];
                }
                rest[i] = product;
                largest = std::max(largest, product);
            }
            if (largest > 0.0)
                for (size_t i = 0; i < factor.size(); ++i) rest[i] /= largest;
            suffix.swap(next);
            length = shorter;
        }
        if (range_exceeded()) return false;
        if (sum == 0.0) throw Contradiction("the number of mines cannot be met", -1);
        const std::int64_t least = most - static_cast<std::int64_t>(first);
        out_.log2_total = std::log2(sum) + log2_factorial(cells) - log2_factorial(least) -
                          log2_factorial(cells - least);
        out_.floating_safe = cells > 0 && safe;
        out_.floating_certain = cells > 0 && certain;
        out_.floating_mine = cells == 0 ? 0.0 : mined / (sum * static_cast<double>(cells));
        return true;
    }

    // Independent cells: nothing ties the components together.
    void independent(bool want_frontier) {
        const double log_odds = std::log(total_.odds);
        for (size_t c = 0; c < count(); ++c) {
            const Polynomial& p = components_[c];
            double sum = 0.0;
            for (size_t i = 0; i < p.weights.size(); ++i) {
                const double tilt = std::exp(log_odds * static_cast<double>(i));
                out_.rest[out_.begin[c] + i] = std::max(tilt, kLeastWeight);
                sum += p.weights[i] * tilt;
            }
            out_.log2_total += (std::log(sum) + log_odds * p.low) / std::numbers::ln2;
        }
        double none = 1.0;
        if (floating_.plain > 0 || floating_.flagged > 0) {
            double value = 0.0, flagged_value = 0.0;
            const auto evaluate = [&](bool flagged) {
                double sum = 0.0, power = 1.0;
                for (const double f : cell_factor<double>(floating_.max_per_cell, flagged)) {
                    sum += f * power;
                    power *= total_.odds;
                }
                return sum;
            };
            value = evaluate(false);
            flagged_value = evaluate(true);
            none = 1.0 / value;
            out_.log2_total += static_cast<double>(floating_.plain) * std::log2(value) +
                               static_cast<double>(floating_.flagged) * std::log2(flagged_value);
        }
        out_.floating_mine = 1.0 - none;
        out_.floating_safe = out_.floating_certain = false;
        if (want_frontier) {
            log_odds_ = log_odds;
            tilt();
            prefixes<double>(tilted_);
            finish_frontier(prefix_.data() + prefix_begin_[count()], nullptr);
        }
    }

    // The logarithm of the odds at which the expected number of mines is the wanted one.
    [[nodiscard]] double saddle() const {
        const std::vector<double> plain = cell_factor<double>(floating_.max_per_cell, false);
        const std::vector<double> flagged = cell_factor<double>(floating_.max_per_cell, true);
        const auto mean_of = [](std::span<const double> weights, double log_odds) {
            double sum = 0.0, first = 0.0, largest = -HUGE_VAL;
            for (size_t i = 0; i < weights.size(); ++i)
                if (weights[i] > 0.0)
                    largest =
                        std::max(largest, std::log(weights[i]) + log_odds * static_cast<double>(i));
            for (size_t i = 0; i < weights.size(); ++i) {
                if (weights[i] == 0.0) continue;
                const double w =
                    std::exp(std::log(weights[i]) + log_odds * static_cast<double>(i) - largest);
                sum += w;
                first += w * static_cast<double>(i);
            }
            return first / sum;
        };
        double below = -60.0, above = 60.0;
        for (int step = 0; step < 40; ++step) {
            const double middle = 0.5 * (below + above);
            double mean = static_cast<double>(low_);
            for (const Polynomial& p : components_) mean += mean_of(p.weights, middle);
            mean += static_cast<double>(floating_.plain) * mean_of(plain, middle);
            mean += static_cast<double>(floating_.flagged) * mean_of(flagged, middle);
            (mean < static_cast<double>(total_.mines) ? below : above) = middle;
        }
        return 0.5 * (below + above);
    }

    // weights[i] odds^i, with the largest brought to one; returns log2 of what was divided out.
    double tilt() {
        double log2_factors = 0.0;
        tilted_.resize(out_.begin.back());
        const double odds = std::exp(log_odds_);
        for (size_t c = 0; c < count(); ++c) {
            const std::span<const double> weights = components_[c].weights;
            double* t = tilted_.data() + out_.begin[c];
            double power = 1.0, largest = 0.0;
            for (size_t i = 0; i < weights.size(); ++i) {
                t[i] = weights[i] * power;
                power *= odds;
                largest = std::max(largest, t[i]);
            }
            for (size_t i = 0; i < weights.size(); ++i) t[i] /= largest;
            log2_factors += std::log2(largest);
        }
        return log2_factors;
    }

    // prefix c: the mines above their least in the components before c.
    template <class T>
    void prefixes(const std::vector<T>& factors) {
        std::vector<T>& prefix = store<T>();
        prefix_begin_.assign(1, 0);
        prefix.assign(1, T{1});
        size_t begin = 0, length = 1;
        for (size_t c = 0; c < count(); ++c) {
            const T* factor = factors.data() + out_.begin[c];
            const size_t terms = components_[c].weights.size();
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

    // rest c: prefix c against the components behind c and the floating cells.
    template <class T>
    void rests(const std::vector<T>& factors, std::vector<T> suffix, std::vector<T>& rest) {
        const std::vector<T>& prefix = store<T>();
        std::vector<T> next;
        size_t length = static_cast<size_t>(spread_) + 1;
        for (size_t c = count(); c-- > 0;) {
            const size_t terms = components_[c].weights.size();
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
                rest[out_.begin[c] + i] = sum;
            }
            suffix.swap(next);
            length = shorter;
        }
        root_ = static_cast<double>(suffix[0]);
    }

    static void add(double& sum, double a, double b) { sum += a * b; }
    static void add(unsigned char& sum, unsigned char a, unsigned char b) {
        sum = static_cast<unsigned char>(sum | (a & b));
    }

    template <class T>
    std::vector<T>& store() {
        if constexpr (std::is_same_v<T, double>)
            return prefix_;
        else
            return possible_prefix_;
    }

    void convolve(bool want_frontier, bool large) {
        const std::int64_t most = total_.mines - low_;  // for the floating cells
        const Outer outer = outer_weights(floating_, most - spread_, most);
        if (outer.weights.empty()) throw Contradiction("the number of mines cannot be met", -1);
        const auto weight_at = [&](std::int64_t above) -> const Wide* {
            const std::int64_t k = most - above - outer.first;
            return k >= 0 && k < static_cast<std::int64_t>(outer.weights.size())
                       ? &outer.weights[static_cast<size_t>(k)]
                       : nullptr;
        };
        if (large) {
            log_odds_ = saddle();
        } else {
            const double slope = outer.weights.front().log2() - outer.weights.back().log2();
            const auto steps = static_cast<double>(outer.weights.size() - 1);
            log_odds_ =
                steps > 0.0 ? std::clamp(slope / steps * std::numbers::ln2, -60.0, 60.0) : 0.0;
        }
        clear_range_flags();
        out_.log2_total = tilt();
        // The floating cells, untilted again, around their largest weight.
        std::vector<double> suffix(static_cast<size_t>(spread_) + 1, 0.0);
        std::vector<double>& logs = scratch_;
        logs.assign(suffix.size(), -HUGE_VAL);
        double largest = -HUGE_VAL;
        for (size_t a = 0; a < suffix.size(); ++a) {
            const Wide* w = weight_at(static_cast<std::int64_t>(a));
            if (w == nullptr) continue;
            logs[a] = w->log2() - static_cast<double>(a) * log_odds_ / std::numbers::ln2;
            largest = std::max(largest, logs[a]);
        }
        for (size_t a = 0; a < suffix.size(); ++a)
            if (std::isfinite(logs[a])) suffix[a] = std::exp2(logs[a] - largest);
        prefixes<double>(tilted_);
        rests<double>(tilted_, suffix, out_.rest);
        if (range_exceeded()) keep_possible(logs);
        if (total_weight(suffix) == 0.0 && !any_possible())
            throw Contradiction("the number of mines cannot be met", -1);
        out_.log2_total += std::log2(root_) + largest + outer.log2_factor;
        untilt();
        finish_floating(suffix, outer, most);
        if (want_frontier) finish_frontier(prefix_.data() + prefix_begin_[count()], suffix.data());
    }

    [[nodiscard]] double total_weight(const std::vector<double>& suffix) const {
        const double* all = prefix_.data() + prefix_begin_[count()];
        double sum = 0.0;
        for (size_t a = 0; a < suffix.size(); ++a) sum += all[a] * suffix[a];
        return sum;
    }

    [[nodiscard]] bool any_possible() const {
        return std::any_of(out_.rest.begin(), out_.rest.end(), [](double r) { return r > 0.0; });
    }

    // Gives every weight that is possible at least kLeastWeight.
    void keep_possible(const std::vector<double>& logs) {
        std::vector<unsigned char> factors(out_.begin.back()), suffix(logs.size());
        for (size_t c = 0; c < count(); ++c)
            for (size_t i = 0; i < components_[c].weights.size(); ++i)
                factors[out_.begin[c] + i] = components_[c].weights[i] > 0.0;
        for (size_t a = 0; a < logs.size(); ++a) suffix[a] = std::isfinite(logs[a]);
        prefixes<unsigned char>(factors);
        std::vector<unsigned char> possible(out_.rest.size());
        const double root = root_;
        rests<unsigned char>(factors, suffix, possible);
        root_ = root;
        for (size_t i = 0; i < possible.size(); ++i)
            out_.rest[i] = possible[i] ? std::max(out_.rest[i], kLeastWeight) : 0.0;
        possible_suffix_.swap(suffix);
    }

    // Back from tilted weights of the rest to plain ones.
    void untilt() {
        const double odds = std::exp(log_odds_);
        for (size_t c = 0; c < count(); ++c) {
            double power = 1.0;
            double* rest = out_.rest.data() + out_.begin[c];
            const size_t terms = components_[c].weights.size();
            double largest = 0.0;
            for (size_t i = 0; i < terms; ++i) {
                const bool possible = rest[i] > 0.0;
                rest[i] *= power;
                power *= odds;
                if (possible) rest[i] = std::max(rest[i], kLeastWeight);
                largest = std::max(largest, rest[i]);
            }
            if (largest > 0.0)
                for (size_t i = 0; i < terms; ++i)
                    if (rest[i] > 0.0) rest[i] = std::max(rest[i] / largest, kLeastWeight);
        }
    }

    void finish_floating(const std::vector<double>& suffix, const Outer& outer, std::int64_t most) {
        out_.floating_mine = 0.0;
        out_.floating_safe = out_.floating_certain = false;
        if (floating_.plain == 0) return;
        const double* all = prefix_.data() + prefix_begin_[count()];
        const bool underflown = !possible_suffix_.empty();
        const unsigned char* possible_all =
            underflown ? possible_prefix_.data() + prefix_begin_[count()] : nullptr;
        Outer fewer;
        if (floating_.max_per_cell > 1)
            fewer = outer_weights({floating_.plain - 1, floating_.flagged, floating_.max_per_cell},
                                  outer.first, most);
        double sum = 0.0, mined = 0.0;
        bool safe = true, certain = true;
        for (size_t a = 0; a < suffix.size(); ++a) {
            const bool possible = underflown ? (possible_all[a] & possible_suffix_[a]) != 0
                                             : all[a] * suffix[a] > 0.0;
            if (!possible) continue;
            const std::int64_t mines = most - static_cast<std::int64_t>(a);
            const double weight = all[a] * suffix[a];
            sum += weight;
            const std::int64_t others = (floating_.plain - 1) * floating_.max_per_cell +
                                        floating_.flagged * (floating_.max_per_cell - 1);
            safe = safe && mines == 0;
            certain = certain && mines > others;
            mined += weight * one_of_floating(mines, outer, fewer);
        }
        out_.floating_safe = safe;
        out_.floating_certain = certain;
        out_.floating_mine = safe ? 0.0 : certain ? 1.0 : mined / sum;
    }

    // P(a given unflagged floating cell holds a mine), when there are `mines` in all of them.
    [[nodiscard]] double one_of_floating(std::int64_t mines, const Outer& outer,
                                         const Outer& fewer) const {
        if (floating_.max_per_cell == 1)
            return static_cast<double>(mines) / static_cast<double>(floating_.plain);
        const std::int64_t k = mines - fewer.first;
        if (k < 0 || k >= static_cast<std::int64_t>(fewer.weights.size())) return 1.0;
        const double log_ratio = fewer.weights[static_cast<size_t>(k)].log2() -
                                 outer.weights[static_cast<size_t>(mines - outer.first)].log2();
        return 1.0 - std::exp2(log_ratio);
    }

    void finish_frontier(const double* all, const double* suffix) {
        out_.frontier_first = low_;
        out_.frontier.assign(static_cast<size_t>(spread_) + 1, 0.0);
        double sum = 0.0;
        for (size_t a = 0; a < out_.frontier.size(); ++a) {
            out_.frontier[a] = all[a] * (suffix == nullptr ? 1.0 : suffix[a]);
            sum += out_.frontier[a];
        }
        for (double& p : out_.frontier) p /= sum;
    }

    bool circle(bool want_frontier);
    void frontier_by_products();

    std::span<const Polynomial> components_;
    const Floating& floating_;
    const Total& total_;
    Combined& out_;

    std::int64_t low_ = 0, spread_ = 0;  // least mines of all components, and most above that
    size_t longest_ = 0;
    double log_odds_ = 0.0;
    double root_ = 1.0;
    std::vector<double> tilted_, prefix_, scratch_;
    std::vector<unsigned char> possible_prefix_, possible_suffix_;
    std::vector<size_t> prefix_begin_;
};

// The weights of the rest as Fourier coefficients of a product of characteristic functions. Returns
// false where the floating cells are too few to make that product vanish away from zero.
bool Combination::circle(bool want_frontier) {
    using Complex = std::complex<double>;
    const std::int64_t capacity = floating_.capacity();
    // With this much room any total between the least and the most of the rest can be reached.
    if (capacity < static_cast<std::int64_t>(longest_)) return false;
    const std::vector<double> plain = cell_factor<double>(floating_.max_per_cell, false);
    const std::vector<double> flagged = cell_factor<double>(floating_.max_per_cell, true);
    const double odds = std::exp(log_odds_);
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
    // Tilted, normalised components and the variance of the whole.
    out_.log2_total = tilt();
    double variance = -2.0 * log_floating(1e-3).real() / 1e-6;
    for (size_t c = 0; c < count(); ++c) {
        double* t = tilted_.data() + out_.begin[c];
        const size_t terms = components_[c].weights.size();
        const double sum = std::accumulate(t, t + terms, 0.0);
        double first = 0.0, second = 0.0;
        for (size_t i = 0; i < terms; ++i) {
            t[i] /= sum;
            first += t[i] * static_cast<double>(i);
            second += t[i] * static_cast<double>(i) * static_cast<double>(i);
        }
        variance += second - first * first;
        out_.log2_total += std::log2(sum);
    }
    // As many nodes as make what is twenty standard deviations away wrap around unseen; beyond the
    // last of them that counts, the floating cells alone make the product negligible.
    const auto nodes = static_cast<std::int64_t>(40.0 * std::sqrt(variance)) + 16;
    const auto angle_of = [&](std::int64_t t) {
        return 2.0 * std::numbers::pi * static_cast<double>(t) / static_cast<double>(nodes);
    };
    std::int64_t last = 0;
    for (std::int64_t t = 0; t <= nodes / 2; ++t)
        if (log_floating(angle_of(t)).real() > kNegligible) last = t;
    if (last >= nodes / 4) return false;

    const std::int64_t wanted = total_.mines - low_;
    std::vector<Complex> before(count() + 1), after(count() + 1), factor(count());
    double total = 0.0, without_one = 0.0;
    for (std::int64_t t = 0; t <= last; ++t) {
        const double angle = angle_of(t);
        const Complex step = std::polar(1.0, angle);
        for (size_t c = 0; c < count(); ++c) {
            const double* z = tilted_.data() + out_.begin[c];
            Complex sum = 0.0;
            for (size_t i = components_[c].weights.size(); i-- > 0;) sum = sum * step + z[i];
            factor[c] = sum;
        }
        const double phase =
            std::remainder(angle * static_cast<double>(wanted), 2.0 * std::numbers::pi);
        before[0] = std::exp(log_floating(angle) - Complex(0.0, phase));
        after[count()] = t == 0 ? 1.0 : 2.0;  // the node on the other side is its conjugate
        for (size_t c = 0; c < count(); ++c) before[c + 1] = before[c] * factor[c];
        for (size_t c = count(); c-- > 0;) after[c] = after[c + 1] * factor[c];
        const Complex all = before[count()] * after[count()];
        total += all.real();
        if (floating_.plain > 0) without_one += (all / cell(plain, angle)).real();
        for (size_t c = 0; c < count(); ++c) {
            Complex others = before[c] * after[c + 1];
            double* rest = out_.rest.data() + out_.begin[c];
            for (size_t i = 0; i < components_[c].weights.size(); ++i) {
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
                       log_odds_ * static_cast<double>(wanted) / std::numbers::ln2;
    for (size_t c = 0; c < count(); ++c) {
        double* rest = out_.rest.data() + out_.begin[c];
        const auto terms = static_cast<std::int64_t>(components_[c].weights.size());
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
    out_.floating_mine = out_.floating_safe      ? 0.0
                         : out_.floating_certain ? 1.0
                                                 : 1.0 - without_one / total / norm(plain);
    if (want_frontier) frontier_by_products();
    return true;
}

// The distribution of the mines in thousands of components, without its far tails.
void Combination::frontier_by_products() {
    constexpr double kTail = 1e-60;
    std::vector<double> all{1.0}, next;
    size_t first = 0;
    for (size_t c = 0; c < count(); ++c) {
        const double* z = tilted_.data() + out_.begin[c];
        const size_t terms = components_[c].weights.size();
        next.assign(all.size() + terms - 1, 0.0);
        for (size_t i = 0; i < terms; ++i)
            for (size_t a = 0; a < all.size(); ++a) next[a + i] += all[a] * z[i];
        const auto keep = [&](double p) { return p > kTail; };
        const auto begin = std::find_if(next.begin(), next.end(), keep);
        const auto end = std::find_if(next.rbegin(), next.rend(), keep).base();
        first += static_cast<size_t>(begin - next.begin());
        all.assign(begin, end);
    }
    const std::int64_t most = total_.mines - low_ - static_cast<std::int64_t>(first);
    const Outer outer =
        outer_weights(floating_, most - static_cast<std::int64_t>(all.size()) + 1, most);
    std::vector<double> logs(all.size(), -HUGE_VAL);
    double largest = -HUGE_VAL;
    for (size_t a = 0; a < all.size(); ++a) {
        const std::int64_t k = most - static_cast<std::int64_t>(a) - outer.first;
        if (k < 0 || k >= static_cast<std::int64_t>(outer.weights.size())) continue;
        logs[a] = std::log2(all[a]) + outer.weights[static_cast<size_t>(k)].log2() -
                  static_cast<double>(a) * log_odds_ / std::numbers::ln2;
        largest = std::max(largest, logs[a]);
    }
    out_.frontier_first = low_ + static_cast<std::int64_t>(first);
    out_.frontier.resize(all.size());
    double sum = 0.0;
    for (size_t a = 0; a < all.size(); ++a)
        sum += out_.frontier[a] = std::isfinite(logs[a]) ? std::exp2(logs[a] - largest) : 0.0;
    for (double& p : out_.frontier) p /= sum;
}

}  // namespace

void combine(std::span<const Polynomial> components, const Floating& floating, const Total& total,
             bool want_frontier, Combined& out) {
    Combination(components, floating, total, out).run(want_frontier);
}

}  // namespace sapper
