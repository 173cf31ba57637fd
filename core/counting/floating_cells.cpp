#include "counting/floating_cells.hpp"

#include <algorithm>
#include <cmath>

#include "counting/weights.hpp"
#include "support/errors.hpp"

namespace sapper {

namespace {

constexpr double kLongestSum = 2e9;  // products

double log2_binomial(std::int64_t n, std::int64_t k) {
    int sign = 0;
    const auto log_factorial = [&](std::int64_t x) {
        return lgamma_r(static_cast<double>(x) + 1.0, &sign);
    };
    return (log_factorial(n) - log_factorial(k) - log_factorial(n - k)) / std::log(2.0);
}

std::vector<Wide> miller(const std::vector<Wide>& factor, std::int64_t size, std::int64_t most) {
    std::vector<Wide> row{Wide::make(1.0)};  // the constant term of a cell's factor is 1
    for (std::int64_t m = 1; m <= most; ++m) {
        Wide sum;
        for (std::size_t i = 1; i < factor.size() && static_cast<std::int64_t>(i) <= m; ++i)
            sum += factor[i] * row[static_cast<std::size_t>(m) - i] *
                   Wide::make(static_cast<double>(static_cast<std::int64_t>(i) * (size + 1) - m));
        row.push_back(sum * Wide::make(1.0 / static_cast<double>(m)));
    }
    return row;
}

std::vector<Wide> power_row(std::int64_t size, int max_per_cell, bool flagged, std::int64_t most) {
    if (size == 0) return {Wide::make(1.0)};
    std::vector<Wide> factor = cell_factor<Wide>(max_per_cell, flagged);
    most = std::min(most, size * static_cast<std::int64_t>(factor.size() - 1));
    if (most <= size + 1) return miller(factor, size, most);
    const double length = static_cast<double>(most) + 1.0;
    if (length * length * std::log2(static_cast<double>(size) + 1.0) > kLongestSum)
        throw BudgetExceeded(0, std::log2(length) * 2.0);
    return power_truncated(std::move(factor), size, most);
}

}  // namespace

FloatingWeights floating_weights(const Floating& floating, std::int64_t first, std::int64_t last) {
    FloatingWeights floating_row;
    first = std::max<std::int64_t>(first, 0);
    last = std::min(last, floating.capacity());
    floating_row.first = first;
    if (first > last) return floating_row;
    if (floating.max_per_cell == 1) {
        floating_row.log2_factor = log2_binomial(floating.plain, first);
        floating_row.weights.reserve(static_cast<std::size_t>(last - first + 1));
        Wide weight = Wide::make(1.0);
        floating_row.weights.push_back(weight);
        for (std::int64_t k = first + 1; k <= last; ++k) {
            weight = weight * Wide::make(static_cast<double>(floating.plain - k + 1) /
                                         static_cast<double>(k));
            floating_row.weights.push_back(weight);
        }
        return floating_row;
    }
    std::vector<Wide> row = power_row(floating.plain, floating.max_per_cell, false, last);
    if (floating.flagged > 0) {
        const std::vector<Wide> other =
            power_row(floating.flagged, floating.max_per_cell, true, last);
        if (static_cast<double>(row.size()) * static_cast<double>(other.size()) > kLongestSum)
            throw BudgetExceeded(0, std::log2(static_cast<double>(row.size())) * 2.0);
        row = multiply_truncated(row, other, static_cast<std::size_t>(last) + 1);
    }
    floating_row.weights.assign(row.begin() + first, row.begin() + last + 1);
    return floating_row;
}

}  // namespace sapper
