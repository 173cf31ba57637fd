#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bindings.hpp"
#include "given_mines.hpp"
#include "interruptible.hpp"
#include "play/continuation.hpp"
#include "play/simulation.hpp"
#include "strategies/registry.hpp"

namespace sapper::bindings {

namespace {

template <class T, class F>
auto column(const Simulation& simulation, F field) {
    std::vector<T> values;
    const auto& records = simulation.records();
    for (std::size_t i = 0; i < records.size(); ++i)
        if (simulation.finished()[i]) values.push_back(field(records[i], i));
    return values;
}

std::unique_ptr<Simulation> from_position(const Graph& graph, const States& states,
                                          const GivenMines& mines, int max_per_cell,
                                          double log2_states, std::uint64_t bytes,
                                          const std::string& strategy, std::uint64_t seed,
                                          std::uint64_t first_game, std::uint64_t games,
                                          int threads, bool keep_records) {
    Descriptor descriptor = find_strategy(strategy);
    const Position p = position(graph, states, max_per_cell);
    const Interruptible interruptible;
    return std::make_unique<Simulation>(
        std::make_unique<Continuation>(p, mines.count, Budget{log2_states, bytes}, seed,
                                       first_game),
        std::move(descriptor), games, threads, keep_records);
}

}  // namespace

void bind_simulation(nb::module_& m) {
    nb::class_<Simulation>(m, "Simulation",
                           "Games on a pool of threads, which starts with the construction.")
        .def(
            "__init__",
            [](Simulation* self, const Deal& deal, const std::string& strategy, std::uint64_t seed,
               std::uint64_t first_game, std::uint64_t games, int threads, bool keep_records) {
                new (self) Simulation(std::make_unique<DealtGames>(deal, seed, first_game),
                                      find_strategy(strategy), games, threads, keep_records);
            },
            nb::keep_alive<1, 2>(), nb::arg("deal"), nb::arg("strategy"), nb::arg("seed"),
            nb::arg("first_game"), nb::arg("games"), nb::arg("threads"), nb::arg("keep_records"))
        .def_static(
            "moved",
            [](const Deal& origin, const Deal& deal, const std::string& strategy,
               std::uint64_t seed, std::uint64_t first_game, std::uint64_t games, int threads,
               bool keep_records) {
                return std::make_unique<Simulation>(
                    std::make_unique<MovedGames>(origin, deal, seed, first_game),
                    find_strategy(strategy), games, threads, keep_records);
            },
            nb::keep_alive<0, 1>(), nb::keep_alive<0, 2>(), nb::arg("origin"), nb::arg("deal"),
            nb::arg("strategy"), nb::arg("seed"), nb::arg("first_game"), nb::arg("games"),
            nb::arg("threads"), nb::arg("keep_records"),
            "Simulate the games of one deal from the first cell of another, with the mines of "
            "the two first cells exchanged.")
        .def_static("from_position", &from_position, nb::keep_alive<0, 1>(), nb::arg("graph"),
                    nb::arg("states"), nb::arg("mines"), nb::arg("max_per_cell"),
                    nb::arg("log2_states"), nb::arg("bytes"), nb::arg("strategy"), nb::arg("seed"),
                    nb::arg("first_game"), nb::arg("games"), nb::arg("threads"),
                    nb::arg("keep_records"),
                    "Simulate games that continue from a position, on layouts drawn uniformly from "
                    "all consistent ones.")
        .def("wait", &Simulation::wait, nb::arg("seconds"), nb::call_guard<Interruptible>(),
             "Wait for at most this many seconds; return whether all games are done.")
        .def("cancel", &Simulation::cancel, "Stop soon; finished games count.")
        .def_prop_ro("done", &Simulation::done, "Games finished so far.")
        .def_prop_ro(
            "totals",
            [](const Simulation& s) {
                const auto t = s.totals();
                nb::dict d;
                d["games"] = t.games;
                d["wins"] = t.wins;
                d["guesses"] = t.guesses;
                d["moves"] = t.moves;
                d["bbbv"] = t.bbbv;
                d["guess_free"] = t.guess_free;
                d["longest"] = t.longest;
                d["processor"] = t.processor;
                return d;
            },
            nb::sig("def totals(self) -> dict[str, typing.Any]"), "Sums over the finished games.")
        .def(
            "records",
            [](const Simulation& s) {
                nb::dict d;
                d["index"] =
                    column<std::uint64_t>(s, [](const GameRecord&, std::size_t i) { return i; });
                d["won"] = column<bool>(s, [](const GameRecord& r, std::size_t) { return r.won; });
                d["moves"] =
                    column<int>(s, [](const GameRecord& r, std::size_t) { return r.moves; });
                d["guesses"] =
                    column<int>(s, [](const GameRecord& r, std::size_t) { return r.guesses; });
                d["bbbv"] = column<int>(s, [](const GameRecord& r, std::size_t) { return r.bbbv; });
                return d;
            },
            nb::sig("def records(self) -> dict[str, list[typing.Any]]"),
            "Columns with one entry per finished game, if records are kept: its number, won, "
            "moves, "
            "guesses, 3BV.");
}

}  // namespace sapper::bindings
