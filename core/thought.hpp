// Thinks about one position: what each of the good clicks is worth.
//
// The clicks that the model ranks first are tried on layouts drawn uniformly from all that fit,
// each played on until the next guess, where the position is worth what its own best click is by
// the model, or exactly where few layouts are left. All clicks see the same layouts, and those that
// fall behind are dropped. With what chance a click shows which number is known exactly, so the
// mean over the layouts is taken number by number. The longer it thinks, the closer.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "ending.hpp"
#include "game.hpp"
#include "sampler.hpp"
#include "strategies/valuation.hpp"

namespace sapper {

class Thought {
  public:
    // What is known of a click.
    struct Considered {
        std::int32_t cell;
        double safety;
        double value;           // chance of winning by it
        double error;           // standard error of that, as far as the layouts tell
        std::uint64_t layouts;  // that it was tried on
        bool exact;
        bool dropped;
    };

    // Thinks with games of this deal, which must stay where it is. One mine a cell.
    explicit Thought(const Deal& deal);

    // Takes a position of a game that is not over; flags are taken as covered cells. Throws
    // Contradiction, TooHard, std::invalid_argument.
    void begin(std::span<const std::int16_t> states);

    // Tries the clicks on so many further layouts. Throws Cancelled.
    void think(std::uint64_t layouts, const std::atomic<bool>* cancel);

    // Whether further layouts cannot change the choice: a click is certain, is the only one left,
    // or its value is exact.
    [[nodiscard]] bool decided() const;

    // Best first; those that were dropped come last.
    [[nodiscard]] const std::vector<Considered>& ranking() const { return ranking_; }
    // Whether the first of the ranking is proved safe.
    [[nodiscard]] bool certain() const { return certain_; }
    [[nodiscard]] std::uint64_t layouts() const { return drawn_; }

  private:
    // A number that a click may show.
    struct Number {
        int number;
        double probability;  // given that the click is safe
        double guess;        // value by the model
        double count = 0.0, sum = 0.0, squares = 0.0;
    };
    struct Click {
        Considered considered;
        std::vector<Number> numbers;
    };

    // In a position where nothing is certain: what to open, or -1 where the value is exact.
    struct Decision {
        std::int32_t cell = -1;
        double value = 0.0;
    };

    void take(const Candidate& candidate);
    void weigh(Click& click) const;
    void drop();
    double play_on(std::int32_t cell);
    Decision decide();

    const Deal& deal_;
    Deducer root_, next_;
    Valuation valuation_, next_valuation_;
    Ending ending_;
    Sampler sampler_;
    bool sampling_ = false;  // whether the sampler is set up
    std::vector<std::int16_t> states_;
    Game game_;  // on the layout that was drawn
    std::vector<Click> clicks_;
    std::vector<Considered> ranking_;
    std::unordered_map<std::uint64_t, Decision> known_;  // by what was opened since
    std::uint64_t drawn_ = 0;
    bool certain_ = false;
};

}  // namespace sapper
