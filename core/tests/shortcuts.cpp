// The short ways of counting against the long ones, in positions of real games.
//
// In each position where nothing is certain: clues must be grouped the same as bits and in general,
// every component listed and eliminated must count the same, every click probed from the lists and
// in general must promise the same, and what a position is told to be like after a click must be
// what it is then. In each position before that: the groups that a search finds to be certain must
// be those that are so by their counts.
//
// Each game is also followed on the same board with more cells beside it, open and without
// neighbours: too large for sets of cells, it must be the same game.
//
// And layouts that are found to need no guess: each must be opened by what is certain.
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

// Cells beside a board that make it too large for sets of cells.
constexpr int kBeside = CellSet::kMost;

Graph board(int rows, int columns, int beside = 0) {
    Edges edges;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            for (const auto& [down, right] : {std::pair(0, 1), {1, -1}, {1, 0}, {1, 1}})
                if (r + down < rows && c + right >= 0 && c + right < columns)
                    edges.emplace_back(r * columns + c, (r + down) * columns + c + right);
    return make_graph(rows * columns + beside, edges);
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

// Groups all clues as bits and in general, and then looks for certain groups both ways.
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
        counting.descend(c, std::vector<double>(counting.count(c).weights.size(), 1.0));
        for (std::int32_t g = 0; g < component.group_end - component.group_begin; ++g) {
            const std::int32_t low = counting.share(c, g, weights);
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

// The same knowledge of the cells of a board, whatever stands beside it.
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

// Counts every component both ways.
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
        const std::vector<double> rest(a.weights.size(), 1.0);
        listed.descend(c, rest);
        eliminated.descend(c, rest);
        for (std::int32_t g = 0;
             g < problem.components[c].group_end - problem.components[c].group_begin; ++g) {
            // Each starts at a least number of mines of its own; only ratios matter.
            const std::int32_t from = eliminated.share(c, g, second);
            const std::int32_t start = listed.share(c, g, first);
            double sum_first = 0.0, sum_second = 0.0;
            for (const double w : first) sum_first += w;
            for (const double w : second) sum_second += w;
            for (std::size_t j = 0; j < first.size(); ++j) {
                const auto at = static_cast<std::ptrdiff_t>(j) + start - from;
                const bool inside = at >= 0 && at < static_cast<std::ptrdiff_t>(second.size());
                const double other = inside ? second[static_cast<std::size_t>(at)] : 0.0;
                if (!close(first[j] / sum_first, other / sum_second)) return false;
                if ((first[j] > 0.0) != (other > 0.0)) return false;
            }
        }
    }
    return true;
}

std::vector<Outcome> outcomes(OutcomeEnumerator& prober, Deducer& deducer, std::int32_t cell) {
    std::vector<Outcome> found =
        prober.enumerate(deducer, cell, OutcomeEnumerator::Depth::kSafeCells);
    std::erase_if(found, [](const Outcome& o) { return o.probability <= 0.0; });
    std::sort(found.begin(), found.end(),
              [](const Outcome& a, const Outcome& b) { return a.number < b.number; });
    return found;
}

bool same_promises(Deducer& deducer) {
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

// Opens every cell in thought, with every number that it can show.
bool same_prospects(Deducer& deducer, AfterstateFeatures& prospects,
                    std::span<const std::int16_t> states) {
    const Graph& graph = deducer.knowledge.graph();
    prospects.reset(deducer.mines_left() + deducer.knowledge.known_mines());
    Deducer then;
    std::vector<std::int16_t> seen;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        if (!deducer.knowledge.unknown(cell)) continue;
        for (const Afterstate& told : prospects.compute(cell)) {
            if (told.probability <= 0.0) continue;
            seen.assign(states.begin(), states.end());
            seen[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(told.number);
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
            const Features& f = told.features;
            if (told.won != (unknown == 0)) return false;
            if (std::lround(std::expm1(f[kSafeCells])) != safe) return false;
            // With many cells left, those that are not touched are taken as they were.
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

// A board with others beside it, which are open.
class Beside {
  public:
    Beside(const Graph& graph, std::int32_t cells, int mines) : cells_(cells) {
        deducer.start(graph, 1, mines, {});
        for (std::int32_t cell = cells; cell < graph.size(); ++cell) others_.push_back(cell);
        states_.resize(static_cast<std::size_t>(graph.size()), 0);
        deducer.opened(others_, states_);
        game_.layout.mines.resize(states_.size(), 0);
    }

    // The same click; returns whether it opens the same.
    bool open(const Game& game, std::int32_t cell) {
        const Graph& graph = deducer.knowledge.graph();
        if (game_.opened.empty()) {
            std::copy(game.layout.mines.begin(), game.layout.mines.end(),
                      game_.layout.mines.begin());
            game_.layout.number(graph);
            game_.begin(graph);
            // Every cell that stands alone is an opening.
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

// Plays one game, luckily; returns the positions compared, or -1 on a difference.
int play(const Graph& graph, const Graph& wide_graph, int mines, std::uint64_t number) {
    const Deal deal(graph, mines, 1, First::kSafe, 0);
    Game game;
    deal.lay(7, number, game.layout);
    game.begin(graph);
    Deducer deducer;
    deducer.start(graph, 1, mines, {});
    Beside wide(wide_graph, graph.size(), mines);
    wide.expect(game.layout.bbbv(graph));
    AfterstateFeatures prospects(graph, deducer);
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
            if (!same_counts(deducer.problem()) || !same_promises(deducer) ||
                !same_prospects(deducer, prospects, game.states()))
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

// Searches a no-guess layout; returns whether it is one, also by the exact engine, of that deal,
// and found again. Boards too full for one need none.
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
    const Graph wide_boards[] = {board(4, 4, kBeside), board(5, 6, kBeside), board(8, 8, kBeside),
                                 board(1, 12, kBeside)};
    const int mines[] = {4, 7, 12, 4};
    int compared = 0;
    for (int number = 0; number < games; ++number) {
        const auto which = static_cast<std::size_t>(number % 4);
        const int found = play(boards[which], wide_boards[which], mines[which],
                               static_cast<std::uint64_t>(number));
        if (found < 0) {
            std::printf("game %d: a short way tells something else\n", number);
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
