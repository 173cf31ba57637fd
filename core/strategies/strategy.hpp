// What a strategy of the core is: the facts about it, and the class that plays it.
//
// A family of strategies has one file here, with the facts of each beside the code; registry.cpp
// lists them. Whoever wants to know something about a strategy reads its facts: nothing asks for
// names.
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
    std::string name;         // with a part in capitals, such as ORDER, one for every value of it
    std::string description;  // what it does, in one line
    std::string source;       // whose it is
    std::string grounds;      // why it chose the cell that it guessed, in words
    // Whether the grounds say only how it chose among several cells of the least mine probability.
    bool grounds_among_equals = false;
    bool opens_certain = false;  // all that is certain is opened before any guess, in any order
    bool follows_game = false;   // its clicks depend on more than the position
    bool needs_analysis = true;  // it looks at the whole position, which may be too hard
    bool is_family = false;      // the name stands for many
};

struct Move {
    std::int32_t cell;
    bool certain;  // proved safe by the strategy
};

class Strategy {
  public:
    explicit Strategy(const Deal& deal) : deal_(deal) {}
    virtual ~Strategy() = default;
    Strategy(const Strategy&) = delete;
    Strategy& operator=(const Strategy&) = delete;

    // A game begins, of which nothing is known yet. The states, one a cell, show what is open; they
    // change as the game goes on. Throws Cancelled.
    void begin(std::span<const std::int16_t> states) {
        states_ = states;
        drew_lots_ = false;
        start();
    }

    // Cells were opened; the states show their numbers already.
    virtual void learn(std::span<const std::int32_t> /*opened*/) {}

    // The next click. Throws std::invalid_argument where no cell is left to open.
    virtual Move next(Random& random) = 0;

    // The cells among which the last click was drawn by lot, each as likely; none where it was not.
    [[nodiscard]] std::span<const std::int32_t> lots() const {
        return drew_lots_ ? std::span<const std::int32_t>(candidates_)
                          : std::span<const std::int32_t>();
    }

  protected:
    // What a strategy does of its own when a game begins.
    virtual void start() {}

    [[nodiscard]] bool covered(std::int32_t cell) const {
        return states_[static_cast<std::size_t>(cell)] == kCovered;
    }
    // One of the candidates, by lot.
    std::int32_t pick(Random& random);

    const Deal& deal_;
    std::span<const std::int16_t> states_;
    std::vector<std::int32_t> candidates_;

  private:
    bool drew_lots_ = false;
};

// A strategy by its facts, and how to make a player of it.
struct Descriptor {
    Facts facts;
    std::function<std::unique_ptr<Strategy>(const Deal&)> make;
};

// For a class that is made from the deal alone.
template <class S>
Descriptor describe(Facts facts) {
    return {std::move(facts), [](const Deal& deal) { return std::make_unique<S>(deal); }};
}

}  // namespace sapper
