// Layouts drawn at random from all that fit a position, each as likely as its weight says.
//
// Drawn from the counts of the solver, so nothing is ever drawn in vain: first the mines of the
// frontier and of the floating cells, then of each component (see product_tree.hpp), of each group
// (see Elimination::draw), and of each cell. One mine a cell: all layouts are equally likely.
// Several: in proportion to the ways in which distinct mines make them. With odds in place of a
// total, components and floating cells are drawn each by itself.
//
// Short sums over the total are carried out in plain doubles, watched for their range. Long ones
// are tilted by the odds at which the wanted total is the expected one, and what lies beyond
// 2^-400 of the largest is cut off: the total was met by far more, as is checked, so what is lost
// is less than any draw could show. Where it was not, wide numbers take over, and nothing is cut.
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
    // Counts a position, keeping the memory of the one before. Throws as Solver::solve does. The
    // question may go; the graph and the states too.
    void prepare(const Question& question);

    // One layout: the mines of every cell. By any number of threads at once.
    void draw(Random& random, std::span<std::int16_t> layout) const;

    // The random numbers of layout `index` of a seed, the same for ever for the same position.
    [[nodiscard]] Random random(std::uint64_t seed, std::uint64_t index,
                                Random::Purpose purpose = Random::kSample) const {
        return {address_, seed, index, purpose};
    }

    [[nodiscard]] std::size_t cells() const { return base_.size(); }

  private:
    // What is drawn of the total in one number type.
    template <class W>
    struct Shares {
        ProductTree<W> components;
        IdenticalCells<W> plain, flagged;  // floating cells, several mines a cell
        MineDistribution<W> plain_row, flagged_row;
    };

    void place(const Question& question, const Counted& counted);
    void independent(const Counted& counted);
    bool few(const Counted& counted);
    bool tilted(const Counted& counted);
    void wide(const Counted& counted);
    template <class W>
    double share_out(const Counted& counted, Shares<W>& shares, double log2_odds, double cut,
                     double most_products);
    template <class W>
    void draw_shares(const Shares<W>& shares, Random& random, std::span<std::int64_t> components,
                     std::span<std::int16_t> layout) const;
    void draw_groups(std::size_t component, std::int64_t mines, Random& random,
                     std::span<std::int16_t> layout) const;

    enum class Way { kIndependent, kDoubles, kWide };

    Solver solver_;
    const Problem* problem_ = nullptr;
    std::uint64_t address_ = 0;
    std::vector<std::int16_t> base_;  // what is known, and a flag's own mine
    std::vector<std::int32_t> floating_, floating_flagged_;
    std::int64_t mines_ = 0;  // left for components and floating cells
    Way way_ = Way::kDoubles;
    Shares<double> doubles_;
    Shares<Wide> wides_;
    // Of the mines in all components, from the least: the weights summed up.
    std::vector<double> frontier_;
    // Independent cells: the same for each component, from its least, and for a floating cell.
    std::vector<std::vector<double>> component_mines_;
    std::vector<std::int64_t> lows_;
    std::vector<double> cell_, flagged_cell_;
    IdenticalCells<Wide> group_, flagged_group_;  // several mines a cell
};

}  // namespace sapper
