// A strategy that follows the clues of its game as cells open.
#pragma once

#include "deducer.hpp"
#include "failures.hpp"
#include "strategies/strategy.hpp"

namespace sapper {

class Deducing : public Strategy {
  public:
    using Strategy::Strategy;

    void learn(std::span<const std::int32_t> opened) override { deducer_.opened(opened, states_); }

  protected:
    void start() override {
        deducer_.start(deal_.graph(), deal_.max_per_cell(), deal_.mines(), Budget::of_player());
    }

    // A cell that is certainly safe, or -1 where one must be guessed and the deducer's chances
    // hold. Throws TooHard.
    std::int32_t certain() {
        for (;;) {
            const std::int32_t safe = deducer_.next_safe(states_);
            if (safe >= 0) return safe;
            if (!deducer_.deduce() && !deducer_.analyze()) return -1;
        }
    }

    // Any covered cell that nothing is known of.
    std::int32_t any_unknown(Random& random) {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell) && deducer_.knowledge.unknown(cell)) candidates_.push_back(cell);
        return pick(random);
    }

    Deducer deducer_;
};

}  // namespace sapper
