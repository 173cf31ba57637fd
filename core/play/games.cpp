#include "play/games.hpp"

#include <stdexcept>
#include <utility>

#include "support/index.hpp"

namespace sapper {

MovedGames::MovedGames(const Deal& origin, const Deal& deal, std::uint64_t seed,
                       std::uint64_t first)
    : origin_(origin), deal_(deal), seed_(seed), first_(first) {
    for (const Deal* each : {&origin, &deal})
        if (each->first() != First::kSafe)
            throw std::invalid_argument("games can be moved under the first-click rule safe only");
    if (&origin.graph() != &deal.graph() || origin.mines() != deal.mines() ||
        origin.max_per_cell() != deal.max_per_cell())
        throw std::invalid_argument("the deals must differ in the first cell only");
}

GameRecord MovedGames::play(Player& player, std::uint64_t index) const {
    Layout layout;
    origin_.lay(seed_, first_ + index, layout);
    std::swap(layout.mines[to_index(origin_.start())], layout.mines[to_index(deal_.start())]);
    layout.number(deal_.graph());
    Random random = origin_.random(seed_, first_ + index, Random::kStrategy);
    return player.play(layout, random);
}

}  // namespace sapper
