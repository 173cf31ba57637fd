// All strategies of the core by name.
#pragma once

#include <string_view>
#include <vector>

#include "strategies/strategy.hpp"

namespace sapper {

// The facts of every strategy, families as one that stands for all their names.
std::vector<Facts> strategies();

// Throws std::invalid_argument for an unknown name.
Descriptor find_strategy(std::string_view name);

}  // namespace sapper
