#include "play/continuation.hpp"

namespace sapper {

// The first click is unknown, so the deal uses the rule that allows most layouts.
Continuation::Continuation(const Position& position, std::int64_t mines, const Budget& budget,
                           std::uint64_t seed, std::uint64_t first)
    : deal_(position.graph, mines, position.max_per_cell, First::kAny, 0),
      states_(position.states.begin(), position.states.end()),
      seed_(seed),
      first_(first) {
    sampler_.prepare(
        Question({position.graph, states_, position.max_per_cell}, mines, std::nullopt, budget));
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
