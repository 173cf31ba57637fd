// Registry of the compiled strategies by name.
#pragma once

#include <string_view>
#include <vector>

#include "strategies/strategy.hpp"

namespace sapper {

// The facts of every strategy, with one entry per family.
std::vector<Facts> strategies();

// Throws std::invalid_argument for an unknown name.
Descriptor find_strategy(std::string_view name);

}  // namespace sapper
