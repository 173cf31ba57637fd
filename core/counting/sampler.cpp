#include "counting/sampler.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "board/random_subset.hpp"
#include "counting/floating_cells.hpp"
#include "counting/weights.hpp"
#include "support/weight_range.hpp"

namespace sapper {

namespace {

constexpr std::int64_t kNarrowSpread = 128;  // greatest minus least mines of all components
constexpr double kCut = 0x1p-400;            // see multiply()
// log2 of the least tilted probability of the total at which truncated tails are accepted.
constexpr double kLeastLog2Total = -100.0;
constexpr double kMostProductsOfDraw = 4e9;
constexpr double kMostWideProducts = 5e8;

// Samples an index from cumulative weights.
std::size_t pick(const std::vector<double>& cumulative, Random& random) {
    const double target = random.uniform() * cumulative.back();
    auto found = std::upper_bound(cumulative.begin(), cumulative.end(), target);
    if (found == cumulative.end())  // by rounding: take the last possible index
        found = std::lower_bound(cumulative.begin(), cumulative.end(), cumulative.back());
    return static_cast<std::size_t>(found - cumulative.begin());
}

// Computes the cumulative weights relative to the largest weight, and returns log2 of that.
double sum_up(const std::vector<Wide>& weights, std::vector<double>& cumulative) {
    double largest = -HUGE_VAL, sum = 0.0;
    for (const Wide& weight : weights) largest = std::max(largest, weight.log2());
    cumulative.clear();
    for (const Wide& weight : weights) {
        if (positive(weight)) sum += std::exp2(weight.log2() - largest);
        cumulative.push_back(sum);
    }
    return largest;
}

Wide widen(double weight) {
    return Wide::make(weight);
}
Wide widen(Wide weight) {
    return weight;
}

template <class W>
MineDistribution<Wide> widened(const MineDistribution<W>& row) {
    MineDistribution<Wide> wide{row.low, {}};
    for (const W& weight : row.weights) wide.weights.push_back(widen(weight));
    return wide;
}

// The component's weights times odds^i, normalized.
template <class W>
MineDistribution<W> tilted_row(const Polynomial& p, double log2_odds) {
    MineDistribution<W> row{p.low, {}};
    std::vector<double> logs;
    double largest = -HUGE_VAL, sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        logs.push_back(p.possible(i) ? p.log2_weight(i) + log2_odds * static_cast<double>(i)
                                     : -HUGE_VAL);
        largest = std::max(largest, logs.back());
    }
    for (const double log : logs) sum += std::exp2(log - largest);
    for (const double log : logs) {
        if constexpr (std::is_same_v<W, Wide>)
            row.weights.push_back(
                std::isfinite(log) ? Wide::from_log2(log - largest - std::log2(sum)) : Wide{});
        else
            row.weights.push_back(std::exp2(log - largest) / sum);
    }
    return row;
}

}  // namespace

void Sampler::prepare(const Question& question) {
    const Counted counted = solver_.counted(question);
    problem_ = &counted.problem;
    count_ = question.count();
    total_ = Total::of(count_, counted.problem.known_mines);
    read_cells(question, counted);
    if (problem_->max_per_cell > 1) {
        group_.start(problem_->max_per_cell, false, 0.0, 0.0);
        flagged_group_.start(problem_->max_per_cell, true, 0.0, 0.0);
        for (const Group& group : problem_->groups)
            (group.flagged ? flagged_group_ : group_).row(group.size(), kMostWideProducts);
    }
    if (counted.total.odds >= 0.0)
        prepare_independent(counted);
    else if (!prepare_untilted(counted) && !(total_.known() && prepare_tilted(counted)))
        prepare_wide(counted);
}

// Reads the known mines of every cell and lists the floating cells.
void Sampler::read_cells(const Question& question, const Counted& counted) {
    const Position& position = question.position();
    const Knowledge& knowledge = counted.knowledge;
    const std::int32_t cells = position.graph.size();
    address_ = mix(position.graph.address(), static_cast<std::uint64_t>(position.max_per_cell));
    address_ = mix(address_, question.count().address());
    base_.assign(to_index(cells), 0);
    floating_.clear();
    floating_flagged_.clear();
    static thread_local std::vector<char> grouped;
    grouped.assign(to_index(cells), 0);
    for (const std::int32_t cell : counted.problem.group_cells) grouped[to_index(cell)] = 1;
    for (std::int32_t cell = 0; cell < cells; ++cell) {
        const auto state = static_cast<std::uint64_t>(position.states[to_index(cell)]);
        address_ = mix(address_, state);
        if (!knowledge.unknown(cell)) {
            base_[to_index(cell)] = knowledge.value(cell);
            continue;
        }
        const bool flagged = knowledge.flagged(cell);
        if (flagged) base_[to_index(cell)] = 1;
        if (!grouped[to_index(cell)]) (flagged ? floating_flagged_ : floating_).push_back(cell);
    }
}

void Sampler::prepare_independent(const Counted& counted) {
    method_ = Method::kIndependent;
    const double log2_odds = std::log2(counted.total.odds);
    component_mines_.resize(counted.components.size());
    for (std::size_t c = 0; c < component_mines_.size(); ++c)
        sum_up(tilted_row<Wide>(counted.components[c], log2_odds).weights, component_mines_[c]);
    lows_.clear();
    for (const Polynomial& p : counted.components) lows_.push_back(p.low);
    for (const bool flagged : {false, true}) {
        std::vector<Wide> factor = cell_factor<Wide>(problem_->max_per_cell, flagged);
        for (std::size_t i = 0; i < factor.size(); ++i)
            factor[i] = factor[i] * Wide::from_log2(log2_odds * static_cast<double>(i));
        sum_up(factor, flagged ? flagged_cell_ : cell_);
    }
}

// Plain doubles, for small boards with at most one mine per cell. Returns false if the problem is
// too large or doubles may not suffice. All weights of the tree, and the products with which draw()
// splits them, are sums of products with at most one weight of each component.
bool Sampler::prepare_untilted(const Counted& counted) {
    std::int64_t spread = 0;
    for (const Polynomial& p : counted.components) {
        if (!p.wide.empty()) return false;
        spread += static_cast<std::int64_t>(p.size()) - 1;
    }
    if (problem_->max_per_cell > 1 || spread >= kNarrowSpread) return false;
    ProductBounds bounds;
    for (const Polynomial& p : counted.components) bounds.add(p.weights);
    if (!bounds.within_range()) return false;
    ProductTree<double>& tree = double_tables_.components;
    tree.clear();
    for (const Polynomial& p : counted.components)
        tree.add({p.low, {p.weights.begin(), p.weights.end()}});
    tree.build(0.0, kMostProductsOfDraw);
    const MineDistribution<double>& row = tree.row();
    const std::int64_t capacity = counted.floating.capacity();
    FloatingWeights floating_row = floating_weights(counted.floating, total_.least() - row.high(),
                                                    total_.most(capacity) - row.low);
    floating_row_ = {floating_row.first, std::move(floating_row.weights)};
    sum_up(frontier_weights(widened(row), floating_row_), frontier_);
    method_ = Method::kDoubles;
    return true;
}

bool Sampler::prepare_tilted(const Counted& counted) {
    const double log2_odds = log2_saddle(counted.components, counted.floating, total_.mines);
    method_ = Method::kDoubles;
    return prepare_total(counted, double_tables_, log2_odds, kCut, kMostProductsOfDraw) >=
           kLeastLog2Total;
}

void Sampler::prepare_wide(const Counted& counted) {
    method_ = Method::kWide;
    prepare_total(counted, wide_tables_, 0.0, 0.0, kMostWideProducts);
}

// Prepares the tables for sampling under the total. Returns log2 of the probability of the total if
// all cells are independent with these odds, or minus infinity if it is impossible.
template <class W>
double Sampler::prepare_total(const Counted& counted, TotalTables<W>& tables, double log2_odds,
                              double cut, double most_products) {
    tables.components.clear();
    for (const Polynomial& p : counted.components)
        tables.components.add(tilted_row<W>(p, log2_odds));
    tables.components.build(cut, most_products);
    const MineDistribution<W>& row = tables.components.row();

    // The distribution of the mines in the floating cells, tilted as well.
    MineDistribution<Wide> floating;
    const Floating& cells = counted.floating;
    double log2_norm = 0.0;
    if (problem_->max_per_cell == 1) {
        FloatingWeights floating_row = floating_weights(cells, total_.least() - row.high(),
                                                        total_.most(cells.capacity()) - row.low);
        if (floating_row.weights.empty()) return -HUGE_VAL;
        floating = {floating_row.first, std::move(floating_row.weights)};
        for (std::size_t i = 0; i < floating.weights.size(); ++i)
            floating.weights[i] =
                floating.weights[i] * Wide::from_log2(log2_odds * static_cast<double>(i));
        log2_norm = floating_row.log2_factor + log2_odds * static_cast<double>(floating.low) -
                    static_cast<double>(cells.plain) * std::log2(1.0 + std::exp2(log2_odds));
    } else {
        tables.plain.start(problem_->max_per_cell, false, log2_odds, cut);
        tables.flagged.start(problem_->max_per_cell, true, log2_odds, cut);
        tables.plain_row = tables.plain.row(cells.plain, most_products);
        tables.flagged_row = tables.flagged.row(cells.flagged, most_products);
        const MineDistribution<W> both = multiply(tables.plain_row, tables.flagged_row, cut);
        floating.low = both.low;
        for (const W& weight : both.weights) floating.weights.push_back(widen(weight));
    }

    floating_row_ = std::move(floating);
    const double largest = sum_up(frontier_weights(widened(row), floating_row_), frontier_);
    return largest + std::log2(frontier_.back()) + log2_norm;
}

// The weights of the mines of all components together, from the least number.
std::vector<Wide> Sampler::frontier_weights(const MineDistribution<Wide>& frontier,
                                            const MineDistribution<Wide>& floating) const {
    const auto weight = [&](std::int64_t rest) {
        return rest >= floating.low && rest <= floating.high() ? floating.at(rest) : Wide{};
    };
    std::vector<Wide> weights;
    for (std::int64_t mines = frontier.low; mines <= frontier.high(); ++mines) {
        Wide sum;
        if (total_.known()) sum = weight(total_.mines - mines);
        for (const MineCount::Total& total : total_.prior)
            sum += total.weight * weight(total.mines + total_.mines - mines);
        weights.push_back(frontier.at(mines) * sum);
    }
    return weights;
}

// The mines of the floating cells, given those of all components: under a prior over totals a
// sample of the total less these.
std::int64_t Sampler::draw_floating_mines(std::int64_t frontier, Random& random) const {
    if (total_.known()) return total_.mines - frontier;
    static thread_local std::vector<Wide> weights;
    static thread_local std::vector<double> cumulative;
    weights.clear();
    for (const MineCount::Total& total : total_.prior) {
        const std::int64_t rest = total.mines + total_.mines - frontier;
        const bool fits = rest >= floating_row_.low && rest <= floating_row_.high();
        weights.push_back(fits ? total.weight * floating_row_.at(rest) : Wide{});
    }
    sum_up(weights, cumulative);
    return total_.prior[pick(cumulative, random)].mines + total_.mines - frontier;
}

void Sampler::draw(Random& random, std::span<std::int16_t> layout) const {
    std::copy(base_.begin(), base_.end(), layout.begin());
    static thread_local std::vector<std::int64_t> components;
    components.resize(problem_->components.size());
    if (method_ == Method::kIndependent) {
        for (std::size_t c = 0; c < components.size(); ++c)
            components[c] = lows_[c] + static_cast<std::int64_t>(pick(component_mines_[c], random));
        for (const std::int32_t cell : floating_)
            layout[to_index(cell)] = static_cast<std::int16_t>(pick(cell_, random));
        for (const std::int32_t cell : floating_flagged_)
            layout[to_index(cell)] = static_cast<std::int16_t>(1 + pick(flagged_cell_, random));
    } else if (method_ == Method::kDoubles) {
        draw_total(double_tables_, random, components, layout);
    } else {
        draw_total(wide_tables_, random, components, layout);
    }
    for (std::size_t c = 0; c < components.size(); ++c)
        draw_groups(c, components[c], random, layout);
}

// Samples the mines of the components and the layout of the floating cells.
template <class W>
void Sampler::draw_total(const TotalTables<W>& tables, Random& random,
                         std::span<std::int64_t> components, std::span<std::int16_t> layout) const {
    const std::int64_t frontier =
        tables.components.row().low + static_cast<std::int64_t>(pick(frontier_, random));
    tables.components.draw(frontier, random, components);
    const std::int64_t floating = draw_floating_mines(frontier, random);
    if (problem_->max_per_cell == 1) {
        draw_subset(floating_, static_cast<std::uint32_t>(floating), 1, random, layout);
        return;
    }
    const std::int64_t plain =
        draw_split(tables.plain_row, tables.flagged_row, floating,
                   product_at(tables.plain_row, tables.flagged_row, floating), random);
    tables.plain.draw(floating_, plain, random, layout);
    tables.flagged.draw(floating_flagged_, floating - plain, random, layout);
}

// Samples the groups of one component and the layout of their cells.
void Sampler::draw_groups(std::size_t component, std::int64_t mines, Random& random,
                          std::span<std::int16_t> layout) const {
    static thread_local std::vector<std::int32_t> held;
    const Component& range = problem_->components[component];
    held.assign(to_index(range.group_end - range.group_begin), 0);
    solver_.draw(component, static_cast<std::int32_t>(mines), random, held);
    assert(std::accumulate(held.begin(), held.end(), std::int64_t{0}) == mines);
    for (std::size_t i = 0; i < held.size(); ++i) {
        const Group& group = problem_->groups[to_index(range.group_begin) + i];
        assert(held[i] >= 0 && held[i] <= group.size() * problem_->cap(group.flagged));
        const std::span<const std::int32_t> cells(problem_->group_cells.data() + group.cell_begin,
                                                  to_index(group.size()));
        if (problem_->max_per_cell == 1)
            draw_subset(cells, static_cast<std::uint32_t>(held[i]), 1, random, layout);
        else
            (group.flagged ? flagged_group_ : group_).draw(cells, held[i], random, layout);
    }
}

}  // namespace sapper
