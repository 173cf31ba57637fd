// The strongest strategy: a ladder of decisions, from exact answers to learned estimates.
//
// When no cell is certain, the first rung that has an answer decides:
//   1. perfect play, if few layouts remain (endgame/endgame_solver.hpp);
//   2. the same for more layouts, on small boards;
//   3. perfect play inside an independent subgame (endgame/independent_subgames.hpp);
//   4. pruned search of all layouts, if some thousands remain (endgame/pruned_endgame_search.hpp);
//   5. depth-limited expectimax with the value network at its leaves (search/lookahead.hpp), or, on
//      small boards, the network alone (search/valuation.hpp);
//   6. the criteria of PSEQ (criteria.hpp).
// Rungs 2, 4 and 5 need boards with one mine per cell, rung 5 at most kMaxNetworkCells cells.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "endgame/endgame_solver.hpp"
#include "endgame/pruned_endgame_search.hpp"
#include "search/lookahead.hpp"
#include "search/valuation.hpp"
#include "strategies/criteria.hpp"
#include "strategies/families.hpp"
#include "strategies/guessing.hpp"

namespace sapper {

namespace {

class Best : public Guessing {
  public:
    explicit Best(const Deal& deal)
        : Guessing(deal, GuessMemory::Keeps::kCell),
          pruned_search_(deal.graph().size() <= kTinyBoard ? kTinyBoardLimits : kGameLimits),
          criteria_(deducer_, "PSEQ") {
        if (deal.max_per_cell() != 1) return;
        const bool small = deal.graph().size() <= kSmallBoard;
        if (small) large_endgame_.emplace();
        if (deal.graph().size() > kMaxNetworkCells) return;
        valuation_.emplace(deal, deducer_, ValueModel::shipped());
        // The endgames of its leaves are shorter than rung 2, which it would replace.
        if (!small) lookahead_.emplace(deal, ValueModel::shipped());
    }

  protected:
    std::int32_t guess(Random& /*random*/) override {
        std::int32_t cell = endgame_.best(deducer_, EndgameSolver::kMostLayouts);
        if (cell < 0) cell = by_large_endgame();
        if (cell < 0) cell = by_independent_subgame();
        if (cell < 0) cell = by_value();
        if (cell < 0) cell = by_criteria();
        return cell;
    }

  private:
    // Each rung returns a cell, or -1 if it has no answer.

    std::int32_t by_large_endgame() {
        return large_endgame_ ? large_endgame_->best(deducer_, LargeEndgameSolver::kMostLayouts)
                              : -1;
    }

    std::int32_t by_independent_subgame() {
        return deducer_.in_doubles()
                   ? endgame_.best_in_subgame(deducer_, EndgameSolver::kMostLayouts)
                   : -1;
    }

    std::int32_t by_value() {
        if (!valuation_ || !deducer_.in_doubles()) return -1;
        try {
            const std::int32_t cell = by_pruned_search();
            if (cell >= 0) return cell;
            return lookahead_ ? lookahead_->choose(deducer_, *valuation_, states_)
                              : valuation_->rank().front().cell;
        } catch (const BudgetExceeded&) {
            return -1;
        }
    }

    std::int32_t by_pruned_search() {
        if (!pruned_search_.within_limits(deducer_)) return -1;
        candidates_.clear();
        if (pruned_search_.root_clicks() > 0)
            take_highest_values();
        else
            take_all_safest_first();
        const std::int32_t cell = pruned_search_.best(deducer_, candidates_);
        return cell < 0 ? -1 : valuation_->apply_dominance(valuation_->evaluate(cell)).cell;
    }

    void take_highest_values() {
        for (const Candidate& candidate : valuation_->rank())
            if (candidates_.size() < pruned_search_.root_clicks())
                candidates_.push_back(candidate.cell);
    }

    void take_all_safest_first() {
        valuation_->prepare();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (deducer_.knowledge.unknown(cell)) candidates_.push_back(cell);
        std::stable_sort(
            candidates_.begin(), candidates_.end(),
            [&](std::int32_t a, std::int32_t b) { return deducer_.mine(a) < deducer_.mine(b); });
    }

    std::int32_t by_criteria() {
        criteria_.choose(states_, candidates_);
        if (candidates_.empty()) throw std::invalid_argument("no cell is left to open");
        return candidates_.front();
    }

    EndgameSolver endgame_;
    std::optional<LargeEndgameSolver> large_endgame_;
    PrunedEndgameSearch pruned_search_;
    std::optional<Valuation> valuation_;
    std::optional<Lookahead> lookahead_;
    Criteria criteria_;
};

}  // namespace

Descriptor best() {
    return describe<Best>({
        .name = "best",
        .description = "the click with the greatest estimated win probability: perfect play in "
                       "endgames, expectimax with a value network before",
        .source = "Sapper",
        .grounds = "the greatest estimated win probability, or perfect play",
        .opens_certain = true,
    });
}

}  // namespace sapper
