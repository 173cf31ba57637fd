// Rollout search: estimates the win probability of the best clicks of one position.
//
// The clicks that the network ranks first are tried on layouts drawn uniformly from all consistent
// ones. Each rollout is played by the network to the end, or until few layouts are left and the
// value is exact. The estimates combine:
//   - common random numbers: all clicks see the same layouts, so their differences have little
//   noise;
//   - racing: clicks that fall clearly behind are dropped (Maron and Moore 1994);
//   - control variates in the manner of AIVAT (Burch et al. 2018): the outcome distribution of
//   every
//     guess in a rollout is known exactly, so the network's value of the outcome, less its
//     expectation, has mean zero and is subtracted;
//   - stratification by the clue value of the first click, whose distribution is exact;
//   - shrinkage towards the network's value (with lookahead if clicks are close, lookahead.hpp), by
//     how far the network can be trusted: little in the common level of all clicks, much in their
//     differences, and there more early in a game than late.
// The standard error falls with the square root of the number of layouts.
//
// If some thousands of layouts are left, the clicks are evaluated by pruned search of all of them
// (endgame/pruned_endgame_search.hpp), without sampling.
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
    // The estimates of a click.
    struct Considered {
        std::int32_t cell;
        double safety;
        double value;           // win probability of the click
        double error;           // standard error of `value`
        double rollout_mean;    // mean of the rollouts, stratified by clue value, without shrinkage
        std::uint64_t layouts;  // number of layouts that it was tried on
        bool exact;             // whether `value` is exact
        bool dropped;           // whether racing has eliminated it
    };

    // Plays games of this deal; it and the model must outlive this object. One mine per cell.
    explicit RolloutSearch(const Deal& deal, const ValueModel& model = ValueModel::shipped());

    // Starts the search of a position of an unfinished game; flags count as covered cells. Throws
    // Contradiction, BudgetExceeded, std::invalid_argument.
    void start(std::span<const std::int16_t> states);

    // Tries the clicks on this many further layouts. Throws Cancelled.
    void run(std::uint64_t layouts);

    // Whether further layouts cannot change the choice: a click is certain, is the only one left,
    // or has an exact value, or all layouts were searched.
    [[nodiscard]] bool decided() const;

    // The clicks by value, best first; dropped clicks come last.
    [[nodiscard]] const std::vector<Considered>& ranking() const { return ranking_; }
    // Whether the first of the ranking is proved safe.
    [[nodiscard]] bool certain() const { return certain_; }
    // Layouts drawn or searched so far.
    [[nodiscard]] std::uint64_t layouts() const { return drawn_; }

    // Clicks that are tried: the best by the network, and some of the others at random.
    std::size_t max_clicks = 12, random_clicks = 0;
    // Whether racing drops clicks.
    bool racing = true;
    // Whether the network's values are refined by lookahead; off on small boards, as in `best`.
    bool use_lookahead = true;
    // Whether all layouts are searched if they are few enough.
    bool exhaustive = true;
    // Time for the decision, if limited: the search of all layouts may take half of it, before
    // layouts are drawn instead.
    std::optional<DeadlineToken::Clock::duration> time_limit;
    // With another number the same position is tried on other layouts.
    std::uint64_t salt = 0;

  private:
    // The rollouts after one clue value of a click.
    struct ClueEstimate {
        int number;
        double probability;  // given that the click is safe
        double model_value;  // win probability by the network
        double count = 0.0, sum = 0.0, squares = 0.0;
    };
    struct Click {
        Considered considered;
        double model_value;  // win probability by the network
        std::vector<ClueEstimate> outcomes;
        double difference_variance = 0.0;  // variance of its value relative to other clicks
    };

    // The decision of a rollout in a position without certain cells: the cell to open, or -1 if the
    // value is exact. The expected values of its outcomes are a range of outcome_values_.
    struct Decision {
        std::int32_t cell = -1;
        double value = 0.0;
        std::size_t values_begin = 0, values_end = 0;
    };
    // The network's value of the position after a guess that showed a number.
    struct OutcomeValue {
        int number;
        double value;
    };

    void clear_cache();
    template <class E>
    bool add_exact(E& solver);
    void add_candidates();
    [[nodiscard]] std::vector<double> lookahead_factors(std::span<const Candidate> ranking);
    void add_click(const Candidate& candidate, double factor = 1.0);
    std::vector<int> wins_of_clicks();
    bool search_all_layouts();
    [[nodiscard]] double calibration() const;
    void estimate(Click& click, double calibration) const;
    void update_ranking();
    double rollout(std::int32_t cell);
    Decision decide();
    [[nodiscard]] double outcome_value(const Decision& decision, int number) const;

    const Deal& deal_;
    Deducer root_, rollout_deducer_;
    Valuation valuation_, rollout_valuation_;
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
    std::unordered_map<std::uint64_t, Decision> cache_;  // by the hash of the cells opened since
    std::vector<OutcomeValue> outcome_values_;
    double model_error_ = 0.0;  // standard error of the network in differences between clicks
    std::uint64_t seed_ = 0;    // of the layouts
    std::uint64_t drawn_ = 0;
    bool certain_ = false;
    bool all_searched_ = false;  // whether all layouts were searched
};

}  // namespace sapper
