// Differential test of the fast special-case algorithms against the general ones, in positions of
// simulated games: `sapper_shortcuts N` plays N games.
//
// In each position without a certain cell it compares grouping by bit masks with the general
// grouping, enumeration of each component with elimination, outcome enumeration from arrangement
// lists with the general one, and afterstate features with an analysis of the position after the
// click. In every position it compares the certain groups found by search with those found by
// counting.
//
// Each game is also played on the same board padded with open isolated cells, which makes it too
// large for CellSet; both games must be identical.
//
// It also generates no-guess layouts and checks that certain clicks alone open them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "board/deal.hpp"
#include "board/game.hpp"
#include "cases.hpp"
#include "counting/certain_groups.hpp"
#include "deduction/deducer.hpp"
#include "deduction/outcome_enumeration.hpp"
#include "play/no_guess.hpp"
#include "search/afterstate_features.hpp"

namespace {

using namespace sapper;
using fuzz::Edges;
using fuzz::make_graph;

bool close(double a, double b) {
    return std::fabs(a - b) <= 1e-9 * std::max(1.0, std::fabs(b));
}

// Number of isolated cells that makes a board too large for CellSet.
constexpr int kPadding = CellSet::kMost;

Graph board(int rows, int columns, int padding = 0) {
    Edges edges;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            for (const auto& [down, right] : {std::pair(0, 1), {1, -1}, {1, 0}, {1, 1}})
                if (r + down < rows && c + right >= 0 && c + right < columns)
                    edges.emplace_back(r * columns + c, (r + down) * columns + c + right);
    return make_graph(rows * columns + padding, edges);
}

bool operator==(const Clue& a, const Clue& b) {
    return a.cell == b.cell && a.need == b.need && a.room == b.room;
}

bool same(const Problem& a, const Problem& b) {
    if (a.clues.size() != b.clues.size() || a.groups.size() != b.groups.size() ||
        a.components.size() != b.components.size() || a.floating != b.floating ||
        a.group_cells != b.group_cells)
        return false;
    for (std::size_t c = 0; c < a.clues.size(); ++c)
        if (!(a.clues[c] == b.clues[c])) return false;
    for (std::size_t g = 0; g < a.groups.size(); ++g) {
        const Group &one = a.groups[g], &two = b.groups[g];
        if (one.cell_begin != two.cell_begin || one.cell_end != two.cell_end ||
            !std::equal(
                a.group_clues.begin() + one.clue_begin, a.group_clues.begin() + one.clue_end,
                b.group_clues.begin() + two.clue_begin, b.group_clues.begin() + two.clue_end))
            return false;
    }
    for (std::size_t c = 0; c < a.components.size(); ++c) {
        const Component &one = a.components[c], &two = b.components[c];
        if (one.clue_begin != two.clue_begin || one.clue_end != two.clue_end ||
            one.group_begin != two.group_begin || one.group_end != two.group_end)
            return false;
    }
    return true;
}

// Compares grouping by bit masks with the general grouping, and certain groups by search with those
// by counting.
bool same_groups(const Knowledge& knowledge) {
    Grouper bits, general;
    general.use_bits = false;
    Problem problem, other;
    bits.group(knowledge, problem);
    general.group(knowledge, other);
    if (!same(problem, other)) return false;
    CertainGroups search;
    Counting<double> counting;
    std::vector<double> weights;
    for (std::size_t c = 0; c < problem.components.size(); ++c) {
        const Component& component = problem.components[c];
        counting.add(problem, component, {});
        const CertainGroups::Answer answer = search.search(problem, component);
        if (answer == CertainGroups::Answer::kLong || answer == CertainGroups::Answer::kUnfit)
            continue;
        counting.backward_pass(c, std::vector<double>(counting.count(c).weights.size(), 1.0));
        for (std::int32_t g = 0; g < component.group_end - component.group_begin; ++g) {
            const std::int32_t low = counting.marginal(c, g, weights);
            const std::int32_t size =
                problem.groups[static_cast<std::size_t>(component.group_begin + g)].size();
            bool safe = true, full = true;
            for (std::size_t i = 0; i < weights.size(); ++i) {
                if (weights[i] <= 0.0) continue;
                safe = safe && low + static_cast<std::int32_t>(i) == 0;
                full = full && low + static_cast<std::int32_t>(i) == size;
            }
            const bool found = answer == CertainGroups::Answer::kFound;
            if (safe != (found && search.safe(g)) || full != (found && search.full(g)))
                return false;
        }
    }
    return true;
}

// Whether two states of knowledge agree on the cells of the first board.
bool same_knowledge(const Knowledge& one, const Knowledge& other) {
    for (std::int32_t cell = 0; cell < one.graph().size(); ++cell) {
        if (one.value(cell) != other.value(cell)) return false;
        if ((one.room(cell) < 0) != (other.room(cell) < 0)) return false;
        if (one.room(cell) >= 0 &&
            (one.room(cell) != other.room(cell) || one.need(cell) != other.need(cell)))
            return false;
    }
    return one.known_mines() == other.known_mines() &&
           one.unknown_plain() == other.unknown_plain() && one.fingerprint() == other.fingerprint();
}

// Compares enumeration with elimination for every component.
bool same_counts(const Problem& problem) {
    Counting<double> listed, eliminated;
    eliminated.list_small(false);
    std::vector<double> first, second;
    for (std::size_t c = 0; c < problem.components.size(); ++c) {
        listed.add(problem, problem.components[c], {});
        eliminated.add(problem, problem.components[c], {});
        const auto a = listed.count(c), b = eliminated.count(c);
        if (a.low != b.low || a.weights.size() != b.weights.size()) return false;
        const double scale = std::exp2(eliminated.scale(c));
        for (std::size_t i = 0; i < a.weights.size(); ++i)
            if (!close(b.weights[i] * scale, a.weights[i])) return false;
        const std::vector<double> outside(a.weights.size(), 1.0);
        listed.backward_pass(c, outside);
        eliminated.backward_pass(c, outside);
        for (std::int32_t g = 0;
             g < problem.components[c].group_end - problem.components[c].group_begin; ++g) {
            // The two may start at different numbers of mines and differ by a factor.
            const std::int32_t from = eliminated.marginal(c, g, second);
            const std::int32_t start = listed.marginal(c, g, first);
            double sum_first = 0.0, sum_second = 0.0;
            for (const double w : first) sum_first += w;
            for (const double w : second) sum_second += w;
            for (std::size_t j = 0; j < first.size(); ++j) {
                const auto k = static_cast<std::ptrdiff_t>(j) + start - from;
                const bool inside = k >= 0 && k < static_cast<std::ptrdiff_t>(second.size());
                const double other = inside ? second[static_cast<std::size_t>(k)] : 0.0;
                if (!close(first[j] / sum_first, other / sum_second)) return false;
                if ((first[j] > 0.0) != (other > 0.0)) return false;
            }
        }
    }
    return true;
}

std::vector<Outcome> outcomes(OutcomeEnumerator& enumerator, Deducer& deducer, std::int32_t cell) {
    std::vector<Outcome> found =
        enumerator.enumerate(deducer, cell, OutcomeEnumerator::Depth::kSafeCells);
    std::erase_if(found, [](const Outcome& o) { return o.probability <= 0.0; });
    std::sort(found.begin(), found.end(),
              [](const Outcome& a, const Outcome& b) { return a.number < b.number; });
    return found;
}

bool same_outcomes(Deducer& deducer) {
    OutcomeEnumerator lists, general;
    general.use_lists = false;
    for (std::int32_t cell = 0; cell < deducer.knowledge.graph().size(); ++cell) {
        if (!deducer.knowledge.unknown(cell)) continue;
        const auto a = outcomes(lists, deducer, cell), b = outcomes(general, deducer, cell);
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i].number != b[i].number || !close(a[i].probability, b[i].probability) ||
                a[i].safe != b[i].safe)
                return false;
    }
    return true;
}

// Compares the afterstate features of every possible outcome of every click with an analysis of the
// resulting position.
bool same_features(Deducer& deducer, AfterstateFeatures& features,
                   std::span<const std::int16_t> states) {
    const Graph& graph = deducer.knowledge.graph();
    features.reset(deducer.total().mines + deducer.knowledge.known_mines());
    Deducer then;
    std::vector<std::int16_t> seen;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        if (!deducer.knowledge.unknown(cell)) continue;
        for (const Afterstate& afterstate : features.compute(cell)) {
            if (afterstate.probability <= 0.0) continue;
            seen.assign(states.begin(), states.end());
            seen[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(afterstate.number);
            then.copy_from(deducer);
            const std::int32_t opened[] = {cell};
            then.opened(opened, seen);
            while (then.deduce() || then.analyze()) {
            }
            int safe = 0, unknown = 0;
            double best = 0.0;
            for (std::int32_t other = 0; other < graph.size(); ++other) {
                if (seen[static_cast<std::size_t>(other)] >= 0) continue;
                if (then.knowledge.unknown(other)) {
                    ++unknown;
                    best = std::max(best, 1.0 - then.mine(other));
                } else if (then.knowledge.value(other) == 0) {
                    ++safe;
                }
            }
            const Features& f = afterstate.features;
            if (afterstate.won != (unknown == 0)) return false;
            if (std::lround(std::expm1(f[kSafeCells])) != safe) return false;
            // With many cells left, the features approximate cells far from the click.
            const double error = deducer.knowledge.unknown_plain() <= 40 ? 1e-5 : 0.1;
            if (safe > 0 ? f[kNextSafety] != 1.0f : std::fabs(f[kNextSafety] - best) > error)
                return false;
            if (safe == 0 && std::lround(100.0f * f[kUnknownCells]) != unknown) return false;
            if (unknown > 0 && std::fabs(50.0 * f[kLayouts] - then.log2_layouts()) > 1e-3)
                return false;
        }
    }
    return true;
}

// A game on a board padded with open isolated cells.
class PaddedGame {
  public:
    PaddedGame(const Graph& graph, std::int32_t cells, int mines) : cells_(cells) {
        deducer.start(graph, 1, mines, {});
        for (std::int32_t cell = cells; cell < graph.size(); ++cell) others_.push_back(cell);
        states_.resize(static_cast<std::size_t>(graph.size()), 0);
        deducer.opened(others_, states_);
        game_.layout.mines.resize(states_.size(), 0);
    }

    // Repeats a click of the game; returns whether it opens the same cells.
    bool open(const Game& game, std::int32_t cell) {
        const Graph& graph = deducer.knowledge.graph();
        if (game_.opened.empty()) {
            std::copy(game.layout.mines.begin(), game.layout.mines.end(),
                      game_.layout.mines.begin());
            game_.layout.number(graph);
            game_.begin(graph);
            // Every padding cell is an opening of its own.
            if (game_.layout.bbbv(graph) != before_ + graph.size() - cells_) return false;
        }
        if (!game_.open(cell) || game_.opened != game.opened) return false;
        deducer.opened(game_.opened, game_.states());
        return true;
    }
    void expect(std::int64_t bbbv) { before_ = bbbv; }
    std::int32_t next_safe() { return deducer.next_safe(game_.states()); }

    Deducer deducer;

  private:
    std::int32_t cells_;
    std::int64_t before_ = 0;
    std::vector<std::int32_t> others_;
    std::vector<std::int16_t> states_;
    Game game_;
};

// Plays one game in which no guess hits a mine. Returns the number of positions compared, or -1 on
// a difference.
int play(const Graph& graph, const Graph& wide_graph, int mines, std::uint64_t number) {
    const Deal deal(graph, mines, 1, First::kSafe, 0);
    Game game;
    deal.lay(7, number, game.layout);
    game.begin(graph);
    Deducer deducer;
    deducer.start(graph, 1, mines, {});
    PaddedGame wide(wide_graph, graph.size(), mines);
    wide.expect(game.layout.bbbv(graph));
    AfterstateFeatures features(graph, deducer);
    sapper::Random random = deal.random(7, number, sapper::Random::kStrategy);
    int compared = 0;
    std::int32_t cell = 0;
    while (game.open(cell) && game.safe_left() > 0) {
        deducer.opened(game.opened, game.states());
        if (!wide.open(game, cell)) return -1;
        for (;;) {
            cell = deducer.next_safe(game.states());
            if (cell != wide.next_safe() ||
                !same_knowledge(deducer.knowledge, wide.deducer.knowledge) ||
                !same_groups(deducer.knowledge) || !same_groups(wide.deducer.knowledge))
                return -1;
            if (cell >= 0) break;
            const bool deduced = deducer.deduce();
            if (deduced != wide.deducer.deduce()) return -1;
            if (deduced) continue;
            const bool analyzed = deducer.analyze();
            if (analyzed != wide.deducer.analyze()) return -1;
            if (analyzed) continue;
            if (deducer.group_mine() != wide.deducer.group_mine()) return -1;
            ++compared;
            if (!same_counts(deducer.problem()) || !same_outcomes(deducer) ||
                !same_features(deducer, features, game.states()))
                return -1;
            do
                cell = static_cast<std::int32_t>(
                    random.below(static_cast<std::uint32_t>(graph.size())));
            while (!game.covered(cell) || game.layout.mines[static_cast<std::size_t>(cell)] != 0);
            break;
        }
    }
    return compared;
}

// Generates a no-guess layout. Returns whether it belongs to the deal, is generated again from the
// same seed, and is solved by the exact engine without a guess. The search may fail on crowded
// boards.
bool needs_no_guess(const Graph& graph, int mines, std::uint64_t number) {
    const auto level = static_cast<Level>(1 + number / 4 % 3);
    const bool uniform = number % 5 == 0;
    const Deal deal(graph, mines, 1, number % 2 == 0 ? First::kOpen : First::kSafe, 1);
    NoGuess search(deal, level, uniform, 7, number, 60), again(deal, level, uniform, 7, number, 60);
    const bool found = search.search();
    if (again.search() != found || again.tries() != search.tries() ||
        again.layout().mines != search.layout().mines)
        return false;
    if (!found) return search.tries() == 60;
    CertainPlay play(deal, Level::kEngine);
    play.game.layout.mines = search.layout().mines;
    play.game.layout.number(graph);
    const auto laid = std::count(search.layout().mines.begin(), search.layout().mines.end(), 1);
    return laid == mines && play.game.layout.numbers == search.layout().numbers && play.play() == 0;
}

}  // namespace

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 100;
    const Graph boards[] = {board(4, 4), board(5, 6), board(8, 8), board(1, 12)};
    const Graph wide_boards[] = {board(4, 4, kPadding), board(5, 6, kPadding),
                                 board(8, 8, kPadding), board(1, 12, kPadding)};
    const int mines[] = {4, 7, 12, 4};
    int compared = 0;
    for (int number = 0; number < games; ++number) {
        const auto which = static_cast<std::size_t>(number % 4);
        const int found = play(boards[which], wide_boards[which], mines[which],
                               static_cast<std::uint64_t>(number));
        if (found < 0) {
            std::printf("game %d: a special case differs from the general algorithm\n", number);
            return 1;
        }
        compared += found;
        if (!needs_no_guess(boards[which], mines[which], static_cast<std::uint64_t>(number))) {
            std::printf("layout %d: a guess is needed\n", number);
            return 1;
        }
    }
    std::printf("%d games, %d positions compared\n", games, compared);
    return compared > games / 2 ? 0 : 1;
}
