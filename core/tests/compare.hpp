// All that the engine says about a case beside the oracle, for the fuzz tests.
#pragma once

#include <string>

#include "cases.hpp"
#include "counting/solver.hpp"

namespace sapper::fuzz {

struct Difference {
    std::string what;
};

// Compares a case with the oracle, or sees that it survives; returns whether it was compared.
// Throws Difference.
bool run(const Case& c, Solver& solver);

// Thousands of equal components and some floating cells, so that characteristic functions take over
// from the convolutions: a chain of two clues holds one mine in one way, or two in one way. Throws
// Difference.
void many_components(Random& random, Solver& solver);

}  // namespace sapper::fuzz
