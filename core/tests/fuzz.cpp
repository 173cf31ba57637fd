// Fuzz test of the core: `sapper_fuzz N [SEED]` runs N random cases and compares all that the
// engine says with the oracle. It prints the first case that differs and then ends with 1.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>

#include "counter.hpp"
#include "oracle.hpp"
#include "solver.hpp"

namespace {

using namespace sapper;
using fuzz::Answer;
using fuzz::Class;
using fuzz::Modular;
using fuzz::Oracle;
using fuzz::Real;

constexpr std::int64_t kMostSteps = 30'000;

// splitmix64
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    // From low to high, both included.
    int within(int low, int high) {
        return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return within(0, 99) < percent; }

  private:
    std::uint64_t state_;
};

using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;

Graph make_graph(std::int32_t cells, const Edges& edges) {
    std::vector<std::vector<std::int32_t>> lists(static_cast<std::size_t>(cells));
    for (const auto& [a, b] : edges) {
        lists[static_cast<std::size_t>(a)].push_back(b);
        lists[static_cast<std::size_t>(b)].push_back(a);
    }
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> targets;
    for (std::vector<std::int32_t>& list : lists) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        targets.insert(targets.end(), list.begin(), list.end());
        offsets.push_back(static_cast<std::int64_t>(targets.size()));
    }
    return {offsets, targets};
}

struct Case {
    std::string kind;
    Graph graph;
    std::vector<std::int16_t> states;
    int max_per_cell = 1;
    Question question;
    std::int32_t probe = -1;

    [[nodiscard]] Position position() const { return {graph, states, max_per_cell}; }

    void print() const {
        std::printf("kind %s\nmax_per_cell %d\nmines %" PRId64 "\nodds %.17g\nprobe %d\n",
                    kind.c_str(), max_per_cell, question.mines, question.odds, probe);
        std::printf("budget %g %" PRIu64 "\nstates", question.budget.log2_states,
                    question.budget.bytes);
        for (const std::int16_t s : states) std::printf(" %d", s);
        std::printf("\nedges");
        for (std::int32_t a = 0; a < graph.size(); ++a)
            for (const std::int32_t b : graph.neighbors(a))
                if (a < b) std::printf(" %d-%d", a, b);
        std::printf("\n");
    }
};

struct Difference {
    std::string what;
};

void check(bool holds, const std::string& what) {
    if (!holds) throw Difference{what};
}

bool close(Real a, Real b) {
    return std::fabs(a - b) <= 1e-9L * std::fabs(b) + 1e-290L;
}

// -- cases ------------------------------------------------------------------------------------

// The number of mines around a cell of a layout.
std::int16_t number_at(const Graph& graph, const std::vector<int>& layout, std::int32_t cell) {
    int sum = 0;
    for (const std::int32_t other : graph.neighbors(cell))
        sum += layout[static_cast<std::size_t>(other)];
    return static_cast<std::int16_t>(sum);
}

void ask(Random& random, const std::vector<int>& layout, Case& c) {
    c.question.mines = std::accumulate(layout.begin(), layout.end(), std::int64_t{0});
    if (random.chance(15))
        c.question.mines = std::max<std::int64_t>(c.question.mines + random.within(-2, 2), 0);
    if (random.chance(15)) {
        static constexpr double odds[] = {1e-3, 0.25, 1.0, 7.0, 400.0};
        c.question.odds = odds[random.within(0, 4)];
    }
    if (random.chance(10)) c.question.budget.log2_states = random.within(0, 12);
    if (random.chance(5))
        c.question.budget.bytes = static_cast<std::uint64_t>(random.within(0, 999));
    std::vector<std::int32_t> covered;
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell)
        if (c.states[static_cast<std::size_t>(cell)] == kCovered) covered.push_back(cell);
    if (random.chance(20))
        c.question.mines = random.within(0, static_cast<int>(covered.size()) * c.max_per_cell);
    if (!covered.empty())
        c.probe = covered[static_cast<std::size_t>(
            random.within(0, static_cast<int>(covered.size()) - 1))];
}

// Shows cells of a random layout; some numbers and flags are then spoilt.
Case from_layout(Random& random, std::string kind, Graph graph, int shown_percent) {
    Case c{std::move(kind), std::move(graph), {}, 1, {}, -1};
    c.max_per_cell = random.chance(60) ? 1 : random.within(2, 4);
    const int mined_percent = random.within(5, 60);
    std::vector<int> layout(static_cast<std::size_t>(c.graph.size()));
    for (int& m : layout) m = random.chance(mined_percent) ? random.within(1, c.max_per_cell) : 0;
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell) {
        std::int16_t state = kCovered;
        if (layout[static_cast<std::size_t>(cell)] > 0)
            state = random.chance(10) ? kFlagged : kCovered;
        else if (random.chance(shown_percent))
            state = random.chance(95) ? number_at(c.graph, layout, cell)
                                      : static_cast<std::int16_t>(kUnlabeled);
        if (random.chance(1)) state = static_cast<std::int16_t>(random.within(-3, 9));
        c.states.push_back(state);
    }
    ask(random, layout, c);
    return c;
}

Case grid_case(Random& random) {
    const int rows = random.within(1, 5), columns = random.within(1, 6);
    Edges edges;
    for (int a = 0; a < rows * columns; ++a)
        for (int b = 0; b < a; ++b)
            if (std::abs(a / columns - b / columns) <= 1 &&
                std::abs(a % columns - b % columns) <= 1)
                edges.emplace_back(a, b);
    return from_layout(random, "grid", make_graph(rows * columns, edges), random.within(20, 80));
}

Case graph_case(Random& random) {
    const int cells = random.within(1, 18);
    const int percent = random.within(5, 60);
    Edges edges;
    for (int a = 0; a < cells; ++a)
        for (int b = 0; b < a; ++b)
            if (random.chance(percent)) edges.emplace_back(a, b);
    return from_layout(random, "graph", make_graph(cells, edges), random.within(20, 80));
}

// A bipartite board: clues on one side, groups of cells on the other.
struct Model {
    int clues = 0;
    std::int32_t cells = 0;
    Edges edges;

    void add(const std::vector<int>& seen_by, int size) {
        for (int i = 0; i < size; ++i, ++cells)
            for (const int clue : seen_by) edges.emplace_back(clue, cells);
    }
};

Case from_model(Random& random, std::string kind, const Model& model, int mined_percent) {
    Case c{std::move(kind), make_graph(model.cells, model.edges), {}, 1, {}, -1};
    std::vector<int> layout(static_cast<std::size_t>(model.cells), 0);
    for (std::size_t i = static_cast<std::size_t>(model.clues); i < layout.size(); ++i)
        layout[i] = random.chance(mined_percent) ? 1 : 0;
    c.states.assign(layout.size(), kCovered);
    for (std::int32_t clue = 0; clue < model.clues; ++clue)
        c.states[static_cast<std::size_t>(clue)] = number_at(c.graph, layout, clue);
    ask(random, layout, c);
    if (c.question.odds > 10.0) c.question.odds = 0.5;  // hundreds of cells: stay within range
    return c;
}

// Clues that see one cell of each of two sides: one side is mined, or the other. So there are gaps
// between the numbers of mines a component can hold, and totals that fall into the gaps.
Case sides_case(Random& random) {
    const int clues = random.within(3, 9), left = random.within(1, 3), right = random.within(1, 7);
    Edges edges;
    for (int clue = 0; clue < clues; ++clue) {
        edges.emplace_back(clue, clues + random.within(0, left - 1));
        edges.emplace_back(clue, clues + left + random.within(0, right - 1));
    }
    std::vector<int> layout(static_cast<std::size_t>(clues + left + right), 0);
    for (int cell = 0; cell < left; ++cell) layout[static_cast<std::size_t>(clues + cell)] = 1;
    Case c{"sides", make_graph(clues + left + right, edges), {}, 1, {}, -1};
    c.states.assign(layout.size(), kCovered);
    std::fill(c.states.begin(), c.states.begin() + clues, std::int16_t{1});
    ask(random, layout, c);
    if (random.chance(70)) c.question.mines = random.within(0, left + right);
    return c;
}

// A long chain of clues, few of them with a choice: more than 64 clues in one component.
Case chain_case(Random& random) {
    Model model;
    model.clues = model.cells = random.within(60, 150);
    for (int i = 0; i + 1 < model.clues; ++i) model.add({i, i + 1}, 1);
    for (int i = random.within(4, 9); i > 0; --i) model.add({random.within(0, model.clues - 1)}, 1);
    model.add({}, random.within(0, 5));
    return from_model(random, "chain", model, 45);
}

// Some clues around shared cells, one or two of them with a huge group of their own: states of
// more than 64 bits, and weights beyond a double.
Case hub_case(Random& random) {
    Model model;
    model.clues = model.cells = random.within(2, 9);
    std::vector<int> all(static_cast<std::size_t>(model.clues));
    std::iota(all.begin(), all.end(), 0);
    model.add(all, random.within(1, 2));
    for (int i = random.within(1, 4); i > 0; --i) {
        std::vector<int> seen_by;
        for (const int clue : all)
            if (random.chance(50)) seen_by.push_back(clue);
        model.add(seen_by, random.within(1, 2));
    }
    model.add({0}, random.within(100, 1500));
    if (random.chance(30)) model.add({1}, random.within(100, 1500));
    model.add({}, random.within(0, 400));
    return from_model(random, "hub", model, random.within(2, 98));
}

// Any states, numbers and limits at all: only the documented exceptions may come out.
Case garbage_case(Random& random) {
    Case c = graph_case(random);
    c.kind = "garbage";
    for (std::int16_t& s : c.states)
        if (random.chance(20))
            s = static_cast<std::int16_t>(random.chance(50) ? random.within(-4, 12)
                                                            : random.within(-32768, 32767));
    if (random.chance(10)) c.states.resize(static_cast<std::size_t>(random.within(0, 20)));
    if (random.chance(30)) c.question.mines = random.within(-3, 40);
    if (random.chance(5)) c.question.mines = std::numeric_limits<std::int64_t>::max();
    if (random.chance(5)) c.question.mines = std::numeric_limits<std::int64_t>::min();
    if (random.chance(10)) c.max_per_cell = random.within(-1, 100);
    if (random.chance(20)) c.probe = random.within(-3, 30);
    return c;
}

// -- comparisons ------------------------------------------------------------------------------

void compare_solution(const Case& c, const Answer& answer, const Solution& solution) {
    std::vector<std::int32_t> safe, mines;
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell) {
        const auto i = static_cast<std::size_t>(cell);
        const double p = solution.mine_probability[i];
        const std::string at = " of cell " + std::to_string(cell);
        if (c.states[i] != kCovered && c.states[i] != kFlagged) {
            check(std::isnan(p), "probability" + at + " which is revealed");
            continue;
        }
        check(close(p, answer.mined[i] / answer.total), "probability" + at);
        check((p == 0.0) == !answer.can_mined[i], "safety" + at);
        check((p == 1.0) == !answer.can_empty[i], "certainty" + at);
        if (!answer.can_mined[i]) safe.push_back(cell);
        if (!answer.can_empty[i]) mines.push_back(cell);
    }
    check(safe == solution.safe, "the list of safe cells");
    check(mines == solution.mines, "the list of mines");
    if (c.question.odds < 0.0)
        check(std::fabs(solution.log2_layouts - std::log2(answer.total)) < 1e-6, "log2_layouts");
}

void compare_distribution(const std::map<int, Real>& expected, Real total, std::int64_t first,
                          const std::vector<double>& found, const std::string& what) {
    std::map<int, Real> rest = expected;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const int at = static_cast<int>(first) + static_cast<int>(i);
        const auto it = rest.find(at);
        const std::string where = what + " at " + std::to_string(at);
        check((found[i] > 0.0) == (it != rest.end()), "possibility of " + where);
        if (it == rest.end()) continue;
        check(close(found[i], it->second / total), where);
        rest.erase(it);
    }
    check(rest.empty(), "length of " + what);
}

void compare_details(const Oracle& oracle, const Answer& answer, const Details& details) {
    compare_distribution(answer.frontier, answer.total, details.frontier_first, details.frontier,
                         "mines in the frontier");
    for (const GroupTable& table : details.groups) {
        bool found = false;
        for (std::size_t k = 0; k < oracle.classes().size(); ++k) {
            if (oracle.classes()[k].cells != table.cells) continue;
            found = true;
            check(oracle.classes()[k].clues == table.clues, "clues of a group");
            compare_distribution(answer.classes[k], answer.total, table.low, table.mines,
                                 "mines in a group");
        }
        check(found, "cells of a group");
    }
}

// All layouts with the given number of mines, put together from the residues of the components;
// by the number that the probe shows.
std::map<int, std::uint64_t> whole(const Case& c, const Counter& counter, const Modular& field) {
    const Problem& problem = counter.problem();
    std::uint64_t known = 1;
    for (const std::int16_t value : counter.values())
        for (int i = 2; i <= value; ++i)
            known = field.times(known, field.inverse(static_cast<std::uint64_t>(i)));
    const std::int64_t left = c.question.mines - problem.known_mines;
    std::map<int, std::uint64_t> shown;
    if (left < 0) return shown;
    using Row = std::vector<std::uint64_t>;
    const auto multiply = [&](const Row& a, const Row& b) {
        Row product(static_cast<std::size_t>(left) + 1, 0);
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < b.size() && i + j < product.size(); ++j)
                product[i + j] = field.add(product[i + j], field.times(a[i], b[j]));
        return product;
    };
    std::map<int, Row> rows{{problem.probe_base, {known}}};
    const auto counts = counter.counts(0);
    for (const auto& component : counts) {
        std::map<int, Row> next;
        for (const auto& [number, row] : rows)
            for (const Counter::Count& count : component) {
                Row shifted(static_cast<std::size_t>(count.low), 0);
                shifted.insert(shifted.end(), count.residues.begin(), count.residues.end());
                next[number + count.shown] = multiply(row, shifted);
            }
        rows.swap(next);
    }
    const auto cells = [&](std::int64_t size, bool flagged) {
        Row factor, row{1};
        std::uint64_t value = 1;
        for (int i = 0; i <= c.max_per_cell; ++i) {
            if (i > 1) value = field.times(value, field.inverse(static_cast<std::uint64_t>(i)));
            if (i > 0 || !flagged) factor.push_back(value);
        }
        for (std::int64_t i = 0; i < size; ++i) row = multiply(row, factor);
        return row;
    };
    const Row floating =
        multiply(cells(problem.floating, false), cells(problem.floating_flagged, true));
    for (const auto& [number, row] : rows) {
        const Row all = multiply(row, floating);
        const std::uint64_t total =
            static_cast<std::size_t>(left) < all.size() ? all[static_cast<std::size_t>(left)] : 0;
        if (total != 0) shown[number] = total;
    }
    return shown;
}

void compare_shares(const Counter& counter, const Modular& field) {
    const auto counts = counter.counts(0);
    for (std::size_t c = 0; c < counts.size(); ++c) {
        const std::vector<std::uint64_t>& residues = counts[c].front().residues;
        std::vector<int> above(residues.size());
        std::iota(above.begin(), above.end(), 0);
        const auto shares = counter.shares(0, static_cast<int>(c), above);
        for (const int m : above)
            for (const Counter::Share& share : shares[static_cast<std::size_t>(m)]) {
                std::uint64_t sum = 0;
                for (const std::uint64_t r : share.residues) sum = field.add(sum, r);
                check(sum == residues[static_cast<std::size_t>(m)], "sum of a group's shares");
            }
    }
}

void compare_counter(const Case& c, std::int32_t probe, bool propagate, const Answer& answer,
                     const Modular& field) {
    const Counter counter(c.position(), {probe, propagate}, c.question.budget);
    const auto shown = whole(c, counter, field);
    if (probe >= 0) {
        check(shown == answer.shown_residue, "residues of what the probe shows");
        return;
    }
    check((shown.empty() ? 0 : shown.begin()->second) == answer.residue, "residue of all layouts");
    compare_shares(counter, field);
}

// Runs a part of the engine: nothing may fit exactly where the oracle finds nothing, and only a
// budget that was cut may be exceeded. Returns whether there is something to compare.
template <class F>
bool runs(const Case& c, bool possible, const std::string& what, F part) {
    const Budget usual;
    try {
        part();
    } catch (const Contradiction&) {
        check(!possible, "contradiction in " + what);
        return false;
    } catch (const TooHard&) {
        check(c.question.budget.log2_states < usual.log2_states ||
                  c.question.budget.bytes < usual.bytes,
              "too hard: " + what);
        return false;
    }
    check(possible, "no contradiction in " + what);
    return true;
}

// Compares everything; returns whether the oracle could.
bool compare(const Case& c, Solver& solver) {
    const Position position = c.position();
    const Modular field{Residue::prime(0)};
    Oracle oracle(position, -1, field.prime);
    const auto answer = oracle.answer(c.question.mines, c.question.odds, kMostSteps);
    if (!answer) return false;

    Solution solution;
    if (runs(c, answer->possible, "solve", [&] { solver.solve(position, c.question, solution); }))
        compare_solution(c, *answer, solution);
    Details details;
    if (runs(c, answer->possible, "details",
             [&] { solver.details(position, c.question, details); }))
        compare_details(oracle, *answer, details);
    try {
        check(solver.feasible(position, c.question) == answer->possible, "feasible");
    } catch (const TooHard&) {
    }
    if (c.question.odds < 0.0 && answer->possible)
        for (const bool propagate : {false, true})
            runs(c, true, "counter", [&] { compare_counter(c, -1, propagate, *answer, field); });
    if (c.probe < 0) return true;

    Oracle probed(position, c.probe, field.prime);
    const auto numbers = probed.answer(c.question.mines, c.question.odds, kMostSteps);
    if (!numbers) return true;
    Shown shown;
    if (runs(c, numbers->possible, "shown",
             [&] { solver.shown(position, c.question, c.probe, shown); }))
        compare_distribution(numbers->shown, numbers->total, shown.first, shown.probability,
                             "number shown");
    if (c.question.odds < 0.0 && numbers->possible)
        runs(c, true, "probed counter",
             [&] { compare_counter(c, c.probe, true, *numbers, field); });
    return true;
}

// Only what is documented may be thrown.
void survive(const Case& c, Solver& solver) {
    const auto documented = [](const auto& part) {
        try {
            part();
        } catch (const Contradiction&) {
        } catch (const TooHard&) {
        } catch (const std::invalid_argument&) {
        }
    };
    const Position position = c.position();
    Solution solution;
    Details details;
    Shown shown;
    documented([&] { solver.solve(position, c.question, solution); });
    documented([&] { solver.details(position, c.question, details); });
    documented([&] { solver.shown(position, c.question, c.probe, shown); });
    documented([&] { (void)solver.feasible(position, c.question); });
    documented([&] {
        const Counter counter(position, {c.probe, true}, c.question.budget);
        (void)counter.counts(1);
        (void)counter.shares(0, 0, {0, 1});
    });
}

// Thousands of equal components and some floating cells, so that the circle takes over from the
// convolutions: a chain of two clues holds one mine in one way, or two in one way.
void many_components(Random& random, Solver& solver) {
    const int blocks = random.within(1700, 2500);
    const int floating = random.chance(30) ? random.within(0, 40) : random.within(500, 6000);
    Edges edges;
    std::vector<std::int16_t> states;
    for (int b = 0; b < blocks; ++b) {
        for (int i = 0; i < 4; ++i) edges.emplace_back(5 * b + i, 5 * b + i + 1);
        for (const int s : {-1, 1, -1, 1, -1}) states.push_back(static_cast<std::int16_t>(s));
    }
    states.resize(states.size() + static_cast<std::size_t>(floating), kCovered);
    const int mines = random.within(blocks, 2 * blocks + floating);
    Case c{"many components",
           make_graph(static_cast<std::int32_t>(states.size()), edges),
           states,
           1,
           {},
           -1};
    c.question.mines = mines;
    try {
        // Weight of `double_blocks` blocks with two mines, as its logarithm.
        const auto log_choose = [](int n, int k) {
            return std::lgamma(n + 1.0L) - std::lgamma(k + 1.0L) - std::lgamma(n - k + 1.0L);
        };
        std::vector<Real> logs;
        Real largest = -HUGE_VALL;
        for (int two = 0; two <= blocks; ++two) {
            const int left = mines - blocks - two;
            const bool fits = left >= 0 && left <= floating;
            logs.push_back(fits ? log_choose(blocks, two) + log_choose(floating, left)
                                : -HUGE_VALL);
            largest = std::max(largest, logs.back());
        }
        Real total = 0.0L, twos = 0.0L;
        for (int two = 0; two <= blocks; ++two) {
            const Real w = std::exp(logs[static_cast<std::size_t>(two)] - largest);
            total += w;
            twos += w * static_cast<Real>(two);
        }
        const Real expected = twos / total / static_cast<Real>(blocks);
        Solution solution;
        solver.solve(c.position(), c.question, solution);
        const Real tolerance = 1e-8L;
        for (std::size_t b = 0; b < 5 * static_cast<std::size_t>(blocks); b += 5) {
            check(std::fabs(solution.mine_probability[b] - expected) < tolerance, "end of a block");
            check(std::fabs(solution.mine_probability[b + 2] - (1.0L - expected)) < tolerance,
                  "middle of a block");
        }
        if (floating > 0)
            check(std::fabs(solution.mine_probability.back() * floating -
                            (mines - blocks - twos / total)) < tolerance * mines,
                  "floating cell");
        Details details;
        solver.details(c.position(), c.question, details);
        Real mean = 0.0L;
        for (std::size_t i = 0; i < details.frontier.size(); ++i)
            mean += static_cast<Real>(details.frontier_first + static_cast<std::int64_t>(i)) *
                    static_cast<Real>(details.frontier[i]);
        check(std::fabs(mean - blocks - twos / total) < tolerance * mines, "mines in the frontier");
    } catch (const Difference& difference) {
        throw Difference{difference.what + ": " + std::to_string(blocks) + " blocks, " +
                         std::to_string(floating) + " floating cells, " + std::to_string(mines) +
                         " mines"};
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int cases = argc > 1 ? std::atoi(argv[1]) : 1000;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    Solver solver;  // one for all, so that what it keeps between calls is tested too
    int compared = 0;
    for (int number = 0; number < cases; ++number) {
        Random random(seed * 0x10001 + static_cast<std::uint64_t>(number) * 0x9e3779b1);
        const int kind = number % 20;
        if (number % 250 == 249) {
            try {
                many_components(random, solver);
                ++compared;
            } catch (const Difference& difference) {
                std::printf("case %d differs in %s\n", number, difference.what.c_str());
                return 1;
            }
            continue;
        }
        const Case c = kind < 8    ? grid_case(random)
                       : kind < 12 ? graph_case(random)
                       : kind < 14 ? sides_case(random)
                       : kind < 15 ? chain_case(random)
                       : kind < 17 ? hub_case(random)
                                   : garbage_case(random);
        try {
            if (c.kind == "garbage")
                survive(c, solver);
            else
                compared += compare(c, solver) ? 1 : 0;
        } catch (const Difference& difference) {
            std::printf("case %d differs in %s\n", number, difference.what.c_str());
            c.print();
            return 1;
        } catch (const std::exception& error) {
            std::printf("case %d throws %s\n", number, error.what());
            c.print();
            return 1;
        }
    }
    std::printf("%d cases, %d of them compared with the oracle\n", cases, compared);
    return 0;
}
