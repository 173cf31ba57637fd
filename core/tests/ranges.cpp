// Test of the range of weights: `sapper_ranges N [SEED]` runs N random cases of each kind.
//
// Rows of random weights with exponents up to far beyond the range of doubles are convolved in
// doubles and in wide numbers. If the test before the multiplication (weight_range.hpp) admits the
// rows, both must agree, and have the same zeros. Components of two arrangements that differ by
// hundreds of magnitudes are counted in doubles and in wide numbers: a pass that reports no problem
// must agree, and all together must report some and not all.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "cases.hpp"
#include "counting/combine.hpp"
#include "counting/counting.hpp"
#include "counting/mine_distribution.hpp"
#include "support/weight_range.hpp"

namespace {

using namespace sapper;
using fuzz::Edges;

struct Failed {
    std::string what;
};

void require(bool holds, const char* what) {
    if (!holds) throw Failed{what};
}

bool agree(double value, const Wide& exact) {
    if (value == 0.0 || exact.mantissa == 0.0) return value == 0.0 && exact.mantissa == 0.0;
    const Wide wide = Wide::make(value);
    return std::fabs(wide.log2() - exact.log2()) <= 1e-12 * (1.0 + std::fabs(exact.log2()));
}

// Zeros, and normal doubles with exponents up to `spread` around a random centre.
std::vector<Wide> random_row(fuzz::Random& random, int spread) {
    std::vector<Wide> row(static_cast<std::size_t>(random.within(1, 6)));
    const int centre = random.within(-spread, spread);
    for (Wide& weight : row)
        if (!random.chance(20))
            weight = Wide::make(0.5 + random.within(0, 999) / 2000.0,
                                std::clamp(centre + random.within(-spread, spread), -1020, 1020));
    return row;
}

std::vector<double> doubles(const std::vector<Wide>& row) {
    std::vector<double> out;
    for (const Wide& weight : row)
        out.push_back(std::ldexp(weight.mantissa, static_cast<int>(weight.exponent)));
    return out;
}

// Returns whether the rows are admitted.
bool compare_products(fuzz::Random& random) {
    const int spread = random.within(1, 600);
    ProductBounds bounds;
    MineDistribution<double> product{0, {1.0}};
    MineDistribution<Wide> exact{0, {Wide::make(1.0)}};
    for (int rows = random.within(1, 8); rows > 0; --rows) {
        const std::vector<Wide> row = random_row(random, spread);
        bounds.add(doubles(row));
        product = multiply(product, {0, doubles(row)}, 0.0);
        exact = multiply(exact, {0, row}, 0.0);
    }
    if (!bounds.within_range()) return false;
    for (std::size_t i = 0; i < exact.weights.size(); ++i)
        require(agree(product.weights[i], exact.weights[i]), "a product of admitted rows");
    return true;
}

// Returns whether the scaled row is admitted.
bool compare_scaling(fuzz::Random& random) {
    const std::vector<double> row = doubles(random_row(random, random.within(1, 1100)));
    std::vector<double> scaled = row;
    int exponent = 0;
    const double smallest = bring_near_one(scaled, exponent);
    WeightExtremes extremes;
    extremes.add(row);
    if (extremes.smallest < kSmallestProduct || !(smallest >= kSmallestProduct)) return false;
    for (std::size_t i = 0; i < row.size(); ++i) {
        require(scaled[i] <= 0x1p64, "a scaled weight is too large");
        require(scaled[i] == 0.0 || scaled[i] >= smallest, "the smallest scaled weight");
        require(std::ldexp(scaled[i], exponent) == row[i], "a scaled weight is not exact");
    }
    return true;
}

// Cells x_1 .. x_n are all mined or all empty, because each is the opposite of a cell between it
// and the next. A clue 1 sees x_i and `choices` cells of its own. So either the x are mined, in one
// way, or one cell of each group is, in choices^n ways.
std::vector<std::int16_t> copies(int length, int choices, Edges& edges) {
    const int clues = 3 * length - 2;
    std::int32_t cell = clues + 2 * length - 1;
    for (int i = 0; i + 1 < length; ++i) {
        const std::int32_t x = clues + i, y = clues + length + i;
        edges.insert(edges.end(), {{2 * i, x}, {2 * i, y}, {2 * i + 1, y}, {2 * i + 1, x + 1}});
    }
    for (int i = 0; i < length; ++i) {
        edges.emplace_back(2 * length - 2 + i, clues + i);
        for (int k = 0; k < choices; ++k) edges.emplace_back(2 * length - 2 + i, cell++);
    }
    std::vector<std::int16_t> states(static_cast<std::size_t>(cell), kCovered);
    std::fill(states.begin(), states.begin() + clues, std::int16_t{1});
    return states;
}

// Returns whether both passes in doubles stay in range.
bool compare_passes(fuzz::Random& random) {
    Edges edges;
    const std::vector<std::int16_t> states =
        copies(random.within(2, 60), random.within(1, 400), edges);
    const Graph graph = fuzz::make_graph(static_cast<std::int32_t>(states.size()), edges);
    Reducer reducer;
    Problem problem;
    reducer.reduce({graph, states, 1}, {}, problem);
    require(problem.components.size() == 1, "one component");
    Counting<double> fast;
    Counting<Wide> wide;
    fast.list_small(random.chance(50));
    wide.add(problem, problem.components[0], {});
    if (!fast.add(problem, problem.components[0], {})) return false;
    const auto counts = fast.count(0);
    const auto exact = wide.count(0);
    require(counts.low == exact.low && counts.weights.size() == exact.weights.size(), "the range");
    const Wide scale = Wide::from_log2(fast.scale(0));
    for (std::size_t i = 0; i < exact.weights.size(); ++i)
        require(
            exact.weights[i].mantissa == 0.0
                ? counts.weights[i] == 0.0
                : counts.weights[i] > 0.0 && std::fabs(std::log2(counts.weights[i]) + scale.log2() -
                                                       exact.weights[i].log2()) < 1e-6,
            "a number of layouts");
    std::vector<double> outside;
    std::vector<Wide> wide_outside;
    for (std::size_t i = 0; i < counts.weights.size(); ++i) {
        outside.push_back(std::ldexp(1.0, -random.within(0, 830)));
        wide_outside.push_back(Wide::make(outside.back()));
    }
    wide.backward_pass(0, wide_outside);
    if (!fast.backward_pass(0, outside)) return false;
    for (std::int32_t group = 0; group < problem.components[0].group_end; ++group) {
        std::vector<double> weights;
        std::vector<Wide> wide_weights;
        const std::int32_t low = fast.marginal(0, group, weights);
        const std::int32_t wide_low = wide.marginal(0, group, wide_weights);
        // Lists start at no mines, tables at the least number.
        const auto skip = static_cast<std::size_t>(wide_low - low);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const bool held = i >= skip && i - skip < wide_weights.size() &&
                              wide_weights[i - skip].mantissa > 0.0;
            require((weights[i] > 0.0) == held, "a number of mines of a group");
        }
    }
    return true;
}

void run(const char* what, std::uint64_t cases, std::uint64_t seed,
         bool (*compare)(fuzz::Random&)) {
    std::uint64_t admitted = 0;
    for (std::uint64_t number = 0; number < cases; ++number) {
        fuzz::Random random(seed * 0x10001 + number * 0x9e3779b1);
        try {
            admitted += compare(random) ? 1 : 0;
        } catch (const Failed& failed) {
            throw Failed{std::string(what) + " " + std::to_string(number) + ": " + failed.what};
        }
    }
    std::printf("%s: %llu of %llu in range, and equal in wide numbers\n", what,
                static_cast<unsigned long long>(admitted), static_cast<unsigned long long>(cases));
    if (admitted == 0 || admitted == cases) throw Failed{std::string(what) + ": only one outcome"};
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t cases = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    try {
        run("products", 10 * cases, seed, compare_products);
        run("scaling", 10 * cases, seed, compare_scaling);
        run("passes", cases / 10 + 20, seed, compare_passes);
    } catch (const Failed& failed) {
        std::printf("failed: %s\n", failed.what.c_str());
        return 1;
    }
    return 0;
}
