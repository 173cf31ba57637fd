// Thinks about one position: what each of the good clicks is worth.
//
// The clicks that the model ranks first are tried on layouts drawn uniformly from all that fit,
// each played on by the model to the end, or to where few layouts are left and the rest is exact.
// All clicks see the same layouts, and those that fall behind are dropped. The longer it thinks,
// the closer; until then the values lean towards those of the model, looking further ahead where
// clicks are close (foresight.hpp), as far as these can be trusted: little in what all clicks have
// in common, much in their differences, and there more early in a game than late.
//
// Little of the luck in a continuation is left in its value. With what chance a guess survives, and
// with what chance it shows which number, is known exactly; so what the model makes of the turn
// that a guess took, less what it expected of it, is zero on average and is taken off. For the same
// reason the mean over the continuations of a click is taken number by number.
//
// Where some thousands of layouts are left, clicks are played on in all of them (near_perfect.hpp),
// and there is nothing to draw.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "board/game.hpp"
#include "counting/sampler.hpp"
#include "endgame/endgame_solver.hpp"
#include "endgame/pruned_endgame_search.hpp"
#include "search/lookahead.hpp"
#include "search/valuation.hpp"
#include "support/cancellation.hpp"

namespace sapper {

class RolloutSearch {
  public:
    // What is known of a click.
    struct Considered {
        std::int32_t cell;
        double safety;
        double value;           // chance of winning by it
        double error;           // standard error of that, as far as the layouts tell
        double played;          // mean of the layouts played on, by number, without the model
        std::uint64_t layouts;  // that it was tried on
        bool exact;
        bool dropped;
    };

    // Thinks with games of this deal; it and the model must stay where they are. One mine a cell.
    explicit RolloutSearch(const Deal& deal, const ValueModel& model = ValueModel::shipped());

    // Takes a position of a game that is not over; flags are taken as covered cells. Throws
    // Contradiction, BudgetExceeded, std::invalid_argument.
    void begin(std::span<const std::int16_t> states);

    // Tries the clicks on so many further layouts. Throws Cancelled.
    void think(std::uint64_t layouts);

    // Whether further layouts cannot change the choice: a click is certain, is the only one left,
    // or its value is exact, or all layouts were played on.
    [[nodiscard]] bool decided() const;

    // Best first; those that were dropped come last.
    [[nodiscard]] const std::vector<Considered>& ranking() const { return ranking_; }
    // Whether the first of the ranking is proved safe.
    [[nodiscard]] bool certain() const { return certain_; }
    [[nodiscard]] std::uint64_t layouts() const { return drawn_; }

    // Clicks that are tried: the best by the model, and so many others at random.
    std::size_t most_tried = 12, others_tried = 0;
    // Whether clicks that fall behind are dropped.
    bool drops = true;
    // Whether it begins with what looking further ahead finds; as in `best`, not on small boards.
    bool looks_ahead = true;
    // Whether clicks are played on in all layouts where these are not many.
    bool counts = true;
    // How long a thought may take, if there is a limit: by half of it all layouts are played on, or
    // some are drawn after all.
    std::optional<DeadlineToken::Clock::duration> patience;
    // With another number the same position is tried on other layouts.
    std::uint64_t salt = 0;

  private:
    // A number that a click may show.
    struct Number {
        int number;
        double probability;  // given that the click is safe
        double guess;        // value by the model
        double count = 0.0, sum = 0.0, squares = 0.0;
    };
    struct Click {
        Considered considered;
        double guess;  // value by the model
        std::vector<Number> numbers;
        double behind = 0.0;  // variance of its value beside the others
    };

    // In a position where nothing is certain: what to open, or -1 where the value is exact.
    struct Decision {
        std::int32_t cell = -1;
        double value = 0.0;
        std::size_t turns_begin = 0, turns_end = 0;
    };
    // What the model makes of the position after a guess that showed a number.
    struct Turn {
        int number;
        double value;
    };

    void forget();
    template <class E>
    bool take_exact(E& ending);
    void take_candidates();
    [[nodiscard]] std::vector<double> look_ahead(std::span<const Candidate> ranking);
    void take(const Candidate& candidate, double ahead = 1.0);
    std::vector<int> wins_of_clicks();
    bool count();
    [[nodiscard]] double level() const;
    void weigh(Click& click, double level) const;
    void drop();
    double play_on(std::int32_t cell);
    Decision decide();
    [[nodiscard]] double turn(const Decision& decision, int number) const;

    const Deal& deal_;
    Deducer root_, next_;
    Valuation valuation_, next_valuation_;
    Lookahead lookahead_;
    EndgameSolver endgame_;
    std::optional<LargeEndgameSolver> large_endgame_;  // on small boards
    PrunedEndgameSearch pruned_search_;
    Sampler sampler_;
    bool sampling_ = false;  // whether the sampler is set up
    std::vector<std::int16_t> states_;
    Game game_;  // on the layout that was drawn
    std::vector<Click> clicks_;
    std::vector<Considered> ranking_;
    std::unordered_map<std::uint64_t, Decision> known_;  // by what was opened since
    std::vector<Turn> turns_;
    double off_ = 0.0;        // how far off the model is in differences between clicks, about
    std::uint64_t seed_ = 0;  // of the layouts
    std::uint64_t drawn_ = 0;
    bool certain_ = false;
    bool counted_ = false;  // whether all layouts were played on
};

}  // namespace sapper
