// The program of Chong et al. 2024 as printed; see published_solver.hpp.
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
        .description = "infer-guess as its published program plays it, errors included",
        .source = "Chong, Hayden, Ma and Goh 2024, appendix A.1",
        .grounds = "the safest cell by the weights of the published program",
        .follows_game = true,
    });
}

}  // namespace sapper
