#include "cases.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace sapper::fuzz {

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

void Case::print() const {
    std::printf("kind %s\nmax_per_cell %d\nmines %" PRId64 "\nodds %.17g\nprobe %d\n", kind.c_str(),
                max_per_cell, query.mines, query.odds, probe);
    std::printf("budget %g %" PRIu64 "\nstates", query.budget.log2_states, query.budget.bytes);
    for (const std::int16_t s : states) std::printf(" %d", s);
    std::printf("\nedges");
    for (std::int32_t a = 0; a < graph.size(); ++a)
        for (const std::int32_t b : graph.neighbors(a))
            if (a < b) std::printf(" %d-%d", a, b);
    std::printf("\n");
}

namespace {

// The number of mines around a cell of a layout.
std::int16_t number_at(const Graph& graph, const std::vector<int>& layout, std::int32_t cell) {
    int sum = 0;
    for (const std::int32_t other : graph.neighbors(cell))
        sum += layout[static_cast<std::size_t>(other)];
    return static_cast<std::int16_t>(sum);
}

void make_query(Random& random, const std::vector<int>& layout, Case& c) {
    c.query.mines = std::accumulate(layout.begin(), layout.end(), std::int64_t{0});
    if (random.chance(15))
        c.query.mines = std::max<std::int64_t>(c.query.mines + random.within(-2, 2), 0);
    if (random.chance(15)) {
        static constexpr double odds[] = {1e-3, 0.25, 1.0, 7.0, 400.0};
        c.query.odds = odds[random.within(0, 4)];
    }
    if (random.chance(10)) c.query.budget.log2_states = random.within(0, 12);
    if (random.chance(5)) c.query.budget.bytes = static_cast<std::uint64_t>(random.within(0, 999));
    std::vector<std::int32_t> covered, probes;
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell) {
        const std::int16_t state = c.states[static_cast<std::size_t>(cell)];
        if (state == kCovered) covered.push_back(cell);
        if (state < 0 && state != kFlagged) probes.push_back(cell);
    }
    if (random.chance(20))
        c.query.mines = random.within(0, static_cast<int>(covered.size()) * c.max_per_cell);
    if (!probes.empty())
        c.probe =
            probes[static_cast<std::size_t>(random.within(0, static_cast<int>(probes.size()) - 1))];
}

// Reveals cells of a random layout, with some wrong clues and flags.
Case from_layout(Random& random, std::string kind, Graph graph, int shown_percent) {
    Case c{std::move(kind), std::move(graph), {}, 1, {}, -1};
    c.max_per_cell = random.chance(60) ? 1 : random.within(2, 4);
    const int mined_percent = random.within(5, 60);
    const int outside_percent = random.chance(20) ? random.within(1, 40) : 0;
    std::vector<int> layout(static_cast<std::size_t>(c.graph.size()));
    for (int& m : layout) m = random.chance(mined_percent) ? random.within(1, c.max_per_cell) : 0;
    for (std::int32_t cell = 0; cell < c.graph.size(); ++cell) {
        std::int16_t state = kCovered;
        if (layout[static_cast<std::size_t>(cell)] > 0)
            state = random.chance(10) ? kFlagged : kCovered;
        else if (random.chance(shown_percent))
            state = random.chance(95) ? number_at(c.graph, layout, cell)
                                      : static_cast<std::int16_t>(kUnread);
        if (state == kCovered && random.chance(outside_percent)) state = kOutside;
        if (random.chance(1)) state = static_cast<std::int16_t>(random.within(-4, 9));
        c.states.push_back(state);
    }
    make_query(random, layout, c);
    return c;
}

// The same graph with shared rows of steps, as regular boards have them.
Graph with_shared_steps(const Graph& graph) {
    std::map<std::vector<std::int32_t>, std::uint16_t> begins;
    std::vector<std::uint16_t> rows;
    std::vector<std::int32_t> all;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        std::vector<std::int32_t> steps{static_cast<std::int32_t>(graph.neighbors(cell).size())};
        for (const std::int32_t other : graph.neighbors(cell)) steps.push_back(other - cell);
        const auto [found, is_new] = begins.try_emplace(steps, all.size());
        if (is_new) all.insert(all.end(), steps.begin(), steps.end());
        rows.push_back(found->second);
    }
    return {std::move(rows), std::move(all), graph.address()};
}

Case grid_case(Random& random) {
    const int rows = random.within(1, 5), columns = random.within(1, 6);
    Edges edges;
    for (int a = 0; a < rows * columns; ++a)
        for (int b = 0; b < a; ++b)
            if (std::abs(a / columns - b / columns) <= 1 &&
                std::abs(a % columns - b % columns) <= 1)
                edges.emplace_back(a, b);
    Graph graph = make_graph(rows * columns, edges);
    if (rows % 2 == 0) graph = with_shared_steps(graph);
    return from_layout(random, "grid", std::move(graph), random.within(20, 80));
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

// A bipartite graph with clues on one side and groups of cells on the other.
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
    make_query(random, layout, c);
    // Hundreds of cells: larger odds would overflow the oracle's numbers.
    if (c.query.odds > 0.0) c.query.odds = 0.5;
    return c;
}

// Every clue is next to one cell of each of two sides, and one side is mined. The possible numbers
// of mines in a component then have gaps, and some totals fall into these gaps.
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
    make_query(random, layout, c);
    if (random.chance(70)) c.query.mines = random.within(0, left + right);
    return c;
}

// A long chain of clues with few degrees of freedom: more than 64 clues in one component.
Case chain_case(Random& random) {
    Model model;
    model.clues = model.cells = random.within(60, 150);
    for (int i = 0; i + 1 < model.clues; ++i) model.add({i, i + 1}, 1);
    for (int i = random.within(4, 9); i > 0; --i) model.add({random.within(0, model.clues - 1)}, 1);
    model.add({}, random.within(0, 5));
    return from_model(random, "chain", model, 45);
}

// A few clues that share cells, one or two of them with a huge group of their own: states of more
// than 64 bits, and weights that overflow a double.
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

// Arbitrary states, numbers and limits: only the documented exceptions may be thrown.
Case garbage_case(Random& random) {
    Case c = graph_case(random);
    c.kind = "garbage";
    for (std::int16_t& s : c.states)
        if (random.chance(20))
            s = static_cast<std::int16_t>(random.chance(50) ? random.within(-5, 12)
                                                            : random.within(-32768, 32767));
    if (random.chance(10)) c.states.resize(static_cast<std::size_t>(random.within(0, 20)));
    if (random.chance(30)) c.query.mines = random.within(-3, 40);
    if (random.chance(5)) c.query.mines = std::numeric_limits<std::int64_t>::max();
    if (random.chance(5)) c.query.mines = std::numeric_limits<std::int64_t>::min();
    if (random.chance(10)) c.max_per_cell = random.within(-1, 100);
    if (random.chance(20)) c.probe = random.within(-3, 30);
    return c;
}

}  // namespace

Case random_case(Random& random, int kind) {
    if (kind < 8) return grid_case(random);
    if (kind < 12) return graph_case(random);
    if (kind < 14) return sides_case(random);
    if (kind < kSmallKinds) return garbage_case(random);
    if (kind < 18) return chain_case(random);
    return hub_case(random);
}

}  // namespace sapper::fuzz
