// Implementation of combine(): one object per call. combine.cpp has the direct convolutions,
// saddle_point.cpp the convolution by characteristic functions, weighted_convolution.cpp that
// under a prior over totals.
#pragma once

#include <span>
#include <vector>

#include "counting/combine.hpp"

namespace sapper {

// Weight of a possible event whose probability underflows a double, so that zero means impossible.
constexpr double kLeastWeight = 1e-290;

class FloatingFactor;

class Combination {
  public:
    Combination(std::span<const Polynomial> components, const Floating& floating,
                const Total& total, Combined& out);

    void run(bool want_frontier);

  private:
    [[nodiscard]] std::size_t count() const { return components_.size(); }

    // Each of these computes all results. Those that return bool return false if they do not apply.
    void independent(bool want_frontier);
    bool convolve_small();
    void convolve(bool want_frontier);
    bool convolve_at_saddle_point(bool want_frontier);
    void convolve_weighted(bool want_frontier);
    template <class W>
    bool convolve_weighted(bool want_frontier, const FloatingWeights& floating_row);
    template <class W>
    struct WeightedRows;
    template <class W>
    WeightedRows<W> weighted_rows(const FloatingWeights& floating_row) const;
    template <class W>
    void finish_weighted(const WeightedRows<W>& rows, const std::vector<W>& all,
                         const FloatingWeights& floating_row, bool want_frontier);
    template <class W>
    void weigh_totals(const std::vector<W>& all, const FloatingWeights& floating_row);
    [[nodiscard]] bool weighted_in_range(const FloatingWeights& floating_row) const;
    template <class W>
    bool store_outside(std::size_t component, const std::vector<W>& outside);

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
    void outside_weights(const std::vector<T>& factors, std::vector<T> suffix,
                         std::vector<T>& outside);
    template <class T>
    std::vector<T>& store();
    void keep_possible(const std::vector<double>& logs);
    void untilt();
    void finish_floating(const std::vector<double>& suffix, const FloatingWeights& floating_row,
                         std::int64_t most);
    [[nodiscard]] double one_of_floating(std::int64_t mines, const FloatingWeights& floating_row,
                                         const FloatingWeights& fewer) const;
    void finish_frontier(const double* all, const double* suffix);
    void frontier_by_products();

    std::span<const Polynomial> components_;
    const Floating& floating_;
    const Total& total_;
    Combined& out_;

    std::int64_t low_ = 0;     // least number of mines in all components together
    std::int64_t spread_ = 0;  // greatest number minus least number
    std::size_t longest_ = 0;  // terms of the longest polynomial
    bool doubles_ = true;      // whether all polynomials are in doubles
    double log2_odds_ = 0.0;   // the tilt
    double root_ = 1.0;        // sum over all layouts, in tilted and normalized weights
    std::vector<double> tilted_, prefix_;
    std::vector<unsigned char> possible_prefix_, possible_suffix_;
    std::vector<std::size_t> prefix_begin_;
};

}  // namespace sapper
