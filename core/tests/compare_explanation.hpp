// Compares reasons, contradictions and hitting sets with brute force, for the fuzz tests.
#pragma once

#include "cases.hpp"
#include "compare.hpp"
#include "counting/solver.hpp"

namespace sapper::fuzz {

// Checks for a case with few clues that its reasons are smallest proofs, or that its contradiction
// is a smallest one. Cases that are too large for brute force are skipped. Throws Difference.
void compare_explanation(const Case& c, Solver& solver);

// Checks a minimum hitting set of random sets. Throws Difference.
void compare_hitting_set(Random& random);

}  // namespace sapper::fuzz
