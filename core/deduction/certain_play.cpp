#include "deduction/certain_play.hpp"

#include "support/cancellation.hpp"

namespace sapper {

std::int64_t CertainPlay::play() {
    game.begin(deal_.graph());
    deducer_.start(deal_.graph(), 1, deal_.mines(), budget_);
    if (level_ == Level::kSubtraction) pairs_.start(deal_.graph());
    for (std::int32_t cell = deal_.start(); cell >= 0; cell = next()) {
        poll_cancellation();
        game.open(cell);
        if (game.safe_left() == 0) break;
        deducer_.opened(game.opened, game.states());
    }
    return game.safe_left();
}

std::int32_t CertainPlay::next() {
    for (;;) {
        const std::int32_t safe = deducer_.next_safe(game.states());
        if (safe >= 0 || !deduce()) return safe;
    }
}

bool CertainPlay::deduce() {
    switch (level_) {
        case Level::kSingle:  // already propagated when cells were opened
            deducer_.knowledge.changed.clear();
            return false;
        case Level::kSubtraction:
            return pairs_.deduce(deducer_.knowledge);
        case Level::kEngine:
            break;
    }
    try {
        return deducer_.deduce() || deducer_.analyze();
    } catch (const BudgetExceeded&) {
        return false;
    }
}

}  // namespace sapper
