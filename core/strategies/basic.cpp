// The Basic Strategy of Fowler and Young 2004 (level 1): constraint propagation over single clues
// (theorems 1 and 2), then a uniformly random unknown cell. A click costs what it opens; a guess is
// linear in the board.
#include "strategies/deducing.hpp"
#include "strategies/families.hpp"

namespace sapper {

namespace {

class Basic : public Deducing {
  public:
    using Deducing::Deducing;

    Move next(Random& random) override {
        const std::int32_t safe = deducer_.next_safe(states_);
        deducer_.knowledge.changed.clear();
        return safe >= 0 ? Move{safe, true} : Move{any_unknown(random), false};
    }
};

}  // namespace

Descriptor basic() {
    return describe<Basic>({
        .name = "basic",
        .description = "level 1: propagates single clues, then opens a random unknown cell",
        .source = "Fowler and Young 2004",
        .grounds = "no single clue proves a cell safe, so a random unknown cell",
        .needs_analysis = false,
    });
}

}  // namespace sapper
