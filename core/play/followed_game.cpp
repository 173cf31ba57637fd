#include "play/followed_game.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "support/input_error.hpp"

namespace sapper {

namespace {

std::optional<bool> known(JournaledGame::Forced forced) {
    if (forced == JournaledGame::Forced::kNotKnown) return std::nullopt;
    return forced == JournaledGame::Forced::kYes;
}

}  // namespace

void FollowedGame::check_playing() const {
    const JournaledGame& game = game_.game();
    if (!game.over()) return;
    throw GameError("move " + std::to_string(moves_) + " comes after the end of the game: it is " +
                    (game.won() ? "won" : "lost"));
}

void FollowedGame::check_start(std::int32_t cell, const CellNames& names) const {
    if (!steps_.empty() || start_ < 0 || start_ == cell) return;
    throw GameError("the first click of this game must be " + names(start_) + ", not " +
                    names(cell));
}

std::vector<ClickStep> FollowedGame::play(std::span<const std::int32_t> cells, const Dealer& dealer,
                                          const CellNames& names, const Budget& budget,
                                          Solver& solver) {
    check_playing();
    for (const std::int32_t cell : cells)
        if (cell < 0 || cell >= game_.game().graph().size())
            throw std::invalid_argument("no such cell");
    std::vector<ClickStep> made;
    for (const std::int32_t cell : cells) {
        if (!game_.game().game().covered(cell)) continue;
        check_start(cell, names);
        if (!game_.game().laid()) game_.game().adopt(dealer(cell), true);
        const std::span<const std::int32_t> opened = game_.open(cell, budget, solver);
        const JournaledGame& game = game_.game();
        const JournaledGame::Reveal& last = game.reveals(game.moves().size() - 1).back();
        made.push_back({moves_,
                        cell,
                        std::isnan(last.risk) ? std::nullopt : std::optional(last.risk),
                        known(last.forced),
                        {opened.begin(), opened.end()}});
        steps_.push_back(made.back());
        if (game.over()) break;
    }
    ++moves_;
    return made;
}

std::int64_t FollowedGame::clicks() const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i)
        count += i == 0 || steps_[i - 1].move != steps_[i].move ? 1 : 0;
    return count;
}

GuessCounts FollowedGame::guesses() const {
    GuessCounts counts;
    for (const ClickStep& step : steps_) {
        if (step.certain()) continue;
        ++(!step.forced ? counts.unknown : *step.forced ? counts.forced : counts.avoidable);
    }
    return counts;
}

}  // namespace sapper
