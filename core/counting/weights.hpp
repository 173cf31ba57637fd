// The number of ways to place m mines in a group of s cells.
//
// With distinct mines and at most x mines per cell it is m! [t^m] (1 + t + t^2/2! + ... + t^x/x!)^s
// (combinatorics note, section 1.2). The m! is omitted here: it cancels in every ratio and is
// multiplied in when layouts are counted. A flagged cell already holds one mine; the generating
// function of its further mines is 1 + t/2! + ... + t^(x-1)/x!.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/numbers.hpp"
#include "support/weight_range.hpp"

namespace sapper {

// The generating function of one cell.
template <class W>
std::vector<W> cell_factor(int max_per_cell, bool flagged) {
    std::vector<W> factor;
    W value = number<W>(1.0);
    for (int mines = 0; mines <= max_per_cell; ++mines) {
        if (mines > 0) value = value * reciprocal(number<W>(mines));
        if (mines > 0 || !flagged) factor.push_back(value);
    }
    return factor;
}

// The product up to t^(length - 1). In doubles, if a factor has a weight that may not be multiplied
// (weight_range.hpp), all weights of the product are infinite.
template <class W>
std::vector<W> multiply_truncated(const std::vector<W>& a, const std::vector<W>& b,
                                  std::size_t length) {
    std::vector<W> product(std::min(length, a.size() + b.size() - 1), number<W>(0.0));
    if constexpr (std::is_same_v<W, double>) {
        WeightExtremes extremes;
        extremes.add(a);
        extremes.add(b);
        if (!extremes.within_range()) {
            std::fill(product.begin(), product.end(), std::numeric_limits<double>::infinity());
            return product;
        }
    }
    for (std::size_t i = 0; i < a.size() && i < product.size(); ++i)
        for (std::size_t j = 0; j < b.size() && i + j < product.size(); ++j)
            product[i + j] += a[i] * b[j];
    return product;
}

// factor^size up to t^most by repeated squaring, without cancellation.
template <class W>
std::vector<W> power_truncated(std::vector<W> factor, std::int64_t size, std::int64_t most) {
    const auto length = static_cast<std::size_t>(most) + 1;
    std::vector<W> result{number<W>(1.0)};
    for (; size > 0; size >>= 1) {
        if (size & 1) result = multiply_truncated(result, factor, length);
        if (size > 1) factor = multiply_truncated(factor, factor, length);
    }
    return result;
}

// The binomial coefficients C(size, 0) to C(size, most).
template <class W>
std::vector<W> binomials(std::int64_t size, std::int64_t most) {
    std::vector<W> row{number<W>(1.0)};
    most = std::min(most, size);
    for (std::int64_t j = 1; j <= most; ++j)
        row.push_back(row.back() * number<W>(static_cast<double>(size - j + 1)) *
                      reciprocal(number<W>(static_cast<double>(j))));
    return row;
}

// In doubles, dividing last keeps the coefficients exact as long as they fit the mantissa. All
// coefficients are at least 1; from the first one that overflows on, all are infinite.
template <>
inline std::vector<double> binomials<double>(std::int64_t size, std::int64_t most) {
    std::vector<double> row{1.0};
    most = std::min(most, size);
    for (std::int64_t j = 1; j <= most; ++j)
        row.push_back(row.back() * static_cast<double>(size - j + 1) / static_cast<double>(j));
    return row;
}

// Pascal's triangle for small groups, computed on first use.
class SmallBinomials {
  public:
    static constexpr std::int32_t kMost = 24;

    static const double* row(std::int32_t size) {
        static const SmallBinomials table;
        return table.rows_[size];
    }

  private:
    SmallBinomials() {
        for (std::int32_t size = 0; size <= kMost; ++size)
            for (std::int32_t j = 0; j <= size; ++j)
                rows_[size][j] =
                    j == 0 || j == size ? 1.0 : rows_[size - 1][j - 1] + rows_[size - 1][j];
    }
    double rows_[kMost + 1][kMost + 1] = {};
};

// In doubles the weights have to be inspected before they are multiplied; see weight_range.hpp.
template <class W>
std::vector<W> group_weights(std::int64_t size, int max_per_cell, bool flagged, std::int64_t most) {
    if (max_per_cell == 1 && !flagged) return binomials<W>(size, most);
    return power_truncated(cell_factor<W>(max_per_cell, flagged), size, most);
}

// P(a given cell holds a mine), if its group of `size` unflagged cells holds `mines`.
inline double one_of_group(std::int32_t size, int max_per_cell, std::int32_t mines) {
    if (max_per_cell == 1) return static_cast<double>(mines) / static_cast<double>(size);
    if (mines > (size - 1) * max_per_cell) return 1.0;
    const auto log2_weight = [&](std::int32_t cells) {
        return group_weights<Wide>(cells, max_per_cell, false, mines)
            .at(static_cast<std::size_t>(mines))
            .log2();
    };
    return 1.0 - std::exp2(log2_weight(size - 1) - log2_weight(size));
}

// The distribution of the mines in `part` cells of a group of `size` cells, from the distribution
// of the whole group: mines[i] belongs to low + i.
inline std::vector<double> part_of_group(std::int32_t part, std::int32_t size, int max_per_cell,
                                         bool flagged, std::int32_t low,
                                         const std::vector<double>& mines) {
    const int cap = flagged ? max_per_cell - 1 : max_per_cell;
    const auto most = static_cast<std::int32_t>(low + mines.size()) - 1;
    const std::vector<Wide> whole = group_weights<Wide>(size, max_per_cell, flagged, most);
    const std::vector<Wide> inside = group_weights<Wide>(part, max_per_cell, flagged, most);
    const std::vector<Wide> remainder =
        group_weights<Wide>(size - part, max_per_cell, flagged, most);
    std::vector<double> out(static_cast<std::size_t>(std::min(most, part * cap)) + 1, 0.0);
    for (std::size_t i = 0; i < mines.size(); ++i) {
        if (mines[i] <= 0.0) continue;
        const std::size_t all = static_cast<std::size_t>(low) + i;
        for (std::size_t k = 0; k < out.size() && k <= all; ++k)
            if (k < inside.size() && all - k < remainder.size())
                out[k] += mines[i] * std::exp2(inside[k].log2() + remainder[all - k].log2() -
                                               whole[all].log2());
    }
    return out;
}

}  // namespace sapper
