#include "play/training_games.hpp"

#include "board/game.hpp"
#include "endgame/endgame_solver.hpp"
#include "search/valuation.hpp"
#include "strategies/deducing.hpp"
#include "support/errors.hpp"

namespace sapper {

namespace {

constexpr double kExplorationSafetyShare = 0.8;  // minimum safety, relative to the safest cell
constexpr std::uint32_t kExplorationRanks = 8;   // ranks from which an exploring guess is drawn

class Explorer : public Deducing {
  public:
    Explorer(const Deal& deal, const ValueModel& model, const Training& training)
        : Deducing(deal), training_(training), valuation_(deal, deducer_, model) {}

    Move next(Random& random) override {
        std::int32_t safe = -1;
        try {
            safe = next_certain();
        } catch (const BudgetExceeded&) {
            return {any_unknown(random), false};
        }
        if (safe < 0) return {guess(random), false};
        if (random.uniform() < training_.midway && can_evaluate()) {
            valuation_.prepare();
            keep_afterstates(safe);
        }
        return {safe, true};
    }

    void learn(std::span<const std::int32_t> opened) override {
        if (pending_cell_ >= 0) {
            const std::int16_t number = states_[static_cast<std::size_t>(pending_cell_)];
            for (const Afterstate& afterstate : afterstates_)
                if (afterstate.number == number && afterstate.probability > 0.0 && !afterstate.won)
                    kept_.push_back({afterstate.features, stage_});
            pending_cell_ = -1;
        }
        Deducing::learn(opened);
    }

    // Adds the samples of the finished game.
    void finish(bool won, TrainingSamples& samples) {
        // Backwards from the last decision: the target of the positions before each decision.
        double value = won ? 1.0 : 0.0;
        std::vector<double> before(decisions_.size() + 1, value);
        for (std::size_t i = decisions_.size(); i-- > 0;) {
            const Decision& decision = decisions_[i];
            value = decision.final
                        ? decision.value
                        : (1.0 - training_.lambda) * decision.value + training_.lambda * value;
            before[i] = value;
        }
        for (const Kept& kept : kept_) {
            samples.features.insert(samples.features.end(), kept.features.begin(),
                                    kept.features.end());
            samples.values.push_back(static_cast<float>(before[kept.stage]));
        }
    }

  protected:
    void start() override {
        Deducing::start();
        decisions_.clear();
        kept_.clear();
        stage_ = 0;
        pending_cell_ = -1;
    }

  private:
    struct Decision {
        double value;
        bool final;  // exact, or not followed: later targets carry no information about it
    };
    struct Kept {
        Features features;
        std::size_t stage;  // number of decisions made before
    };

    // Whether the afterstates of a safe cell can be computed.
    bool can_evaluate() {
        try {
            while (deducer_.deduce() || deducer_.analyze()) {
            }
        } catch (const BudgetExceeded&) {
            return false;
        }
        return deducer_.in_doubles() && deducer_.knowledge.unknown_plain() > 0;
    }

    void keep_afterstates(std::int32_t cell) {
        afterstates_ = valuation_.afterstates(cell);
        pending_cell_ = cell;
    }

    void decide(double value, bool final) {
        decisions_.push_back({value, final});
        ++stage_;
    }

    std::int32_t guess(Random& random) {
        const std::int32_t solved = endgame_.best(deducer_, EndgameSolver::kMostLayouts);
        if (solved >= 0) {
            decide(static_cast<double>(endgame_.wins()) / endgame_.layouts(), true);
            return solved;
        }
        if (!deducer_.in_doubles()) return any_unknown(random);
        const bool explore = random.uniform() < training_.explore;
        valuation_.min_safety_share =
            explore ? kExplorationSafetyShare : Valuation::kMinSafetyShare;
        const std::vector<Candidate>& ranking = valuation_.rank();
        decide(ranking.front().value, explore);
        const auto choices =
            std::min(kExplorationRanks, static_cast<std::uint32_t>(ranking.size()));
        const std::int32_t cell = ranking[explore ? random.below(choices) : 0].cell;
        keep_afterstates(cell);
        return cell;
    }

    const Training training_;
    Valuation valuation_;
    EndgameSolver endgame_;
    std::vector<Decision> decisions_;
    std::vector<Kept> kept_;
    std::size_t stage_ = 0;
    std::vector<Afterstate> afterstates_;
    std::int32_t pending_cell_ = -1;
};

}  // namespace

TrainingSamples training_games(const Deal& deal, const ValueModel& model, const Training& training,
                               std::uint64_t seed, std::uint64_t first, std::uint64_t games) {
    TrainingSamples samples;
    Explorer explorer(deal, model, training);
    Game game;
    for (std::uint64_t index = first; index < first + games; ++index) {
        deal.lay(seed, index, game.layout);
        Random random = deal.random(seed, index, Random::kStrategy);
        game.begin(deal.graph());
        explorer.begin(game.states());
        std::int32_t cell = deal.start();
        bool won = deal.full();
        while (!won && game.open(cell)) {
            won = game.safe_left() == 0;
            if (won) break;
            explorer.learn(game.opened);
            cell = explorer.next(random).cell;
        }
        explorer.finish(won, samples);
    }
    return samples;
}

}  // namespace sapper
