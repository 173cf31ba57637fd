// The work behind combine(): one object for one call.
#pragma once

#include <span>
#include <vector>

#include "counting/combine.hpp"

namespace sapper {

// What is possible, but too unlikely for a double, gets this weight instead of zero.
constexpr double kLeastWeight = 1e-290;

class FloatingFactor;

class Combination {
  public:
    Combination(std::span<const Polynomial> components, const Floating& floating,
                const Total& total, Combined& out);

    void run(bool want_frontier);

  private:
    [[nodiscard]] std::size_t count() const { return components_.size(); }

    // Each of these computes all results; those that return bool may decline.
    void independent(bool want_frontier);
    bool convolve_few();
    void convolve(bool want_frontier);
    bool convolve_at_saddle_point(bool want_frontier);

    [[nodiscard]] bool floating_bridges_gaps() const;
    [[nodiscard]] double tilted_variance(const FloatingFactor& floating) const;
    struct FourierSums;
    void add_node(double angle, double multiplicity, const FloatingFactor& floating,
                  FourierSums& sums);
    void keep_reachable(double sum);
    double tilt();
    template <class T>
    void prefixes(const std::vector<T>& factors);
    template <class T>
    void rests(const std::vector<T>& factors, std::vector<T> suffix, std::vector<T>& rest);
    template <class T>
    std::vector<T>& store();
    void keep_possible(const std::vector<double>& logs);
    void untilt();
    void finish_floating(const std::vector<double>& suffix, const FloatingWeights& outer,
                         std::int64_t most);
    [[nodiscard]] double one_of_floating(std::int64_t mines, const FloatingWeights& outer,
                                         const FloatingWeights& fewer) const;
    void finish_frontier(const double* all, const double* suffix);
    void frontier_by_products();

    std::span<const Polynomial> components_;
    const Floating& floating_;
    const Total& total_;
    Combined& out_;

    std::int64_t low_ = 0, spread_ = 0;  // least mines of all components, and most above that
    std::size_t longest_ = 0;
    bool doubles_ = true;  // whether all components are in doubles
    double log2_odds_ = 0.0;
    double root_ = 1.0;
    std::vector<double> tilted_, prefix_;
    std::vector<unsigned char> possible_prefix_, possible_suffix_;
    std::vector<std::size_t> prefix_begin_;
};

}  // namespace sapper
