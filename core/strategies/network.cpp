// The value network with one step of lookahead, and perfect play once few layouts remain: the cheap
// part of the strategy `best`, without its searches of larger endgames and its expectimax.
//
// A guess costs one exact analysis of the position and the outcomes of up to 24 candidates. Boards
// with several mines per cell, or of more than kMaxNetworkCells cells, are played by the criteria
// of PSEQ.
#include <optional>
#include <stdexcept>

#include "endgame/endgame_solver.hpp"
#include "search/valuation.hpp"
#include "strategies/criteria.hpp"
#include "strategies/families.hpp"
#include "strategies/guessing.hpp"

namespace sapper {

namespace {

class Network : public Guessing {
  public:
    explicit Network(const Deal& deal)
        : Guessing(deal, GuessMemory::Keeps::kCell), criteria_(deducer_, "PSEQ") {
        if (deal.max_per_cell() == 1 && deal.graph().size() <= kMaxNetworkCells)
            valuation_.emplace(deal, deducer_, ValueModel::shipped());
    }

  protected:
    std::int32_t guess(Random& /*random*/) override {
        std::int32_t cell = endgame_.best(deducer_, EndgameSolver::kMostLayouts);
        if (cell < 0) cell = by_value();
        return cell >= 0 ? cell : by_criteria();
    }

  private:
    // Returns -1 if the network does not cover the position.
    std::int32_t by_value() {
        if (!valuation_ || !deducer_.in_doubles()) return -1;
        try {
            return valuation_->rank().front().cell;
        } catch (const BudgetExceeded&) {
            return -1;
        }
    }

    std::int32_t by_criteria() {
        criteria_.choose(states_, candidates_);
        if (candidates_.empty()) throw std::invalid_argument("no cell is left to open");
        return candidates_.front();
    }

    EndgameSolver endgame_;
    std::optional<Valuation> valuation_;
    Criteria criteria_;
};

}  // namespace

Descriptor network() {
    return describe<Network>({
        .name = "network",
        .description = "the click with the greatest win probability by the value network, and "
                       "perfect play if at most 256 layouts remain",
        .source = "Sapper",
        .grounds = "the greatest estimated win probability, or perfect play",
        .opens_certain = true,
    });
}

}  // namespace sapper
