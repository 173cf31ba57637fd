// What can go wrong in a count, as exceptions that the bindings translate.
#pragma once

#include <cstdint>
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
class TooHard : public std::runtime_error {
  public:
    TooHard(int width_, double log2_states_)
        : std::runtime_error("too hard"), width(width_), log2_states(log2_states_) {}
    int width;
    double log2_states;
};

// What a count may use.
struct Budget {
    double log2_states = 40.0;               // refuse before the start above this bound on a table
    std::uint64_t bytes = 512ull << 20;      // refuse on the way above this much memory
    std::uint64_t products = 1'500'000'000;  // or this many products, in one component
};

}  // namespace sapper
