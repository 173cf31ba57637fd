#include "compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "counting/exact_counter.hpp"
#include "counting/feasibility.hpp"
#include "counting/layout_enumeration.hpp"
#include "counting/position_batch.hpp"
#include "counting/sampler.hpp"
#include "oracle.hpp"

namespace sapper::fuzz {

namespace {

constexpr std::int64_t kMostSteps = 30'000;

void check(bool holds, const std::string& what) {
    if (!holds) throw Difference{what};
}

bool close(Real a, Real b) {
    return std::fabs(a - b) <= 1e-9L * std::fabs(b) + 1e-290L;
}

// -- comparisons ------------------------------------------------------------------------------

void compare_solution(const Case& c, const Answer& answer, const Solution& solution) {
    std::vector<std::int32_t> safe, mines;
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell) {
        const auto i = static_cast<std::size_t>(cell);
        const double p = solution.mine_probability[i];
        const std::string at = " of cell " + std::to_string(cell);
        if (c.states[i] >= 0 || c.states[i] == kUnread) {
            check(std::isnan(p), "probability" + at + " which is revealed");
            continue;
        }
        check(close(p, answer.mined[i] / answer.total), "probability" + at);
        check((p == 0.0) == !answer.can_mined[i], "safety" + at);
        check((p == 1.0) == !answer.can_empty[i], "certainty" + at);
        if (c.states[i] == kOutside) continue;
        if (!answer.can_mined[i]) safe.push_back(cell);
        if (!answer.can_empty[i]) mines.push_back(cell);
    }
    check(safe == solution.safe, "the list of safe cells");
    check(mines == solution.mines, "the list of mines");
    if (c.query.odds < 0.0)
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

// The number of layouts with the given number of mines, combined from the residues of the
// components, for each clue value of the probe.
std::map<int, std::uint64_t> whole(const Case& c, const ExactCounter& counter,
                                   const Modular& field) {
    const Problem& problem = counter.problem();
    std::uint64_t known = 1;
    for (const std::int16_t value : counter.values())
        for (int i = 2; i <= value; ++i)
            known = field.times(known, field.inverse(static_cast<std::uint64_t>(i)));
    const std::int64_t left = c.query.mines - problem.known_mines;
    std::map<int, std::uint64_t> shown;
    if (left < 0) return shown;
    using MineDistribution = std::vector<std::uint64_t>;
    const auto multiply = [&](const MineDistribution& a, const MineDistribution& b) {
        MineDistribution product(static_cast<std::size_t>(left) + 1, 0);
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < b.size() && i + j < product.size(); ++j)
                product[i + j] = field.add(product[i + j], field.times(a[i], b[j]));
        return product;
    };
    std::map<int, MineDistribution> rows{{problem.probe_base, {known}}};
    const auto counts = counter.counts(0);
    for (const auto& component : counts) {
        std::map<int, MineDistribution> next;
        for (const auto& [number, row] : rows)
            for (const ExactCounter::Count& count : component) {
                MineDistribution shifted(static_cast<std::size_t>(count.low), 0);
                shifted.insert(shifted.end(), count.residues.begin(), count.residues.end());
                next[number + count.shown] = multiply(row, shifted);
            }
        rows.swap(next);
    }
    const auto cells = [&](std::int64_t size, bool flagged) {
        MineDistribution factor, row{1};
        std::uint64_t value = 1;
        for (int i = 0; i <= c.max_per_cell; ++i) {
            if (i > 1) value = field.times(value, field.inverse(static_cast<std::uint64_t>(i)));
            if (i > 0 || !flagged) factor.push_back(value);
        }
        for (std::int64_t i = 0; i < size; ++i) row = multiply(row, factor);
        return row;
    };
    const MineDistribution floating =
        multiply(cells(problem.floating, false), cells(problem.floating_flagged, true));
    for (const auto& [number, row] : rows) {
        const MineDistribution all = multiply(row, floating);
        const std::uint64_t total =
            static_cast<std::size_t>(left) < all.size() ? all[static_cast<std::size_t>(left)] : 0;
        if (total != 0) shown[number] = total;
    }
    return shown;
}

void compare_marginals(const ExactCounter& counter, const Modular& field) {
    const auto counts = counter.counts(0);
    for (std::size_t c = 0; c < counts.size(); ++c) {
        const std::vector<std::uint64_t>& residues = counts[c].front().residues;
        std::vector<int> above(residues.size());
        std::iota(above.begin(), above.end(), 0);
        const auto marginals = counter.marginals(0, static_cast<int>(c), above);
        for (const int m : above)
            for (const ExactCounter::Marginal& marginal : marginals[static_cast<std::size_t>(m)]) {
                std::uint64_t sum = 0;
                for (const std::uint64_t r : marginal.residues) sum = field.add(sum, r);
                check(sum == residues[static_cast<std::size_t>(m)],
                      "sum of the marginals of a group");
            }
    }
}

void compare_counter(const Case& c, Solver& solver, const Question& question,
                     const ReduceOptions& options, const Answer& answer, const Modular& field) {
    const ExactCounter counter = solver.counter(question, options);
    const auto shown = whole(c, counter, field);
    if (options.probe >= 0) {
        check(shown == answer.shown_residue, "residues of what the probe shows");
        return;
    }
    check((shown.empty() ? 0 : shown.begin()->second) == answer.residue, "residue of all layouts");
    compare_marginals(counter, field);
}

// Checks that a layout is consistent with the position.
void check_layout(const Case& c, std::span<const std::int16_t> layout, const std::string& what) {
    std::int64_t mines = 0;
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell) {
        const auto i = static_cast<std::size_t>(cell);
        const std::string at = " of cell " + std::to_string(cell) + " in " + what;
        const bool covered = c.states[i] < 0 && c.states[i] != kUnread;
        check(layout[i] >= (c.states[i] == kFlagged ? 1 : 0), "mines" + at);
        check(layout[i] <= (covered ? c.max_per_cell : 0), "mines" + at);
        mines += layout[i];
        if (c.states[i] < 0) continue;
        int number = 0;
        for (const std::int32_t other : c.graph.neighbors(cell))
            number += layout[static_cast<std::size_t>(other)];
        check(number == c.states[i], "number" + at);
    }
    if (c.query.odds <= 0.0) check(mines == c.query.mines, "mines of " + what);
}

void compare_layouts(const Case& c, const Sampler& sampler) {
    std::vector<std::int16_t> layout(c.states.size());
    for (std::uint64_t index = 0; index < 5; ++index) {
        sapper::Random random = sampler.random(1, index);
        sampler.draw(random, layout);
        check_layout(c, layout, "a sampled layout");
    }
}

// Enumerates the layouts. If there are few, checks that each comes once, and that they add up to
// the weights of the oracle. Throws Contradiction if there is none.
void compare_enumeration(const Case& c, const Answer& answer) {
    const std::size_t most_layouts = 50'000 / std::max<std::size_t>(c.states.size(), 1);
    LayoutEnumeration enumeration(c.question());
    std::set<std::vector<std::int16_t>> seen;
    std::vector<Real> mined(c.states.size(), 0.0L);
    Real total = 0.0L;
    while (enumeration.next()) {
        if (seen.size() >= most_layouts) return;
        const auto layout = enumeration.layout();
        check_layout(c, layout, "an enumerated layout");
        check(seen.emplace(layout.begin(), layout.end()).second, "repetition of a layout");
        Real weight = 1.0L;
        for (const std::int16_t mines : layout)
            for (int i = 1; i <= mines; ++i)
                weight *= (c.query.odds < 0.0 ? 1.0L : Real{c.query.odds}) / i;
        total += weight;
        for (std::size_t i = 0; i < layout.size(); ++i)
            if (layout[i] > 0) mined[i] += weight;
    }
    if (seen.empty()) throw Contradiction("nothing was enumerated", -1);
    if (c.query.odds < 0.0) check(close(total, answer.total), "weight of the enumerated layouts");
    for (std::size_t i = 0; i < mined.size(); ++i)
        check(close(mined[i] / total, answer.mined[i] / answer.total),
              "share of a cell among the enumerated layouts");
}

// Checks that rows of a batch equal the position alone.
void compare_batch(const Case& c, Solver& solver) {
    constexpr std::size_t kRows = 3;
    Solution alone;
    RowStatus expected = RowStatus::kConsistent;
    try {
        solver.solve(c.question(), alone);
    } catch (const Contradiction&) {
        expected = RowStatus::kContradictory;
    } catch (const BudgetExceeded&) {
        expected = RowStatus::kTooHard;
    }
    const std::size_t cells = c.states.size();
    std::vector<std::int16_t> states;
    for (std::size_t row = 0; row < kRows; ++row)
        states.insert(states.end(), c.states.begin(), c.states.end());
    std::vector<double> probability(states.size()), bits(kRows);
    std::vector<std::int32_t> best(kRows);
    std::vector<RowStatus> status(kRows);
    const Question shared = c.question();
    solve_rows({shared, states, {}}, 2, {probability, bits, best, status});
    for (std::size_t row = 0; row < kRows; ++row) {
        check(status[row] == expected, "status of a row");
        if (expected != RowStatus::kConsistent) continue;
        check(bits[row] == alone.log2_layouts, "layouts of a row");
        check(alone.safe.empty() || best[row] == alone.safe.front(), "best cell of a row");
        for (std::size_t i = 0; i < cells; ++i) {
            const double one = alone.mine_probability[i], other = probability[row * cells + i];
            check(one == other || (std::isnan(one) && std::isnan(other)), "probability in a row");
        }
    }
}

// Checks everything that the feasibility search decides.
void compare_witness(const Case& c, const Answer& answer) {
    static Reducer reducer;  // shared by all cases, as the solver is
    static Feasibility witness;
    Problem problem;
    reducer.reduce(c.position(), {}, problem);
    witness.decide(problem, {c.query.mines - problem.known_mines, -1.0, {}});
    const auto agree = [&](std::int32_t cell, const Feasibility::Group& group) {
        const auto i = static_cast<std::size_t>(cell);
        const std::string at = " of cell " + std::to_string(cell) + " by feasibility search";
        const auto same = [](Feasibility::Answer found, bool can) {
            return found == Feasibility::Answer::kOpen ||
                   (found == Feasibility::Answer::kYes) == can;
        };
        check(same(group.safe, answer.can_empty[i]), "certainty" + at);
        check(same(group.mined, answer.can_mined[i]), "safety" + at);
    };
    std::vector<char> grouped(c.states.size(), 0);
    for (std::size_t g = 0; g < problem.groups.size(); ++g)
        for (std::int32_t i = problem.groups[g].cell_begin; i < problem.groups[g].cell_end; ++i) {
            const std::int32_t cell = problem.group_cells[static_cast<std::size_t>(i)];
            grouped[static_cast<std::size_t>(cell)] = 1;
            agree(cell, witness.groups()[g]);
        }
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell)
        if (reducer.knowledge.unknown(cell) && !grouped[static_cast<std::size_t>(cell)])
            agree(cell, witness.groups().back());
}

// Runs a part of the engine. It must report a contradiction exactly if the oracle does, and may
// exceed the work budget only if the case reduces it. Returns whether there is a result.
template <class F>
bool runs(const Case& c, bool possible, const std::string& what, F part) {
    const Budget usual;
    try {
        part();
    } catch (const Contradiction&) {
        check(!possible, "contradiction in " + what);
        return false;
    } catch (const BudgetExceeded&) {
        check(c.query.budget.log2_states < usual.log2_states || c.query.budget.bytes < usual.bytes,
              "work budget exceeded in " + what);
        return false;
    }
    check(possible, "no contradiction in " + what);
    return true;
}

// Compares all results of the engine; returns false if the case exceeds the oracle's step limit.
bool compare(const Case& c, Solver& solver) {
    const Position position = c.position();
    const Modular field{Residue::prime(0)};
    Oracle oracle(position, -1, field.prime);
    const auto answer = oracle.answer(c.query.mines, c.query.odds, kMostSteps);
    if (!answer) return false;

    // Reused questions test the stages that the solver keeps, fresh ones test it without them.
    const Question same = c.question();
    Solution solution;
    Details details;
    for (const bool fresh : {false, true, false}) {
        const Question question = fresh ? c.question() : same;
        if (runs(c, answer->possible, "solve", [&] { solver.solve(question, solution); }))
            compare_solution(c, *answer, solution);
        const Question next = fresh ? c.question() : same;
        if (runs(c, answer->possible, "details", [&] { solver.details(next, details); }))
            compare_details(oracle, *answer, details);
        try {
            check(solver.feasible(fresh ? c.question() : same) == answer->possible, "feasible");
        } catch (const BudgetExceeded&) {
        }
    }
    static Sampler sampler;  // shared by all cases, as the solver is
    if (runs(c, answer->possible, "sampler", [&] { sampler.prepare(same); }))
        compare_layouts(c, sampler);
    if (c.query.odds < 0.0 && answer->possible)
        for (const bool propagate : {false, true})
            runs(c, true, "counter",
                 [&] { compare_counter(c, solver, same, {-1, propagate}, *answer, field); });
    runs(c, answer->possible, "enumeration", [&] { compare_enumeration(c, *answer); });
    compare_batch(c, solver);
    const bool flags = std::find(c.states.begin(), c.states.end(), kFlagged) != c.states.end();
    if (c.query.odds < 0.0 && answer->possible && !flags) compare_witness(c, *answer);
    if (c.probe < 0) return true;

    Oracle probed(position, c.probe, field.prime);
    const auto numbers = probed.answer(c.query.mines, c.query.odds, kMostSteps);
    if (!numbers) return true;
    Shown shown;
    if (runs(c, numbers->possible, "shown", [&] { solver.shown(same, c.probe, shown); }))
        compare_distribution(numbers->shown, numbers->total, shown.first, shown.probability,
                             "number shown");
    if (c.query.odds < 0.0 && numbers->possible)
        runs(c, true, "probed counter",
             [&] { compare_counter(c, solver, same, {c.probe, true}, *numbers, field); });
    return true;
}

// Checks that only documented exceptions are thrown.
void survive(const Case& c, Solver& solver) {
    const auto documented = [](const auto& part) {
        try {
            part();
        } catch (const Contradiction&) {
        } catch (const BudgetExceeded&) {
        } catch (const std::invalid_argument&) {
        }
    };
    Solution solution;
    Details details;
    Shown shown;
    documented([&] { solver.solve(c.question(), solution); });
    documented([&] { solver.details(c.question(), details); });
    documented([&] { solver.shown(c.question(), c.probe, shown); });
    documented([&] { (void)solver.feasible(c.question()); });
    documented([&] {
        Sampler sampler;
        sampler.prepare(c.question());
        compare_layouts(c, sampler);
    });
    documented([&] {
        LayoutEnumeration enumeration(c.question());
        for (int i = 0; i < 100 && enumeration.next(); ++i)
            check_layout(c, enumeration.layout(), "an enumerated layout");
    });
    documented([&] {
        const ExactCounter counter = solver.counter(c.question(), {c.probe, true});
        (void)counter.counts(1);
        (void)counter.marginals(0, 0, {0, 1});
    });
}

}  // namespace

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
    c.query.mines = mines;
    try {
        // logs[two]: logarithm of the weight of the layouts with `two` blocks of two mines.
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
        solver.solve(c.question(), solution);
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
        solver.details(c.question(), details);
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

bool run(const Case& c, Solver& solver) {
    if (c.kind != "garbage") return compare(c, solver);
    survive(c, solver);
    return false;
}

}  // namespace sapper::fuzz
