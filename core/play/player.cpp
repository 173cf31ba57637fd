#include "play/player.hpp"

#include <stdexcept>

#include "support/errors.hpp"

namespace sapper {

GameRecord Player::play(std::uint64_t seed, std::uint64_t index, const std::atomic<bool>& cancel) {
    if (!deal_.lay(seed, index, game_.layout, &cancel)) throw Cancelled{};
    Random random = deal_.random(seed, index, Random::kStrategy);
    return play_laid(random, cancel);
}

GameRecord Player::play(const Layout& layout, Random& random, const std::atomic<bool>& cancel) {
    game_.layout = layout;
    return play_laid(random, cancel);
}

GameRecord Player::play_laid(Random& random, const std::atomic<bool>& cancel) {
    GameRecord record;
    game_.begin(deal_.graph());
    record.bbbv = static_cast<std::int32_t>(game_.layout.bbbv(deal_.graph()));
    if (deal_.full()) {  // every mine can be flagged before the first click
        record.won = true;
        return record;
    }
    strategy_->begin(game_.states(), &cancel);
    go_on({deal_.start(), deal_.start_is_safe()}, record, random, cancel);
    return record;
}

GameRecord Player::play_on(std::span<const std::int16_t> states, const Layout& layout,
                           Random& random, const std::atomic<bool>& cancel) {
    GameRecord record;
    game_.layout = layout;
    game_.resume(deal_.graph(), states);
    record.bbbv = static_cast<std::int32_t>(layout.bbbv(deal_.graph()));
    record.won = game_.safe_left() == 0;
    if (record.won) return record;
    catch_up(&cancel);
    go_on(strategy_->next(random), record, random, cancel);
    return record;
}

void Player::go_on(Move move, GameRecord& record, Random& random, const std::atomic<bool>& cancel) {
    for (;;) {
        if (cancel.load(std::memory_order_relaxed)) throw Cancelled{};
        ++record.moves;
        if (!move.certain) ++record.guesses;
        if (!game_.open(move.cell)) return;
        if (game_.safe_left() == 0) break;
        strategy_->learn(game_.opened);
        move = strategy_->next(random);
    }
    record.won = true;
}

void Player::catch_up(const std::atomic<bool>* cancel) {
    strategy_->begin(game_.states(), cancel);
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
    const std::span<const std::int32_t> lots = strategy_->lots();
    return lots.empty() ? std::vector{move.cell} : std::vector(lots.begin(), lots.end());
}

Move Player::advise(std::span<const std::int16_t> states, Random& random) {
    game_.show(deal_.graph(), states);
    catch_up(nullptr);
    if (static_cast<std::int32_t>(opened_.size()) == deal_.graph().size())
        throw std::invalid_argument("no cell is covered");
    return strategy_->next(random);
}

}  // namespace sapper
