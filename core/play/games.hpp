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

// The games of one deal, moved to another first cell: the mines of the two first cells are
// exchanged. With the rule kSafe this maps the layouts in which one cell is safe one to one to
// those in which the other is, so the moved layouts are uniform, too. All cells but these two are
// the same in both games, so the results are positively correlated.
class MovedGames : public Games {
  public:
    // Keeps references to the deals. Throws std::invalid_argument unless they differ in the first
    // cell at most and the rule is kSafe.
    MovedGames(const Deal& origin, const Deal& deal, std::uint64_t seed, std::uint64_t first);

    [[nodiscard]] const Deal& deal() const override { return deal_; }
    GameRecord play(Player& player, std::uint64_t index) const override;

  private:
    const Deal &origin_, &deal_;
    const std::uint64_t seed_, first_;
};

}  // namespace sapper
