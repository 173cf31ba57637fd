#include "play/continuation.hpp"

namespace sapper {

Continuation::Continuation(const Position& position, const MineCount& count, const Budget& budget,
                           std::uint64_t seed, std::uint64_t first)
    : deal_(position.graph, count, position.max_per_cell),
      states_(position.states.begin(), position.states.end()),
      seed_(seed),
      first_(first) {
    sampler_.prepare(Question({position.graph, states_, position.max_per_cell}, count, budget));
}

GameRecord Continuation::play(Player& player, std::uint64_t index) const {
    static thread_local Layout layout;
    layout.mines.resize(states_.size());
    Random sampling = sampler_.random(seed_, first_ + index, Random::kSample);
    sampler_.draw(sampling, layout.mines);
    layout.number(deal_.graph());
    Random random = sampler_.random(seed_, first_ + index, Random::kStrategy);
    return player.play_on(states_, layout, random);
}

}  // namespace sapper
