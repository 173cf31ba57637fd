// A uniformly random covered cell. Linear in the board.
#include "strategies/families.hpp"

namespace sapper {

namespace {

class RandomClicks : public Strategy {
  public:
    using Strategy::Strategy;

    Move next(Random& random) override {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell)) candidates_.push_back(cell);
        return {pick(random), false};
    }
};

}  // namespace

Descriptor random_clicks() {
    return describe<RandomClicks>({
        .name = "random",
        .description = "level 0: opens a uniformly random covered cell",
        .source = "Fowler and Young 2004; the heuristic-agents report 2024, agent 1",
        .grounds = "taken at random",
        .needs_analysis = false,
    });
}

}  // namespace sapper
