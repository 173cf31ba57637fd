// Games played on from a position: each on a layout drawn from all that fit it.
//
// The share of them that a strategy wins is an estimate, without bias, of its chance from there.
#pragma once

#include <vector>

#include "counting/sampler.hpp"
#include "play/games.hpp"

namespace sapper {

class Continuation : public Games {
  public:
    // From layout number `first` of the seed on. Keeps a reference to the graph. Throws as
    // Sampler::prepare does.
    Continuation(const Position& position, std::int64_t mines, const Budget& budget,
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
