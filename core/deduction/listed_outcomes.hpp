// One-step outcome enumeration from explicit lists of arrangements: the fast path of
// OutcomeEnumerator for small components.
//
// An arrangement fixes the number of mines of each group of the touched components. The mines of a
// group next to the clicked cell fall on its neighbours or on its other cells with hypergeometric
// probabilities, so a product of short polynomials gives the distribution of the clue value. The
// groups that can hold a mine, given the clue value, follow from interval bounds. The cost is
// linear in the number of combined arrangements. One mine per cell and a known number of mines.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "deduction/deducer.hpp"
#include "support/weight_range.hpp"

namespace sapper {

struct Outcome {
    int number;
    double probability;  // of this clue value, given that the cell is safe
    std::int64_t safe;   // number of covered cells that would be certainly safe
    double next_safety;  // P(safe) of the safest next click; 0 if not requested
};

// The product of the polynomials of the untouched components, relative to its largest weight.
struct UntouchedProduct {
    Polynomial polynomial;
    double smallest;  // at most the smallest weight above zero; 0 if a weight underflowed
};

class ListedOutcomes {
  public:
    // `untouched_product` returns the product for the components not in its argument. Returns false
    // if this method does not apply: a component without a list, lists that are too long, or
    // products that may leave the range of doubles.
    bool enumerate(
        const Deducer& deducer, std::int32_t cell,
        const std::function<const UntouchedProduct&(const std::vector<std::int32_t>&)>& untouched,
        std::vector<Outcome>& outcomes);

  private:
    // A group with cells among the neighbours of the clicked cell.
    struct Split {
        std::int32_t group;       // in the deducer's problem
        std::int32_t neighbors;   // cells of the group next to the clicked cell
        std::int32_t size;        // cells of the group without the clicked cell
        bool own;                 // whether the clicked cell is in the group
        std::int32_t place;       // index among the groups of the touched components
        std::size_t table_begin;  // of its hypergeometric table, in tables_
    };
    // The mines of a split group in one arrangement.
    struct Portion {
        std::int32_t mines;        // of the whole group
        std::int32_t least, most;  // range among the neighbours
    };
    // Sums over all arrangements with one clue value.
    struct Tally {
        double weight = 0.0;
        std::uint64_t mined = 0;   // bit per part (see part_sizes_) that can hold a mine
        std::uint64_t totals = 0;  // bit per possible number of mines in touched cells, above low_
    };

    bool prepare(const Deducer& deducer, std::int32_t cell);
    void tabulate(Split& split);
    bool weigh_untouched(const Deducer& deducer, const UntouchedProduct& untouched);
    [[nodiscard]] bool in_range(const Deducer& deducer, ProductBounds bounds) const;
    void add_arrangement(std::int32_t mines, double weight);
    std::int64_t safe_elsewhere(const Deducer& deducer, std::uint64_t totals) const;
    void apply_arrangement(const ArrangementList::View& list, std::size_t index,
                           std::size_t touched);

    std::vector<std::int32_t> touched_;
    std::vector<Split> splits_;
    std::vector<std::int32_t> place_begin_;  // by touched component: index of its first group
    std::vector<std::size_t> split_begin_;  // by touched component: its first split; one more entry
    std::uint64_t split_places_ = 0;        // bit per group that is split
    // Sizes of the parts: the groups of the touched components, less their neighbours of the
    // clicked cell; then those neighbours by split; then the floating neighbours.
    std::vector<std::int32_t> part_sizes_;
    std::int32_t floating_neighbors_ = 0;
    std::int32_t floating_part_ = 0;
    std::int64_t floating_left_ = 0, mines_left_ = 0;
    bool tight_ = false;               // whether the mine count can make untouched cells certain
    std::int32_t low_ = 0, high_ = 0;  // range of mines in touched components, floating neighbours
    std::vector<double> untouched_weights_;
    std::vector<double> tables_;
    std::vector<Tally> tallies_;
    std::int32_t base_ = 0;  // known mines next to the cell

    // For the current arrangement.
    std::uint64_t mined_ = 0;
    std::vector<Portion> portions_;  // by split
    std::vector<double> polynomial_, next_;
    std::vector<std::uint64_t> mined_by_;  // by clue value
};

}  // namespace sapper
