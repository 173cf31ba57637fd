// What can go wrong in the core, as exceptions that the bindings translate, and what a count may
// cost before it does.
#pragma once

#include <cstdint>
#include <exception>
#include <stdexcept>

namespace sapper {

// No layout fits the position. `clue` is a cell whose clue takes part in it, or -1 where it is the
// number of mines that cannot be met.
class Contradiction : public std::runtime_error {
  public:
    Contradiction(const char* what, std::int32_t clue_) : std::runtime_error(what), clue(clue_) {}
    std::int32_t clue;
};

// Counting would cost more than the budget. `width` is the number of clues open at once,
// `log2_states` the logarithm of the table that would need.
class BudgetExceeded : public std::runtime_error {
  public:
    BudgetExceeded(int width_, double log2_states_)
        : std::runtime_error("too hard"), width(width_), log2_states(log2_states_) {}
    int width;
    double log2_states;
};

// The search for perfect play outgrew its table.
class StateTableFull : public std::exception {};

// The value of a strategy would take more positions than may be kept.
class PositionLimitExceeded : public std::exception {};

// Somebody asked for an end. Not an error, so not an exception of the standard library.
struct Cancelled {};

// What a count may use. The same everywhere, unless a caller says otherwise.
struct Budget {
    double log2_states = 36.0;               // refuse before the start above this bound on a table
    std::uint64_t bytes = 1ull << 30;        // refuse on the way above this much memory
    std::uint64_t products = 1'500'000'000;  // or this many products, in one component

    // Of one of several players that share a machine, for each of its few tables.
    static Budget of_player() {
        Budget budget;
        budget.bytes /= 8;
        return budget;
    }
};

}  // namespace sapper
