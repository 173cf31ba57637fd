// Advice of a compiled strategy in a single position: its click, and a hint for a player.
//
// A strategy sees the position alone, without the history of the game. Each decision of a game uses
// its own sequence of random numbers, so that ties are broken equally in every run.
#pragma once

#include <cstdint>

#include "board/mine_count.hpp"
#include "explanation/commentary.hpp"
#include "strategies/registry.hpp"

namespace sapper {

// The next click in a position of game `index` of a seed. Throws std::invalid_argument if no cell
// is left to open, Contradiction, BudgetExceeded and Cancelled.
Move strategy_click(const Position& position, const MineCount& count, const Descriptor& strategy,
                    std::uint64_t seed, std::uint64_t index);

// The cell that a player should open, with the reason: the click of a strategy, or a better one if
// the analysis proves more. The position has no flags. Throws as above.
CellExplanation strategy_hint(const AnalyzedPosition& at, const Descriptor& strategy,
                              std::uint64_t seed, std::uint64_t index);

}  // namespace sapper
