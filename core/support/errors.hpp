// The exceptions of the core, which the bindings translate, and the work budget of a count.
#pragma once

#include <cstdint>
#include <exception>
#include <stdexcept>

namespace sapper {

// The position has no consistent layout. `clue` is a cell whose clue is part of the conflict, or -1
// if the number of mines is.
class Contradiction : public std::runtime_error {
  public:
    Contradiction(const char* what, std::int32_t clue_) : std::runtime_error(what), clue(clue_) {}
    std::int32_t clue;
};

// The count exceeds its work budget. `width` is the number of clues that are open at once (the
// width of the elimination order), `log2_states` the binary logarithm of the largest table's size.
class BudgetExceeded : public std::runtime_error {
  public:
    BudgetExceeded(int width_, double log2_states_)
        : std::runtime_error("the count exceeds its work budget"),
          width(width_),
          log2_states(log2_states_) {}
    int width;
    double log2_states;
};

// The search for perfect play needs more states than its table can hold.
class StateTableFull : public std::exception {};

// The exact evaluation of a strategy needs more positions than its limit.
class PositionLimitExceeded : public std::exception {};

// The caller cancelled the work. This is not an error, so it does not derive from std::exception.
struct Cancelled {};

// Work limits of a count; exceeding one throws BudgetExceeded.
struct Budget {
    double log2_states = 36.0;               // log2 of the largest table, checked before the sweep
    std::uint64_t bytes = 1ull << 30;        // memory of the tables, checked during the sweep
    std::uint64_t products = 1'500'000'000;  // multiplications per component

    // The budget of one player if several of them share the machine.
    static Budget of_player() {
        Budget budget;
        budget.bytes /= 8;
        return budget;
    }
};

}  // namespace sapper
