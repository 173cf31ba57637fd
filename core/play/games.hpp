// Where the games of a simulation come from.
#pragma once

#include <cstdint>

#include "play/player.hpp"

namespace sapper {

class Games {
  public:
    virtual ~Games() = default;

    // What kind of game they are; players are made from it.
    [[nodiscard]] virtual const Deal& deal() const = 0;

    // Plays game `index`; several threads may call it at once. Throws Cancelled.
    virtual GameRecord play(Player& player, std::uint64_t index) const = 0;
};

// The games of a seed from number `first` on. Keeps a reference to the deal.
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
