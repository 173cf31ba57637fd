// Compares every result of the engine for a case with the oracle, for the fuzz tests.
#pragma once

#include <string>

#include "cases.hpp"
#include "counting/solver.hpp"

namespace sapper::fuzz {

struct Difference {
    std::string what;
};

// Compares a case with the oracle, if the oracle can solve it; a garbage case only has to return or
// throw a documented exception. Returns whether it was compared. Throws Difference.
bool run(const Case& c, Solver& solver);

// Tests the saddle-point convolution on thousands of equal components and some floating cells. Each
// component is a chain of two clues with one layout of one mine and one layout of two. Throws
// Difference.
void many_components(Random& random, Solver& solver);

}  // namespace sapper::fuzz
