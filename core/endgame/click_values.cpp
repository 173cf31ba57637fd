#include "endgame/click_values.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "counting/layout_enumeration.hpp"
#include "endgame/pruned_endgame_search.hpp"
#include "support/cancellation.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

// Ends the work of a scope after a number of steps, which count_steps() counts. Also polls the
// token that was installed before it.
class StepLimit : public CancellationToken {
  public:
    explicit StepLimit(std::uint64_t steps)
        : previous_(cancellation_state().token), polls_left_(steps / kStepsPerPoll + 1) {
        cancellation_state().steps = 0;  // the result must not depend on earlier work
    }
    void poll() override {
        if (previous_ != nullptr) previous_->poll();
        if (polls_left_-- == 0) throw BudgetExceeded(0, 0.0);
    }

  private:
    CancellationToken* previous_;
    std::uint64_t polls_left_;
};

using Mined = std::vector<char>;  // by cell: whether it holds a mine

std::vector<Mined> list_layouts(const Question& question, int most_layouts) {
    std::vector<Mined> layouts;
    LayoutEnumeration enumeration(question);
    while (enumeration.next()) {
        if (layouts.size() == to_index(most_layouts)) throw BudgetExceeded(0, 0.0);
        const auto mines = enumeration.layout();
        layouts.emplace_back(mines.begin(), mines.end());
    }
    if (layouts.empty()) throw Contradiction("no layout has that number of mines", -1);
    return layouts;
}

template <class Word>
std::vector<int> search_clicks(const Graph& graph, const std::vector<Mined>& layouts,
                               const std::vector<std::int32_t>& cells) {
    constexpr long kNoLimit = std::numeric_limits<long>::max();
    constexpr int kAll = std::numeric_limits<int>::max();
    const SearchLimits exhaustive{kAll, 0, kAll, ClickValues::kMaxCells, kNoLimit};
    std::vector<std::int32_t> places(to_index(graph.size()), -1), clicks;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        places[to_index(cells[i])] = static_cast<std::int32_t>(i);
        clicks.push_back(static_cast<std::int32_t>(i));
    }
    std::vector<Word> around(cells.size(), 0);
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (const std::int32_t other : graph.neighbors(cells[i]))
            if (places[to_index(other)] >= 0) around[i] |= Word{1} << places[to_index(other)];
    LayoutSearch<Word> search(exhaustive);
    search.reset(std::move(around));
    for (const Mined& mined : layouts) {
        Word word = 0;
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (mined[to_index(cells[i])]) word |= Word{1} << i;
        search.add(word);
    }
    return search.wins_by_cell(clicks);
}

}  // namespace

ClickValues click_values(const Question& question, int most_layouts, std::uint64_t most_steps) {
    const Position& position = question.position();
    if (!question.count().known() || position.max_per_cell != 1)
        throw std::invalid_argument("the number of mines is needed, with one mine per cell");
    StepLimit limit(most_steps);
    const TokenScope scope(limit);
    const std::vector<Mined> layouts = list_layouts(question, most_layouts);
    ClickValues values;
    values.layouts = static_cast<int>(layouts.size());
    for (std::int32_t cell = 0; cell < position.graph.size(); ++cell) {
        if (position.states[to_index(cell)] != kCovered) continue;
        const auto holds = [&](const Mined& mined) { return mined[to_index(cell)] != 0; };
        if (!std::all_of(layouts.begin(), layouts.end(), holds)) values.cells.push_back(cell);
    }
    if (values.cells.size() > ClickValues::kMaxCells) throw BudgetExceeded(0, 0.0);
    values.wins = values.cells.size() <= 64
                      ? search_clicks<std::uint64_t>(position.graph, layouts, values.cells)
                      : search_clicks<DoubleWord>(position.graph, layouts, values.cells);
    return values;
}

}  // namespace sapper
