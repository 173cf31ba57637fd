// Sources of the games of a simulation.
#pragma once

#include <cstdint>

#include "play/player.hpp"

namespace sapper {

class Games {
  public:
    virtual ~Games() = default;

    // The deal that all games share, from which players are made.
    [[nodiscard]] virtual const Deal& deal() const = 0;

    // Plays game `index`. Thread-safe, with one player per thread. Throws Cancelled.
    virtual GameRecord play(Player& player, std::uint64_t index) const = 0;
};

// Games `first`, `first` + 1, ... of a seed. Keeps a reference to the deal.
class DealtGames : public Games {
  public:
    DealtGames(const Deal& deal, std::uint64_t seed, std::uint64_t first)
        : deal_(deal), seed_(seed), first_(first) {}

    [[nodiscard]] const Deal& deal() const override { return deal_; }
    GameRecord play(Player& player, std::uint64_t index) const override {
        return player.play(seed_, first_ + index);
    }

  private:
    const Deal& deal_;
    const std::uint64_t seed_, first_;
};

}  // namespace sapper
