// The range of weights in doubles within which their products and sums are safe.
//
// Counting multiplies non-negative weights and adds the products; it never subtracts. Every weight
// is inspected before it is multiplied. It may be multiplied if it is zero or admissible: between
// 2^-510 and 2^480. Then
//   the product of two admissible weights is at least 2^-1020, a normal double, so it neither
//   underflows to zero nor loses precision, and it is at most 2^960;
//   a sum of up to 2^63 such products is at most 2^1023, so it does not overflow.
// So a sum of products is zero only if each of them has a factor zero. Exact zeros stay exact, and
// a cell is certain only if all layouts agree on it. If a weight is not admissible, the caller
// repeats the work in wide numbers (numbers.hpp).
//
// The decision depends on the weights only, not on the status flags of a processor, which
// WebAssembly lacks. It costs a pass over each row of weights, which is then multiplied by another
// row.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace sapper {

inline constexpr double kSmallestWeight = 0x1p-510;
inline constexpr double kLargestWeight = 0x1p480;
inline constexpr double kSmallestProduct = 0x1p-1020;

// Whether a weight above zero may be multiplied by another one.
inline bool admissible(double weight) {
    return weight >= kSmallestWeight && weight <= kLargestWeight;
}

// The largest weight of a row, and the smallest one above zero.
struct WeightExtremes {
    double largest = 0.0;
    double smallest = std::numeric_limits<double>::infinity();

    void add(double weight) {
        largest = std::max(largest, weight);
        smallest = std::min(smallest, weight > 0.0 ? weight : smallest);
    }
    void add(std::span<const double> weights) {
        for (const double weight : weights) add(weight);
    }
    // Whether all weights are zero or admissible.
    [[nodiscard]] bool within_range() const {
        return largest <= kLargestWeight && smallest >= kSmallestWeight;
    }
};

// Scales a row by a power of two, which is exact, if its largest weight is far from 1. Sets
// `exponent` to log2 of the factor divided out, and returns the smallest weight above zero
// (infinity if there is none). All weights are then at most 2^64. If a weight is too small for its
// scaled value to be exact, or infinite, zero is returned.
inline double bring_near_one(std::span<double> weights, int& exponent) {
    WeightExtremes extremes;
    extremes.add(weights);
    exponent = 0;
    if (extremes.largest > 0x1p-64 && extremes.largest < 0x1p64) return extremes.smallest;
    if (extremes.largest == 0.0) return extremes.smallest;
    if (!std::isfinite(extremes.largest)) return 0.0;
    exponent = std::ilogb(extremes.largest);
    const double factor = std::ldexp(1.0, -exponent);
    for (double& weight : weights) weight *= factor;
    const double smallest = std::ldexp(extremes.smallest, -exponent);
    return smallest >= kSmallestProduct ? smallest : 0.0;
}

// Bounds on all products with at most one factor from each of several rows, and on sums of such
// products. They decide before the multiplication whether all of it stays within the range.
class ProductBounds {
  public:
    // Adds a row whose weights above zero are at least `smallest`, and whose sum is at most `sum`.
    void add(double smallest, double sum) {
        lower_ *= std::min(1.0, smallest);
        upper_ *= std::max(1.0, sum);
        // Tested at once, because a bound that left the range of doubles could come back.
        within_ = within_ && lower_ >= kSmallestProduct && upper_ <= kLargestSum;
    }
    void add(std::span<const double> weights) {
        WeightExtremes extremes;
        double sum = 0.0;
        for (const double weight : weights) {
            extremes.add(weight);
            sum += weight;
        }
        add(extremes.smallest, sum);
    }

    // Whether all products are normal doubles and all sums at most 2^960.
    [[nodiscard]] bool within_range() const { return within_; }

  private:
    static constexpr double kLargestSum = 0x1p960;

    double lower_ = 1.0, upper_ = 1.0;
    bool within_ = true;
};

}  // namespace sapper
