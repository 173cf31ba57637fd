#include "play/training_choices.hpp"

#include <algorithm>

#include "board/game.hpp"
#include "endgame/endgame_solver.hpp"
#include "search/rollout_search.hpp"
#include "search/valuation.hpp"
#include "strategies/deducing.hpp"
#include "support/errors.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t kExplorationRanks = 5;  // ranks from which an exploring guess is drawn

class Chooser : public Deducing {
  public:
    Chooser(const Deal& deal, const ValueModel& model, const Choices& choices)
        : Deducing(deal),
          choices_(choices),
          valuation_(deal, deducer_, model),
          search_(deal, model) {
        search_.racing = search_.exhaustive = search_.use_lookahead = false;
        search_.max_clicks = search_.random_clicks = choices.clicks / 2;
    }

    Move next(Random& random) override {
        try {
            const std::int32_t safe = next_certain();
            return safe >= 0 ? Move{safe, true} : Move{guess(random), false};
        } catch (const BudgetExceeded&) {
            return {any_unknown(random), false};
        }
    }

    void learn(std::span<const std::int32_t> opened) override {
        opened_ += opened.size();
        Deducing::learn(opened);
    }

    ChoiceSamples samples;

  protected:
    void start() override {
        opened_ = 0;
        Deducing::start();
    }

  private:
    std::int32_t guess(Random& random) {
        const std::int32_t cell = endgame_.best(deducer_, EndgameSolver::kMostLayouts);
        if (cell >= 0) return cell;
        if (!deducer_.in_doubles()) return any_unknown(random);
        const std::vector<Candidate> ranking = valuation_.rank();
        const bool early = opened_ * choices_.early <= states_.size();
        if (random.uniform() < (early ? choices_.early_share : choices_.sampled_share))
            sample_decision(random);
        const bool explore = random.uniform() < choices_.explore;
        const auto most = std::min(kExplorationRanks, static_cast<std::uint32_t>(ranking.size()));
        return ranking[explore ? random.below(most) : 0].cell;
    }

    void sample_decision(Random& random) {
        search_.salt = random.next();
        search_.start(states_);
        if (search_.decided()) return;
        search_.run(choices_.layouts);
        const std::int32_t decision = samples.decisions.empty() ? 0 : samples.decisions.back() + 1;
        for (const RolloutSearch::Considered& click : search_.ranking()) {
            const auto index = static_cast<std::int32_t>(samples.decisions.size());
            samples.decisions.push_back(decision);
            samples.safeties.push_back(static_cast<float>(click.safety));
            samples.values.push_back(static_cast<float>(click.rollout_mean));
            for (const Afterstate& afterstate : valuation_.afterstates(click.cell)) {
                if (afterstate.probability <= 0.0) continue;
                samples.clicks.push_back(index);
                samples.probabilities.push_back(static_cast<float>(afterstate.probability));
                samples.won.push_back(afterstate.won ? 1.0f : 0.0f);
                samples.features.insert(samples.features.end(), afterstate.features.begin(),
                                        afterstate.features.end());
            }
        }
    }

    const Choices choices_;
    std::size_t opened_ = 0;
    Valuation valuation_;
    EndgameSolver endgame_;
    RolloutSearch search_;
};

}  // namespace

ChoiceSamples training_choices(const Deal& deal, const ValueModel& model, const Choices& choices,
                               std::uint64_t seed, std::uint64_t first, std::uint64_t games) {
    Chooser chooser(deal, model, choices);
    Game game;
    for (std::uint64_t index = first; index < first + games; ++index) {
        deal.lay(seed, index, game.layout);
        if (deal.full()) continue;
        Random random = deal.random(seed, index, Random::kStrategy);
        game.begin(deal.graph());
        chooser.begin(game.states());
        std::int32_t cell = deal.start();
        while (game.open(cell) && game.safe_left() > 0) {
            chooser.learn(game.opened);
            cell = chooser.next(random).cell;
        }
    }
    return std::move(chooser.samples);
}

}  // namespace sapper
