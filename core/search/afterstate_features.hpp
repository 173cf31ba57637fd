// Afterstate features: the inputs of the value network for each outcome of a click.
//
// For every clue value that the click can reveal, the mine probabilities of all cells after it are
// summarised in some dozens of features: what is left to find, what is certain, how safe the next
// guess is, and which guesses are unavoidable or may become so. Sums over the whole board are
// computed once per position; each outcome is an incremental update of the cells that the click
// touches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "deduction/deducer.hpp"
#include "deduction/outcome_enumeration.hpp"
#include "search/cell_pairs.hpp"
#include "support/index.hpp"

namespace sapper {

// The features are kScalars single values; two histograms of the mine probabilities of frontier
// cells (cells without and with unknown neighbours outside of their component); and two histograms
// of the safety of the safest cell of each component (components with and without such neighbours).
inline constexpr std::size_t kScalars = 37, kProbabilityBins = 12, kSafetyBins = 6;
using Features = std::array<float, kScalars + 2 * kProbabilityBins + 2 * kSafetyBins>;

// Indices of some features.
inline constexpr std::size_t kUnknownCells = 1;  // number of unknown cells / 100
inline constexpr std::size_t kSafeCells = 8;     // log(1 + number of safe cells)
inline constexpr std::size_t kNextSafety = 13;   // P(safe) of the safest next click
inline constexpr std::size_t kLayouts = 29;      // log2(number of layouts) / 50

// The position after a click has revealed a clue value.
struct Afterstate {
    int number;          // the clue value
    double probability;  // of this clue value, given that the cell is safe
    bool won;            // whether every cell is certain then
    Features features;   // not computed if the probability is 0
};

class AfterstateFeatures {
  public:
    // `graph` and `deducer` must outlive this object.
    AfterstateFeatures(const Graph& graph, Deducer& deducer);

    // Starts a new position, after an analysis of the deducer that was in doubles. `all_mines` is
    // the number of mines of the game.
    void reset(std::int64_t all_mines);

    // Whether a cell has fewer neighbours than the maximum of the board.
    [[nodiscard]] bool at_border(std::int32_t cell) const { return border_[to_index(cell)]; }

    // Computes the afterstates of a click on an unknown or safe cell. Valid until the next call.
    // Throws BudgetExceeded.
    const std::vector<Afterstate>& compute(std::int32_t cell);

    // Returns the safest cell that dominates `cell`, which must be that of the last compute(): it
    // is certainly safe after every outcome and safer than `cell` now. Returns -1 if there is none.
    [[nodiscard]] std::int32_t dominating_cell(std::int32_t cell);

  private:
    // Sums over the undecided frontier cells, by their mine probability p.
    struct Sums {
        double cells = 0;
        double mines = 0;    // sum of p
        double error = 0;    // sum of min(p, 1 - p)
        double entropy = 0;  // sum of the binary entropies of p, in bits
        double even = 0;     // number of cells with min(p, 1 - p) > 0.4
        double safety4 = 0;  // sum of (1 - p)^4
        double border = 0;   // number of cells at the border
        // Histograms of p, for cells without and with unknown neighbours outside of their
        // component.
        std::array<std::array<double, kProbabilityBins>, 2> probability_bins{};

        void add(double mine, bool at_border, bool contact, double sign);
    };
    // Kinds of cell pairs (search/cell_pairs.hpp): all witnesses are mines, so the pair is a forced
    // guess unless it is decided; some cell of it is on the frontier; all cells float.
    enum Kind : std::size_t { kSure, kNear, kFar, kKinds };
    using Risks = std::array<double, kKinds>;
    struct ComponentSummary {
        double best = 0.0;   // P(safe) of its safest cell
        bool closed = true;  // whether no cell has unknown neighbours outside of the component
    };
    struct Pair {
        bool live;         // whether it may become a forced guess
        std::size_t kind;  // a Kind
        double risk;       // P(exactly one of the two is mined, and all witnesses are mined), about
    };

    // The sums of a position after an outcome.
    struct Summary {
        Sums sums;
        Risks risks{};             // expected forced guesses, by kind of pair
        double safety = 0;         // P(safe) of the click
        double safe = 0;           // number of covered safe cells
        double safe_contacts = 0;  // pairs of a safe cell and an unknown neighbour
        double floating_border = 0;
        double best = 0, second = 0;  // P(safe) of the safest clicks of two different components
        // By component, open and closed ones: number, sum of log(best), histogram of best.
        std::array<double, 2> component_counts{}, log_best{};
        std::array<std::array<double, kSafetyBins>, 2> safety_bins{};
    };

    void gather_cells();
    void gather_components();
    void store_single(std::size_t component, std::int32_t group);
    void gather_pairs();
    [[nodiscard]] bool contact(std::int32_t cell) const;
    [[nodiscard]] double unknown_neighbors(std::int32_t cell) const;
    double risk(const CellPairs::Pair& pair, std::size_t& kind) const;
    void evaluate(std::int32_t cell, std::size_t outcome, Afterstate& afterstate);
    void apply_outcome(std::int32_t cell, std::size_t outcome, Summary& after);
    void undo_outcome();
    void add_patches(std::size_t outcome, Summary& after);
    void summarize_components(std::size_t outcome, Summary& after) const;
    void update_pairs(Summary& after);
    void fill(std::size_t outcome, double probability, const Summary& after,
              Features& features) const;

    const Graph& graph_;
    Deducer& deducer_;
    const CellPairs cell_pairs_;
    OutcomeEnumerator enumerator_;
    std::vector<char> border_;  // by cell: whether it has fewer neighbours than the maximum
    double all_mines_ = 0.0;

    // The current position. By cell: P(mine), exactly 0 or 1 if certain; and, for cells in groups
    // of two, P(exactly one mine in the group), else -1.
    std::vector<double> mine_, single_;
    std::vector<std::int32_t> component_;  // by cell: its component, or -1
    std::vector<char> floats_;             // by cell: whether it is floating
    std::vector<char> contact_;            // by cell: see contact()
    double pockets_ = 0.0;  // number of floating cells with fewer than three floating neighbours
    std::vector<std::int32_t> floating_cells_;
    Sums frontier_;
    double floating_border_ = 0.0;
    double safe_ = 0.0, safe_contacts_ = 0.0;  // as in Summary
    std::vector<ComponentSummary> components_;
    std::vector<Pair> pairs_;  // parallel to cell_pairs_.pairs()
    Risks risks_{};
    std::vector<std::uint32_t> seen_;  // by pair: the stamp of the last update
    std::uint32_t stamp_ = 0;

    // Values replaced by the current outcome, to undo it.
    struct Saved {
        std::int32_t cell, component;
        double mine, single;
        char floats;
    };
    std::vector<Saved> saved_;
    std::vector<ComponentSummary> new_components_;
    std::vector<char> touched_component_;
    std::vector<Afterstate> afterstates_;
    std::vector<double> share_;
    std::vector<std::int32_t> certain_;  // by cell: number of outcomes that make it safe
};

}  // namespace sapper
