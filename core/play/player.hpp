// Plays games with a strategy.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "strategies/strategy.hpp"

namespace sapper {

struct GameRecord {
    bool won = false;
    std::int32_t moves = 0;    // clicks, the first one included
    std::int32_t guesses = 0;  // clicks that the strategy did not prove safe
    std::int32_t bbbv = 0;     // 3BV of the layout
};

class Player {
  public:
    // Keeps a reference to the deal.
    Player(const Deal& deal, const Descriptor& strategy)
        : deal_(deal), strategy_(strategy.make(deal)), proves_(strategy.facts.opens_certain) {}

    // Plays game `index` of the seed. Throws Cancelled.
    GameRecord play(std::uint64_t seed, std::uint64_t index);

    // Plays a layout that the deal allows.
    GameRecord play(const Layout& layout, Random& random);

    // Plays on from a position with which the layout is consistent. The record counts the clicks
    // from there on.
    GameRecord play_on(std::span<const std::int16_t> states, const Layout& layout, Random& random);

    // Returns the clicks that the strategy may take in a position, all equally likely.
    std::vector<std::int32_t> options(std::span<const std::int16_t> states);

    // Returns the next click in a position that can occur in a game, with the random numbers of
    // game `index` of the seed.
    Move advise(std::span<const std::int16_t> states, std::uint64_t seed, std::uint64_t index);

  private:
    GameRecord play_layout(Random& random);
    Move advise(std::span<const std::int16_t> states, Random& random);
    // Starts the strategy with the cells that are open already.
    void resume_strategy();
    // Plays until the game is over.
    void play_clicks(Move move, GameRecord& record, Random& random);

    const Deal& deal_;
    const std::unique_ptr<Strategy> strategy_;
    const bool proves_;  // whether its certain moves are proofs, as asserted in debug builds
    Game game_;
    std::vector<std::int32_t> opened_;
};

}  // namespace sapper
