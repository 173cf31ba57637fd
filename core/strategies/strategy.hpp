// The interface of the compiled strategies: their facts, and the class that plays one.
//
// Each family of strategies has one file, with the facts next to the code; registry.cpp lists them.
// Other code decides by the facts of a strategy, never by its name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "board/deal.hpp"
#include "counting/knowledge.hpp"

namespace sapper {

struct Facts {
    std::string name;         // for a family, with a placeholder in capitals, such as ORDER
    std::string description;  // what it does, in one line
    std::string source;       // author and year
    std::string grounds;      // why it guessed a cell, as a phrase
    // Whether the grounds only explain the choice among several cells of least mine probability.
    bool grounds_among_equals = false;
    bool opens_certain = false;  // opens all certain cells before any guess, in any order
    bool follows_game =
        false;  // its clicks depend on the history of the game, not only on the position
    bool needs_analysis = true;  // analyses the whole position, which may exceed the work budget
    bool is_family = false;      // the name stands for a family of strategies
};

struct Move {
    std::int32_t cell;
    bool certain;  // whether the strategy has proved the cell safe
};

class Strategy {
  public:
    explicit Strategy(const Deal& deal) : deal_(deal) {}
    virtual ~Strategy() = default;
    Strategy(const Strategy&) = delete;
    Strategy& operator=(const Strategy&) = delete;

    // Starts a game. `states` holds one state per cell; the caller updates it during the game and
    // must keep it alive. Throws Cancelled.
    void begin(std::span<const std::int16_t> states) {
        states_ = states;
        tie_broken_ = false;
        start();
    }

    // Called after cells were opened; the states hold their clues already.
    virtual void learn(std::span<const std::int32_t> /*opened*/) {}

    // Returns the next click. Throws std::invalid_argument if no cell is left to open.
    virtual Move next(Random& random) = 0;

    // The cells among which the last click broke a tie uniformly at random; empty if it did not.
    [[nodiscard]] std::span<const std::int32_t> tied_cells() const {
        return tie_broken_ ? std::span<const std::int32_t>(candidates_)
                           : std::span<const std::int32_t>();
    }

  protected:
    // Hook for the start of a game.
    virtual void start() {}

    [[nodiscard]] bool covered(std::int32_t cell) const {
        return states_[static_cast<std::size_t>(cell)] == kCovered;
    }
    // Returns one of the candidates, uniformly at random.
    std::int32_t pick(Random& random);

    const Deal& deal_;
    std::span<const std::int16_t> states_;
    std::vector<std::int32_t> candidates_;

  private:
    bool tie_broken_ = false;
};

// A strategy: its facts and its factory.
struct Descriptor {
    Facts facts;
    std::function<std::unique_ptr<Strategy>(const Deal&)> make;
};

// The descriptor of a class that is constructed from the deal alone.
template <class S>
Descriptor describe(Facts facts) {
    return {std::move(facts), [](const Deal& deal) { return std::make_unique<S>(deal); }};
}

}  // namespace sapper
