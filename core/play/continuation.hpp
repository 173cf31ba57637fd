// Games that continue from a position, each on a layout drawn from all consistent ones.
//
// The share of games that a strategy wins is an unbiased Monte Carlo estimate of its win
// probability from the position.
#pragma once

#include <vector>

#include "counting/sampler.hpp"
#include "play/games.hpp"

namespace sapper {

class Continuation : public Games {
  public:
    // Uses layouts `first`, `first` + 1, ... of the seed. Keeps a reference to the graph. Throws
    // like Sampler::prepare.
    Continuation(const Position& position, const MineCount& count, const Budget& budget,
                 std::uint64_t seed, std::uint64_t first);

    [[nodiscard]] const Deal& deal() const override { return deal_; }
    GameRecord play(Player& player, std::uint64_t index) const override;

  private:
    const Deal deal_;
    const std::vector<std::int16_t> states_;
    Sampler sampler_;
    const std::uint64_t seed_, first_;
};

}  // namespace sapper
