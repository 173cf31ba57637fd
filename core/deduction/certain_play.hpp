// Plays a layout without guessing: opens only cells that a given level of reasoning proves safe.
//
// More clues never prove less (deduction is monotone), so the set of cells that stay covered does
// not depend on the order of the clicks.
#pragma once

#include <cstdint>

#include "board/deal.hpp"
#include "board/game.hpp"
#include "counting/clue_pairs.hpp"
#include "deduction/deducer.hpp"
#include "support/errors.hpp"

namespace sapper {

// Levels of reasoning: propagation over single clues; subtraction of pairs of clues; exact
// inference from all clues and the mine count. Each level proves everything that the previous one
// proves. The numeric values are part of the address of a no-guess layout and must not change.
enum class Level : std::uint8_t { kSingle = 1, kSubtraction = 2, kEngine = 3 };

class CertainPlay {
  public:
    // Keeps a reference to the deal, whose cells hold at most one mine each. `budget` limits the
    // work of level kEngine per position.
    CertainPlay(const Deal& deal, Level level, const Budget& budget = Budget::of_player())
        : deal_(deal), level_(level), budget_(budget) {}

    // Plays the layout in `game`, whose first cell must be safe. Returns the number of safe cells
    // that stay covered: 0 if the layout is solved without a guess. A position that exceeds the
    // budget ends the game. Throws Cancelled.
    std::int64_t play();

    // The knowledge at the end of the game.
    [[nodiscard]] const Knowledge& knowledge() const { return deducer_.knowledge; }

    Game game;

  private:
    // Returns a covered cell that is proved safe, or -1.
    std::int32_t next();
    // Applies the level of reasoning; returns whether any cell was settled.
    bool deduce();

    const Deal& deal_;
    const Level level_;
    const Budget budget_;
    Deducer deducer_;
    CluePairs pairs_;
};

}  // namespace sapper
