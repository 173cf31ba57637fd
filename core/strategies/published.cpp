// The program of paper 000 as printed; see published_solver.hpp.
#include <optional>

#include "strategies/families.hpp"
#include "strategies/published_solver.hpp"

namespace sapper {

namespace {

class Published : public Strategy {
  public:
    using Strategy::Strategy;

    Move next(Random& /*random*/) override {
        if (!solver_) solver_.emplace(deal_.graph(), deal_.mines());
        const PublishedMove move = solver_->next(states_);
        return {move.cell, move.inferred};
    }

  protected:
    void start() override { solver_.reset(); }

  private:
    std::optional<PublishedSolver> solver_;
};

}  // namespace

Descriptor infer_guess_published() {
    return describe<Published>({
        .name = "infer-guess-published",
        .description = "the same as its printed program really plays, slips included",
        .source = "Chong, Hayden, Ma and Goh 2024 (000), appendix A.1",
        .grounds = "the safest by the weights of the published program",
        .follows_game = true,
    });
}

}  // namespace sapper
