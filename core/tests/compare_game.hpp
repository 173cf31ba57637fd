// Compares the judgment of clicks in followed games with analyses from scratch, for the fuzz tests.
#pragma once

#include "cases.hpp"
#include "compare.hpp"

namespace sapper::fuzz {

// Plays a random game on a small board. Throws Difference.
void compare_game(Random& random, Solver& solver);

}  // namespace sapper::fuzz
