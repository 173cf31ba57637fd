// Exact (perfect) sampling of consistent layouts, without rejection, by walking the counting tables
// backward.
//
// Samples the mines of the frontier and of the floating cells, then those of each component
// (product_tree.hpp), of each group (elimination_sampling.hpp), and of each cell. With at most one
// mine per cell all layouts are equally likely; with more, in proportion to the number of ways in
// which distinct mines form them. With odds in place of a total, components and floating cells are
// independent. Under a prior over totals, the mines of the frontier are sampled from their
// posterior, then the total given these.
//
// Short convolutions run in plain doubles if a bound on all products allows it. Long ones are
// tilted by the odds at which the wanted total is the expected one, and weights below 2^-400 of the
// largest are cut off. The tilted probability of the total is checked to be at least 2^-100, so the
// bias is far below what any number of samples could detect. If that check fails, wide numbers are
// used and nothing is cut off.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/identical_cells.hpp"
#include "counting/product_tree.hpp"
#include "counting/question.hpp"
#include "counting/solver.hpp"
#include "support/random.hpp"

namespace sapper {

class Sampler {
  public:
    // Counts a position. Throws as Solver::solve does. Reuses the memory of the previous position.
    // The question, its graph and its states need not outlive the call.
    void prepare(const Question& question);

    // Samples one layout: the mines of every cell. Safe to call from several threads at once.
    void draw(Random& random, std::span<std::int16_t> layout) const;

    // The random numbers of sample `index` of a seed: a pure function of both and the position.
    [[nodiscard]] Random random(std::uint64_t seed, std::uint64_t index,
                                Random::Purpose purpose = Random::kSample) const {
        return {address_, seed, index, purpose};
    }

    [[nodiscard]] std::size_t cells() const { return base_.size(); }

  private:
    // Tables for sampling under the total, in one number type.
    template <class W>
    struct TotalTables {
        ProductTree<W> components;
        // Floating cells, if they may hold several mines.
        IdenticalCells<W> plain, flagged;
        MineDistribution<W> plain_row, flagged_row;
    };

    void read_cells(const Question& question, const Counted& counted);
    void prepare_independent(const Counted& counted);
    bool prepare_untilted(const Counted& counted);
    bool prepare_tilted(const Counted& counted);
    void prepare_wide(const Counted& counted);
    template <class W>
    double prepare_total(const Counted& counted, TotalTables<W>& tables, double log2_odds,
                         double cut, double most_products);
    template <class W>
    void draw_total(const TotalTables<W>& tables, Random& random,
                    std::span<std::int64_t> components, std::span<std::int16_t> layout) const;
    [[nodiscard]] std::vector<Wide> frontier_weights(const MineDistribution<Wide>& frontier,
                                                     const MineDistribution<Wide>& floating) const;
    std::int64_t draw_floating_mines(std::int64_t frontier, Random& random) const;
    void draw_groups(std::size_t component, std::int64_t mines, Random& random,
                     std::span<std::int16_t> layout) const;

    enum class Method { kIndependent, kDoubles, kWide };

    Solver solver_;
    const Problem* problem_ = nullptr;
    std::uint64_t address_ = 0;
    std::vector<std::int16_t> base_;  // per cell: known mines, one for an undetermined flagged cell
    std::vector<std::int32_t> floating_, floating_flagged_;
    MineCount count_{0};
    Total total_;  // refers to count_
    // Under a prior: the weights of the floating cells by their mines, in the tilt of the tables.
    MineDistribution<Wide> floating_row_;
    Method method_ = Method::kDoubles;
    TotalTables<double> double_tables_;
    TotalTables<Wide> wide_tables_;
    // Cumulative weights of the mines in all components, from the least number.
    std::vector<double> frontier_;
    // For independent cells: the cumulative weights of each component and of a floating cell.
    std::vector<std::vector<double>> component_mines_;
    std::vector<std::int64_t> lows_;
    std::vector<double> cell_, flagged_cell_;
    IdenticalCells<Wide> group_,
        flagged_group_;  // cells of a group, if they may hold several mines
};

}  // namespace sapper
