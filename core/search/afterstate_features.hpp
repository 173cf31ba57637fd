// What a position is like after a click: the numbers by which it is valued.
//
// For every number that the click can show, the chances of all cells after it are summed up in some
// dozens of features: how much is left to be found, what is certain, how good the next guess is,
// and what guesses can no longer be avoided or may turn out so. Sums over the whole board are made
// once for a position; an outcome changes only what the click touches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "deduction/deducer.hpp"
#include "deduction/outcome_enumeration.hpp"
#include "search/cell_pairs.hpp"
#include "support/index.hpp"

namespace sapper {

// How many numbers stand for themselves, and into how many bins chances and safeties are counted,
// each twice.
inline constexpr std::size_t kScalars = 37, kChanceBins = 12, kSafetyBins = 6;
using Features = std::array<float, kScalars + 2 * kChanceBins + 2 * kSafetyBins>;

// Some of the features, by their place.
inline constexpr std::size_t kUnknownCells = 1;  // in hundreds
inline constexpr std::size_t kSafeCells = 8;     // log(1 + n)
inline constexpr std::size_t kNextSafety = 13;   // of the best click then, 1 where one is certain
inline constexpr std::size_t kLayouts = 29;      // log2 of them, in fifties

struct Afterstate {
    int number;
    double probability;  // given that the cell is safe
    bool won;            // nothing is left to be guessed
    Features features;
};

class AfterstateFeatures {
  public:
    // The graph and the deducer must stay where they are.
    AfterstateFeatures(const Graph& graph, Deducer& deducer);

    // A new decision, after an analysis of the deducer that settled nothing and was in doubles.
    void reset(std::int64_t all_mines);

    // Whether a cell has fewer neighbours than most.
    [[nodiscard]] bool at_border(std::int32_t cell) const { return border_[to_index(cell)]; }

    // After a click on an unknown cell. Valid until the next call.
    const std::vector<Afterstate>& look(std::int32_t cell);

    // The safest other cell that is certain to be safe if the cell of the last look is, whatever
    // that shows; -1 where there is none, or none that is safer than the cell itself.
    [[nodiscard]] std::int32_t implied(std::int32_t cell);

  private:
    // What is summed over the cells that can be safe or mined.
    struct Sums {
        double cells = 0, mines = 0, doubt = 0, entropy = 0, even = 0, good = 0, border = 0;
        // By chance of a mine, apart for cells with and without unknown neighbours outside of their
        // component.
        std::array<std::array<double, kChanceBins>, 2> chances{};

        void add(double mine, bool at_border, bool contact, double sign);
    };
    // Of a pair: nothing but mines around it; near the frontier; among floating cells.
    enum Kind : std::size_t { kSure, kNear, kFar, kKinds };
    using Risks = std::array<double, kKinds>;
    struct Part {
        double best = 0.0;  // safety of its safest cell
        bool closed = true;
    };
    struct Pair {
        bool live;  // whether it may become a forced guess
        std::size_t kind;
        double risk;
    };

    // A position after an outcome, summed up.
    struct After {
        Sums sums;
        Risks risks{};
        double safety = 0, safe = 0, news = 0, floating_border = 0, best = 0, second = 0;
        // Open and closed parts.
        std::array<double, 2> parts{}, log_best{};
        std::array<std::array<double, kSafetyBins>, 2> safeties{};
    };

    void gather_cells();
    void gather_parts();
    void note_single(std::size_t component, std::int32_t group);
    void gather_pairs();
    [[nodiscard]] bool contact(std::int32_t cell) const;
    [[nodiscard]] double news(std::int32_t cell) const;
    double risk(const CellPairs::Pair& pair, std::size_t& kind) const;
    void describe(std::int32_t cell, std::size_t outcome, Afterstate& afterstate);
    void put(std::int32_t cell, std::size_t outcome, After& after);
    void take_back();
    void sum_patches(std::size_t outcome, After& after);
    void weigh_parts(std::size_t outcome, After& after) const;
    void weigh_pairs(After& after);
    void fill(std::size_t outcome, double probability, const After& after,
              Features& features) const;

    const Graph& graph_;
    Deducer& deducer_;
    const CellPairs cell_pairs_;
    OutcomeEnumerator enumerator_;
    std::vector<char> border_;  // by cell: fewer neighbours than most
    double all_mines_ = 0.0;

    // Of the position: by cell 0 where open or safe, 1 where mined, else the chance of a mine.
    std::vector<double> mine_, single_;
    std::vector<std::int32_t> part_;  // by cell: its component, or -1
    std::vector<char> floats_;
    std::vector<char> contact_;
    double pockets_ = 0.0;  // floating cells with few floating neighbours
    std::vector<std::int32_t> floating_cells_;
    Sums frontier_;
    double floating_border_ = 0.0;
    double safe_ = 0.0, news_ = 0.0;  // of the safe cells that are still covered
    std::vector<Part> parts_;
    std::vector<Pair> pairs_;  // in the order of the twins
    Risks risks_{};
    std::vector<std::uint32_t> seen_;  // by pair
    std::uint32_t stamp_ = 0;

    // While an outcome is described: what was there before.
    struct Before {
        std::int32_t cell, part;
        double mine, single;
        char floats;
    };
    std::vector<Before> before_;
    std::vector<Part> new_parts_;
    std::vector<char> touched_part_;
    std::vector<Afterstate> afterstates_;
    std::vector<double> share_;
    std::vector<std::int32_t> certain_;  // outcomes that make a cell safe, by cell
};

}  // namespace sapper
