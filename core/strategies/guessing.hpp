// A strategy that opens every certain cell and guesses only after an exact analysis.
//
// Certain cells cost little, since deduction is incremental (deduction/deducer.hpp). A guess costs
// an exact analysis of the whole position; guesses in early positions are cached.
#pragma once

#include "strategies/deducing.hpp"
#include "strategies/guess_memory.hpp"

namespace sapper {

class Guessing : public Deducing {
  public:
    Guessing(const Deal& deal, GuessMemory::Keeps keeps) : Deducing(deal), memory_(keeps) {}

    void learn(std::span<const std::int32_t> opened) override {
        memory_.opened(opened, states_);
        Deducing::learn(opened);
    }

    Move next(Random& random) final {
        for (;;) {
            const std::int32_t safe = deducer_.next_safe(states_);
            if (safe >= 0) return {safe, true};
            // A guess is remembered only of positions in which nothing could be deduced.
            if (memory_.find(deducer_.knowledge)) {
                deducer_.skip_deduction();
                return {remembered(random), false};
            }
            if (deducer_.deduce()) continue;
            const std::int32_t cell = analyze_and_guess(random);
            if (cell >= 0) return {cell, false};
        }
    }

  protected:
    void start() override {
        Deducing::start();
        memory_.start();
    }

    // The cell to open after an analysis of the deducer that settled no cell. Cells among which
    // a tie was broken at random are left in candidates_.
    virtual std::int32_t guess(Random& random) = 0;

  private:
    // Returns -1 if the analysis settled a cell after all.
    std::int32_t analyze_and_guess(Random& random) {
        try {
            if (deducer_.analyze()) return -1;
        } catch (const BudgetExceeded&) {
            return guess_without_analysis(random);
        }
        const std::int32_t cell = guess(random);
        memory_.store(deducer_.knowledge, cell, candidates_);
        return cell;
    }

    std::int32_t remembered(Random& random) {
        if (memory_.keeps() == GuessMemory::Keeps::kCell) return memory_.cell();
        memory_.tied_cells(candidates_);
        return pick(random);
    }

    GuessMemory memory_;
};

}  // namespace sapper
