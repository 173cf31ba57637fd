#include "compare_game.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "board/cell_names.hpp"
#include "board/deal.hpp"
#include "play/followed_game.hpp"
#include "support/index.hpp"

namespace sapper::fuzz {

namespace {

void check(bool holds, const std::string& what) {
    if (!holds) throw Difference{what};
}

Graph grid(int rows, int columns) {
    Edges edges;
    for (int a = 0; a < rows * columns; ++a)
        for (int b = a + 1; b < rows * columns; ++b)
            if (std::abs(a / columns - b / columns) <= 1 &&
                std::abs(a % columns - b % columns) <= 1)
                edges.emplace_back(a, b);
    return make_graph(rows * columns, edges);
}

}  // namespace

void compare_game(Random& random, Solver& solver) {
    const int rows = random.within(1, 4), columns = random.within(2, 5), cells = rows * columns;
    const Graph graph = grid(rows, columns);
    const auto mines = static_cast<std::int64_t>(random.within(0, cells - 1));
    const First rule = mines < cells && random.chance(50) ? First::kSafe : First::kAny;
    const std::uint64_t seed = random.next();
    const auto deal_at = [&](std::int32_t first) {
        Game game;
        Deal(graph, mines, 1, rule, first).lay(seed, 0, game.layout);
        game.begin(graph);
        return game;
    };
    JudgedGame judged(graph, false);
    judged.judge_by({mines, 1, rule == First::kSafe || mines == 0, true});
    FollowedGame followed(std::move(judged));
    const CellNames names(Shape{rows, columns});
    const Budget budget;
    double luck = 1.0;
    GuessCounts guesses;
    while (!followed.game().game().over()) {
        const JournaledGame& game = followed.game().game();
        std::vector<std::int32_t> move;
        for (int i = random.within(1, 2); i > 0; --i) move.push_back(random.within(0, cells - 1));
        // A look at the position must not change the judgment.
        if (random.chance(30)) followed.game().must_guess(budget, solver);
        std::vector<std::int16_t> states(game.game().states().begin(), game.game().states().end());
        bool first = game.counters().opens == 0;
        for (const ClickStep& step : followed.play(move, deal_at, names, budget, solver)) {
            check(states[to_index(step.cell)] == kCovered, "an open cell is clicked");
            Solver fresh;
            Solution solution;
            fresh.solve(Question({graph, states, 1}, mines), solution);
            const bool by_rule = first && (rule == First::kSafe || mines == 0);
            const double risk = by_rule ? 0.0 : solution.mine_probability[to_index(step.cell)];
            check(step.risk.has_value() && *step.risk == risk, "the risk of a click");
            check(step.forced == (risk > 0.0 ? std::optional(solution.safe.empty()) : std::nullopt),
                  "whether a guess was forced");
            if (risk > 0.0) ++(solution.safe.empty() ? guesses.forced : guesses.avoidable);
            if (!step.opened.empty()) luck *= 1.0 - risk;
            for (const std::int32_t cell : step.opened)
                states[to_index(cell)] = game.game().states()[to_index(cell)];
            first = false;
        }
        check(std::equal(states.begin(), states.end(), game.game().states().begin()),
              "the cells that a move opened");
    }
    const JournaledGame::Counters& counters = followed.game().game().counters();
    check(counters.luck == luck, "the luck of a game");
    check(followed.guesses().forced == guesses.forced, "the forced guesses of a game");
    check(followed.guesses().avoidable == guesses.avoidable, "the avoidable guesses of a game");
    check(counters.guesses == guesses.forced + guesses.avoidable, "the guesses of a game");
    while (followed.game().pop() >= 0) {
    }
    check(followed.game().game().counters().opens == 0, "a game whose moves are undone");
}

}  // namespace sapper::fuzz
