// Compares simulations on several threads with the same simulations on one thread:
// `sapper_threads N [SEED [FIRST]]` runs N random simulations of all strategies in rotation and
// cancels some of them midway. It compares batches of positions in the same way. Built with
// ThreadSanitizer it also finds data races.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/deal.hpp"
#include "cases.hpp"
#include "counting/position_batch.hpp"
#include "play/continuation.hpp"
#include "play/simulation.hpp"
#include "strategies/registry.hpp"

namespace {

using namespace sapper;

constexpr int kMostThreads = 4;
constexpr int kMostGames = 24, kMostTangled = 4;
constexpr int kTangled = 5;  // percent of the boards

std::vector<std::string> names() {
    // `deep` with a number of samples instead of seconds, so that games do not depend on the clock.
    std::vector<std::string> all{"heuristic:PSEQU", "agent003:3", "deep:n=8"};
    for (const Facts& facts : strategies())
        if (!facts.is_family && facts.name != "deep") all.push_back(facts.name);
    return all;
}

Graph board(fuzz::Random& random) {
    const int rows = random.within(1, 5), columns = random.within(2, 6);
    fuzz::Edges edges;
    for (int a = 0; a < rows * columns; ++a)
        for (int b = 0; b < a; ++b)
            if (std::abs(a / columns - b / columns) <= 1 &&
                std::abs(a % columns - b % columns) <= 1)
                edges.emplace_back(a, b);
    return fuzz::make_graph(rows * columns, edges);
}

// A random sparse graph, on which counting exceeds the work budget and the feasibility search runs.
Graph tangle(fuzz::Random& random) {
    const int size = random.within(110, 130);
    fuzz::Edges edges;
    for (int a = 1; a < size; ++a)
        for (int times = 0; times < 5; ++times) edges.emplace_back(a, random.within(0, a - 1));
    return fuzz::make_graph(size, edges);
}

struct Played {
    std::vector<GameRecord> records;
    std::vector<char> finished;
};

// Games of a deal, or continuations from a position with all cells covered.
std::unique_ptr<const Games> games_of(const Deal& deal, const std::vector<std::int16_t>& states,
                                      bool from_position, std::uint64_t seed) {
    if (!from_position) return std::make_unique<DealtGames>(deal, seed, 0);
    const Position position{deal.graph(), states, deal.max_per_cell()};
    return std::make_unique<Continuation>(position, deal.mines(), Budget{}, seed, 0);
}

Played play(std::unique_ptr<const Games> games, const std::string& name, std::uint64_t count,
            int threads, bool cancel) {
    Simulation simulation(std::move(games), find_strategy(name), count, threads, true);
    if (cancel) {
        (void)simulation.wait(1e-4);
        simulation.cancel();
    }
    while (!simulation.wait(0.01)) (void)simulation.totals();
    const Simulation::Totals totals = simulation.totals();
    if (totals.games > count || totals.wins > totals.games || totals.games != simulation.done())
        throw std::logic_error("inconsistent totals");
    return {simulation.records(), simulation.finished()};
}

bool same(const Played& one, const Played& several, bool cancelled) {
    for (std::size_t i = 0; i < one.records.size(); ++i) {
        if (!several.finished[i]) {
            if (!cancelled) return false;
            continue;
        }
        const GameRecord &a = one.records[i], &b = several.records[i];
        if (a.won != b.won || a.moves != b.moves || a.guesses != b.guesses || a.bbbv != b.bbbv)
            return false;
    }
    return true;
}

// Returns whether the games are the same on one thread and on several.
bool compare(fuzz::Random& random, const std::string& name) {
    const bool tangled = random.chance(kTangled);
    const Graph graph = tangled ? tangle(random) : board(random);
    const int most = random.chance(15) ? 2 : 1;
    const auto first = static_cast<First>(random.within(0, 2));
    const int mines = random.within(0, graph.size() * most / (tangled ? 5 : 2));
    const std::uint64_t seed = random.next();
    const auto count =
        static_cast<std::uint64_t>(random.within(1, tangled ? kMostTangled : kMostGames));
    const int threads = random.within(2, kMostThreads);
    const bool from_position = random.chance(30), cancel = random.chance(20);
    const std::vector<std::int16_t> states(static_cast<std::size_t>(graph.size()), kCovered);
    std::optional<Deal> deal;
    try {
        deal.emplace(graph, mines, most, from_position ? First::kAny : first, 0);
    } catch (const std::invalid_argument&) {
        return true;  // too many mines for the first-click rule
    }
    const Played one = play(games_of(*deal, states, from_position, seed), name, count, 1, false);
    const Played several =
        play(games_of(*deal, states, from_position, seed), name, count, threads, cancel);
    return same(one, several, cancel);
}

// Positions with correct clues and random numbers of mines, some of them contradictory.
std::vector<std::int16_t> random_states(fuzz::Random& random, const Graph& graph,
                                        std::size_t rows) {
    const auto cells = static_cast<std::size_t>(graph.size());
    std::vector<std::int16_t> states(rows * cells, kCovered);
    std::vector<char> mined(cells);
    for (std::size_t row = 0; row < rows; ++row) {
        for (char& mine : mined) mine = random.chance(20) ? 1 : 0;
        for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
            if (mined[static_cast<std::size_t>(cell)] != 0 || random.chance(60)) continue;
            std::int16_t number = 0;
            for (const std::int32_t other : graph.neighbors(cell))
                number = static_cast<std::int16_t>(number + mined[static_cast<std::size_t>(other)]);
            states[row * cells + static_cast<std::size_t>(cell)] = number;
        }
    }
    return states;
}

// Returns whether a batch on several threads equals the batch on one thread, bit by bit.
bool compare_batches(fuzz::Random& random) {
    constexpr std::size_t kRows = 1500;  // enough work for the other threads to start
    const Graph graph = board(random);
    const auto cells = static_cast<std::size_t>(graph.size());
    const std::vector<std::int16_t> states = random_states(random, graph, kRows);
    std::vector<std::int64_t> mines(kRows);
    for (std::int64_t& count : mines) count = random.within(0, graph.size() / 3);
    const std::vector<std::int16_t> covered(cells, kCovered);
    const Question shared({graph, covered, 1}, std::int64_t{0});
    struct Results {
        std::vector<double> probability, bits = std::vector<double>(kRows);
        std::vector<std::int32_t> best = std::vector<std::int32_t>(kRows);
        std::vector<RowStatus> status = std::vector<RowStatus>(kRows);
    };
    Results one, several;
    for (Results* results : {&one, &several}) {
        results->probability.resize(states.size());
        solve_rows({shared, states, mines}, results == &one ? 1 : kMostThreads,
                   {results->probability, results->bits, results->best, results->status});
    }
    const auto equal = [](const std::vector<double>& a, const std::vector<double>& b) {
        return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
    };
    return one.status == several.status && one.best == several.best &&
           equal(one.bits, several.bits) && equal(one.probability, several.probability);
}

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int index, std::uint64_t fallback) {
        return argc > index ? std::strtoull(argv[index], nullptr, 10) : fallback;
    };
    const std::uint64_t simulations = argument(1, 100), seed = argument(2, 1),
                        first = argument(3, 0);
    const std::vector<std::string> all = names();
    for (std::uint64_t number = first; number < first + simulations; ++number) {
        fuzz::Random random(seed * 0x10001 + number * 0x9e3779b1);
        const std::string& name = all[number % all.size()];
        try {
            if (!compare_batches(random))
                throw std::logic_error("a batch that differs on several threads");
            if (compare(random, name)) continue;
            std::printf("simulation %" PRIu64 " of %s: games differ on several threads\n", number,
                        name.c_str());
        } catch (const std::exception& error) {
            std::printf("simulation %" PRIu64 " of %s throws %s\n", number, name.c_str(),
                        error.what());
        }
        return 1;
    }
    std::printf("%" PRIu64 " simulations compared with one thread\n", simulations);
    return 0;
}
