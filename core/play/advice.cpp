#include "play/advice.hpp"

#include <algorithm>

#include "board/deal.hpp"
#include "play/player.hpp"

namespace sapper {

namespace {

// Distance of the random sequences of two decisions of a game: the odd number nearest to 2^64 over
// the golden ratio, so that games and decisions do not share sequences.
constexpr std::uint64_t kStride = 0x9E3779B97F4A7C15;

}  // namespace

Move strategy_click(const Position& position, const MineCount& count, const Descriptor& strategy,
                    std::uint64_t seed, std::uint64_t index) {
    const auto opened = std::count_if(position.states.begin(), position.states.end(),
                                      [](std::int16_t state) { return !may_hold_mine(state); });
    const Deal deal(position.graph, count, position.max_per_cell);
    Player player(deal, strategy);
    const std::uint64_t sequence = index + static_cast<std::uint64_t>(opened) * kStride;
    return player.advise(position.states, seed, sequence);
}

CellExplanation strategy_hint(const AnalyzedPosition& at, const Descriptor& strategy,
                              std::uint64_t seed, std::uint64_t index) {
    const Question& question = at.question;
    const Move move = strategy_click(question.position(), question.count(), strategy, seed, index);
    return hint(at, move.cell, {strategy.facts.grounds, strategy.facts.grounds_among_equals});
}

}  // namespace sapper
