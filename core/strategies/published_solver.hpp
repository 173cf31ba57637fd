// The program of paper 000 (appendix A.1), with the slips that its tables were computed with:
// infer-guess-published.
//
// Slips of the printed code that it keeps:
// - A configuration of one group is weighed as if the other groups held no mines, and the weights
//   of all groups are added up in one denominator, not multiplied.
// - The expected number of floating mines is too low by the number of floating cells, so that a
//   floating cell scores one more than its safety and is preferred to any exposed cell.
// - Section 3's constraint on the number of mines is missing.
// - A branch that is not settled after seven assumptions gives one configuration only.
// - Only a negative value drops a configuration. Contradictory ones count like others, and of
//   contradictory solutions of a cell the last holds.
// - A pass is compared with constraints that it has just changed itself, which may end an inference
//   before its solutions are used up. Only the guesser loses something by that.
// - A changed constraint keeps the hash code it went into its HashSet with, and is then not found
//   when it should be removed.
//
// Not printed, and taken from the types of earlier versions of the program (the repository that
// the paper names, github.com/asdia0/Minesweeper), which is a choice:
// - Constraints are equal by sum and cells; the hash code is the exclusive or of all of these.
// - Subtract allows equal sets. As the last pair compared is the last constraint and itself,
//   HasContradiction never stays set, and is left out here. (With proper subsets it would end some
//   inferences early; the rates are the same within the errors.)
// - Configurations are equal only if identical: one found twice counts twice. Their sum is the
//   number of ones.
// - Choose is one, not zero, where more mines are left than cells or less than none. Where no cell
//   floats, all configurations thus weigh the same.
// - GetFinalGroups never finds an intersection: groups are connected components.
// - Neighbours are listed column by column, all else row by row. On other graphs than grids the
//   former is an order like any other.
//
// Chosen here: an inference ends after 32 passes (one in 600 games of 10x10/20 has one that never
// would; others were not seen to take more than 11), and an enumeration after ten million
// comparisons, with what it has found. Where it has found nothing, the program fails on scores that
// are not numbers; here all unknown cells score the same. Where only flagged cells are left, which
// takes a position against the rules, the first of them is opened.
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

// Plays one game with one mine at most in a cell. It keeps its own flags and needs none in the
// states it is shown.
class PublishedSolver {
  public:
    PublishedSolver(const Graph& graph, std::int64_t mines);

    // The next cell it opens: one it settled before, as long as any of those is covered, and then
    // one that it infers or guesses anew. Throws std::invalid_argument where no cell is covered.
    PublishedMove next(std::span<const std::int16_t> states);

  private:
    bool infer();
    void guess();

    const Graph& graph_;
    std::int64_t mines_;
    std::vector<std::int16_t> seen_;  // the states, with its own flags
    std::deque<std::int32_t> queue_;  // settled, to be opened in this order
    bool inferred_ = false;           // whether the queue is the inference's
    std::vector<std::int32_t> best_;  // the guesser's cells of the highest score
};

}  // namespace sapper
