// A smallest unsatisfiable subset (SMUS) of the clues of a contradictory system.
//
// Single clues and pairs are tried directly. For larger sets the implicit-hitting-set algorithm of
// Ignatiev et al. 2015 is used: an unsatisfiable subset intersects every correction set (clues
// whose removal makes the rest consistent), so a minimum hitting set of the correction sets found
// so far is tested; if it is consistent, it yields another correction set. If the search exceeds
// its limits, the result is only irreducible (no clue can be omitted) and marked as such. The
// limits count work, so that results do not depend on the speed of the machine.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "explanation/clue_system.hpp"

namespace sapper {

// Returns whether the time is up; empty for no time limit.
using Expired = std::function<bool()>;

struct Conflict {
    std::vector<std::size_t> clues;  // their numbers in the system, ascending
    bool proven_smallest;            // whether it is proved that no smaller set is contradictory
};

// The system must be contradictory. Throws BudgetExceeded.
Conflict smallest_conflict(ClueSystem& system, const Expired& expired);

// An irreducible subset of the elements of a contradictory set, ascending, by deletion in blocks of
// decreasing size; elements are tried in the given order.
std::vector<std::size_t> irreducible(
    const std::function<bool(std::span<const std::size_t>)>& contradictory,
    std::vector<std::size_t> elements);

}  // namespace sapper
