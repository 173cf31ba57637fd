// The program of Chong et al. 2024, appendix A.1, with the errors that its tables were computed
// with: the strategy infer-guess-published.
//
// Method: constraint inference by subtraction to a fixed point, then a guess by enumeration of the
// configurations of each group of connected constraints. The enumeration is exponential in its
// depth, which is at most seven assumptions.
//
// Errors of the printed code that are reproduced:
// - A configuration of one group is weighted as if the other groups held no mines, and the weights
//   of all groups are added up in one denominator, not multiplied.
// - The expected number of floating mines is too low by the number of floating cells, so a floating
//   cell scores one more than its safety and is preferred to any exposed cell.
// - The constraint on the number of mines (section 3) is missing.
// - A branch that is not solved after seven assumptions yields one configuration only.
// - A configuration is dropped only for a negative value. Contradictory ones count like others, and
//   the last of several contradictory solutions of a cell is kept.
// - A pass is compared with constraints that it has just changed itself, which may end an inference
//   before its solutions are used. This affects the guesser only.
// - A changed constraint keeps the hash code with which it was inserted into its HashSet, and is
// then
//   not found when it should be removed.
//
// Details that are not printed, taken from the types of earlier versions of the program (the
// repository named in the paper, github.com/asdia0/Minesweeper):
// - Constraints are equal by sum and cells; the hash code is the exclusive or of all of these.
// - Subtract allows equal sets. Since the last pair compared is the last constraint with itself,
//   HasContradiction never stays set, and is omitted here. (With proper subsets it would end some
//   inferences early; the win rates agree within their errors.)
// - Configurations are equal only if identical: one found twice counts twice. Their sum is the
//   number of ones.
// - Choose returns one, not zero, if more mines are left than cells or fewer than none. So if no
// cell
//   floats, all configurations have the same weight.
// - GetFinalGroups never finds an intersection: groups are connected components.
// - Neighbours are listed column by column, everything else row by row. On graphs that are not
// grids
//   the former order is arbitrary.
//
// Choices made here: an inference ends after 32 passes (one game in 600 of 10x10/20 has one that
// would never end; no other took more than 11), and an enumeration after ten million comparisons,
// with the configurations found so far. If there are none, the program fails on scores that are not
// numbers; here all unknown cells score the same. If only flagged cells are left, which requires a
// position that breaks the rules, the first of them is opened.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "board/graph.hpp"

namespace sapper {

struct PublishedMove {
    std::int32_t cell;
    bool inferred;  // by the inference, not by the guesser
};

// Plays one game with at most one mine per cell. It keeps its own flags and ignores those in the
// states.
class PublishedSolver {
  public:
    PublishedSolver(const Graph& graph, std::int64_t mines);

    // Returns the next cell to open: a covered cell from the queue of settled ones, or else a newly
    // inferred or guessed one. Throws std::invalid_argument if no cell is covered.
    PublishedMove next(std::span<const std::int16_t> states);

  private:
    bool infer();
    void guess();

    const Graph& graph_;
    std::int64_t mines_;
    std::vector<std::int16_t> seen_;  // the states, with its own flags
    std::deque<std::int32_t> queue_;  // settled cells, to be opened in this order
    bool inferred_ = false;           // whether the queue comes from the inference
    std::vector<std::int32_t> best_;  // cells with the highest score of the guesser
};

}  // namespace sapper
