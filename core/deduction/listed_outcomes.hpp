// What a click would show, from the lists of arrangements of the components it touches.
//
// In an arrangement the mines of each group around the cell fall on its neighbours or beside them
// in hypergeometric numbers, so a product of short polynomials gives the number shown; and which
// parts of which groups can hold a mine, given the number, is a matter of intervals. One mine a
// cell.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "deduction/deducer.hpp"

namespace sapper {

struct Outcome {
    int number;
    double probability;  // given that the cell is safe
    std::int64_t safe;   // cells that would be certainly safe and are still covered
    double next_safety;  // of the safest click then, where it was asked for
};

class ListedOutcomes {
  public:
    // `others` multiplies the components that are not touched. Returns false where this way is not
    // open: a component that is not listed, or long lists.
    bool probe(const Deducer& deducer, std::int32_t cell,
               const std::function<Polynomial(const std::vector<std::int32_t>&)>& others,
               std::vector<Outcome>& outcomes);

  private:
    // A group with cells among the neighbours of the probed cell.
    struct Split {
        std::int32_t group;       // in the deducer's problem
        std::int32_t neighbors;   // of the probed cell, in the group
        std::int32_t size;        // without the probed cell
        bool own;                 // whether the probed cell is in the group
        std::int32_t place;       // among the groups of the touched components
        std::size_t table_begin;  // in tables_
    };
    // What an arrangement leaves to the neighbours in a split group.
    struct Portion {
        std::int32_t mines;        // of the whole group
        std::int32_t least, most;  // among the neighbours
    };
    struct Shown {
        double weight = 0.0;
        std::uint64_t mined = 0;   // parts that can hold a mine: see part_size_
        std::uint64_t totals = 0;  // mines that the touched cells can hold, above low_
    };

    bool describe(const Deducer& deducer, std::int32_t cell);
    void tabulate(Split& split);
    bool weigh_rest(const Deducer& deducer, const Polynomial& others);
    void add(std::int32_t mines, double weight);
    std::int64_t safe_elsewhere(const Deducer& deducer, std::uint64_t totals) const;
    void take(const ArrangementList::View& list, std::size_t index, std::size_t touched);

    std::vector<std::int32_t> touched_;
    std::vector<Split> splits_;
    std::vector<std::int32_t> place_begin_;  // by touched component, among the groups of all
    std::vector<std::size_t> split_begin_;   // the same in splits_; one more at the end
    std::uint64_t split_places_ = 0;         // the groups that are split, as bits
    // Parts: the groups of the touched components, without the neighbours in those that are split;
    // the neighbours by split; the floating neighbours.
    std::vector<std::int32_t> part_size_;
    std::int32_t floating_neighbors_ = 0;
    std::int32_t floating_part_ = 0;
    std::int64_t floating_left_ = 0, mines_left_ = 0;
    bool tight_ = false;               // whether the mine count can make cells certain elsewhere
    std::int32_t low_ = 0, high_ = 0;  // mines in the touched components and floating neighbours
    std::vector<double> rest_;
    std::vector<double> tables_;
    std::vector<Shown> shown_;
    std::int32_t base_ = 0;  // known mines around the cell

    // Of the arrangement at hand.
    std::uint64_t mined_ = 0;
    std::vector<Portion> portions_;  // by split
    std::vector<double> polynomial_, next_;
    std::vector<std::uint64_t> mined_by_;  // by number shown
};

}  // namespace sapper
