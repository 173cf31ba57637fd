// Opens of a layout what is certain, and nothing else.
//
// From the first cell on only cells are opened that a kind of reasoning proves safe. More clues
// never prove less, so what is left in the end does not depend on the order of the clicks.
#pragma once

#include <cstdint>

#include "board/deal.hpp"
#include "board/game.hpp"
#include "counting/clue_pairs.hpp"
#include "deduction/deducer.hpp"
#include "support/errors.hpp"

namespace sapper {

// What may be reasoned with: single clues, pairs of them too, or all clues and the number of mines.
// Each proves all that those before it prove. The values are part of a no-guess layout's address.
enum class Level : std::uint8_t { kSingle = 1, kSubtraction = 2, kEngine = 3 };

class CertainPlay {
  public:
    // Keeps a reference to the deal, whose cells hold one mine at most. The budget is that of the
    // engine for one position.
    CertainPlay(const Deal& deal, Level level, const Budget& budget = Budget::of_player())
        : deal_(deal), level_(level), budget_(budget) {}

    // Plays the layout that is in `game`, on whose first cell is no mine. Returns how many safe
    // cells stay covered; none where the layout is solved without a guess. Where a position is too
    // hard for the engine nothing more is certain. Throws Cancelled.
    std::int64_t play();

    // What is known in the end.
    [[nodiscard]] const Knowledge& knowledge() const { return deducer_.knowledge; }

    Game game;

  private:
    // A covered cell that is certainly safe, or -1.
    std::int32_t next();
    // Reasons where nothing is known to be safe any more; returns whether any cell was settled.
    bool reason();

    const Deal& deal_;
    const Level level_;
    const Budget budget_;
    Deducer deducer_;
    CluePairs pairs_;
};

}  // namespace sapper
