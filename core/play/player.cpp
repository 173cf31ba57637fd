#include "play/player.hpp"

#include <cassert>
#include <stdexcept>

#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

GameRecord Player::play(std::uint64_t seed, std::uint64_t index) {
    deal_.lay(seed, index, game_.layout);
    Random random = deal_.random(seed, index, Random::kStrategy);
    return play_layout(random);
}

GameRecord Player::play(const Layout& layout, Random& random) {
    game_.layout = layout;
    return play_layout(random);
}

GameRecord Player::play_layout(Random& random) {
    GameRecord record;
    game_.begin(deal_.graph());
    record.bbbv = static_cast<std::int32_t>(game_.layout.bbbv(deal_.graph()));
    if (deal_.full()) {  // won before the first click, by flagging all cells
        record.won = true;
        return record;
    }
    strategy_->begin(game_.states());
    play_clicks({deal_.start(), deal_.start_is_safe()}, record, random);
    return record;
}

GameRecord Player::play_on(std::span<const std::int16_t> states, const Layout& layout,
                           Random& random) {
    GameRecord record;
    game_.layout = layout;
    game_.resume(deal_.graph(), states);
    record.bbbv = static_cast<std::int32_t>(layout.bbbv(deal_.graph()));
    record.won = game_.safe_left() == 0;
    if (record.won) return record;
    resume_strategy();
    play_clicks(strategy_->next(random), record, random);
    return record;
}

void Player::play_clicks(Move move, GameRecord& record, Random& random) {
    for (;;) {
        if (record.moves % 16 == 0) poll_cancellation();  // most moves take under a microsecond
        assert(game_.covered(move.cell));
        assert(!move.certain || !proves_ || game_.layout.mines[to_index(move.cell)] == 0);
        ++record.moves;
        if (!move.certain) ++record.guesses;
        if (!game_.open(move.cell)) return;
        if (game_.safe_left() == 0) break;
        strategy_->learn(game_.opened);
        move = strategy_->next(random);
    }
    record.won = true;
}

void Player::resume_strategy() {
    strategy_->begin(game_.states());
    opened_.clear();
    for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
        if (!game_.covered(cell)) opened_.push_back(cell);
    strategy_->learn(opened_);
}

Move Player::advise(std::span<const std::int16_t> states, std::uint64_t seed, std::uint64_t index) {
    Random random = deal_.random(seed, index, Random::kStrategy);
    return advise(states, random);
}

std::vector<std::int32_t> Player::options(std::span<const std::int16_t> states) {
    Random random = deal_.random(0, 0, Random::kStrategy);
    const Move move = advise(states, random);
    const std::span<const std::int32_t> tied = strategy_->tied_cells();
    return tied.empty() ? std::vector{move.cell} : std::vector(tied.begin(), tied.end());
}

Move Player::advise(std::span<const std::int16_t> states, Random& random) {
    game_.show(deal_.graph(), states);
    resume_strategy();
    if (static_cast<std::int32_t>(opened_.size()) == deal_.graph().size())
        throw std::invalid_argument("no cell is covered");
    return strategy_->next(random);
}

}  // namespace sapper
