// Agent 2 of the heuristic-agents report 2024: among covered cells next to a revealed one, the
// first with the least sum of adjacent clues. Linear in the board and its neighbourhoods.
#include <algorithm>
#include <limits>

#include "strategies/families.hpp"

namespace sapper {

namespace {

class NeighborhoodSum : public Strategy {
  public:
    using Strategy::Strategy;

    Move next(Random& /*random*/) override {
        const Graph& graph = deal_.graph();
        std::int32_t best = -1, any = -1;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::int32_t revealed = 0; revealed < graph.size(); ++revealed) {
            if (covered(revealed)) {
                any = revealed;
                continue;
            }
            for (const std::int32_t cell : graph.neighbors(revealed)) {
                if (!covered(cell)) continue;
                const std::int64_t sum = sum_around(cell);
                if (sum < least) {
                    least = sum;
                    best = cell;
                }
            }
        }
        return {best >= 0 ? best : any, false};
    }

  private:
    [[nodiscard]] std::int64_t sum_around(std::int32_t cell) const {
        std::int64_t sum = 0;
        for (const std::int32_t other : deal_.graph().neighbors(cell))
            sum += std::max<std::int64_t>(states_[static_cast<std::size_t>(other)], 0);
        return sum;
    }
};

}  // namespace

Descriptor neighborhood_sum() {
    return describe<NeighborhoodSum>({
        .name = "neighborhood-sum",
        .description = "opens the covered cell with the least sum of adjacent clues",
        .source = "the heuristic-agents report 2024, agent 2",
        .grounds = "the adjacent clues have the least sum",
        .needs_analysis = false,
    });
}

}  // namespace sapper
