#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings.hpp"
#include "game.hpp"
#include "simulation.hpp"

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

// A game for a person or a program to play, one click at a time.
class OpenGame {
  public:
    OpenGame(const Graph& graph, std::int64_t mines, int max_per_cell, const std::string& first,
             std::int32_t start, std::uint64_t seed, std::uint64_t index)
        : graph_(graph) {
        const Dealer dealer(graph, mines, max_per_cell, first_rule(first), start);
        dealer.deal(seed, index, game_.layout);
        game_.begin(graph_);
    }

    nb::object open(std::int32_t cell) {
        if (cell < 0 || cell >= graph_.size() || !game_.covered(cell))
            throw std::invalid_argument("only a covered cell can be opened");
        if (!game_.open(cell)) return nb::none();
        return nb::cast(game_.opened);
    }

    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] std::int64_t bbbv() const { return game_.layout.bbbv(graph_); }

  private:
    const Graph& graph_;
    Game game_;
};

}  // namespace

void bind_game(nb::module_& m) {
    using Shorts = nb::ndarray<nb::numpy, const std::int16_t, nb::ndim<1>>;
    nb::class_<Simulation>(m, "Simulation", "Many games on several threads, running since made.")
        .def(
            "__init__",
            [](Simulation* self, const Graph& graph, std::int64_t mines, int max_per_cell,
               const std::string& first, std::int32_t start, const std::string& strategy,
               std::uint64_t seed, std::uint64_t first_game, std::uint64_t games, int threads,
               bool keep_records) {
                new (self) Simulation(graph, mines, max_per_cell, first_rule(first), start,
                                      strategy, seed, first_game, games, threads, keep_records);
            },
            nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("mines"), nb::arg("max_per_cell"),
            nb::arg("first"), nb::arg("start"), nb::arg("strategy"), nb::arg("seed"),
            nb::arg("first_game"), nb::arg("games"), nb::arg("threads"), nb::arg("keep_records"))
        .def("wait", &Simulation::wait, nb::arg("seconds"),
             nb::call_guard<nb::gil_scoped_release>(), "Wait; return whether all is done.")
        .def("cancel", &Simulation::cancel, "End soon; finished games count.")
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
                d["game"] =
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
            "By finished game, if they were kept: number from 0, won, moves, guesses, 3BV.");

    nb::class_<OpenGame>(m, "Game", "One game, to be opened cell by cell.")
        .def(nb::init<const Graph&, std::int64_t, int, const std::string&, std::int32_t,
                      std::uint64_t, std::uint64_t>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("mines"), nb::arg("max_per_cell"),
             nb::arg("first"), nb::arg("start"), nb::arg("seed"), nb::arg("index"))
        .def("open", &OpenGame::open, nb::arg("cell"),
             nb::sig("def open(self, cell: int) -> list[int] | None"),
             "Open a covered cell: the cells that opened, or None on a mine.")
        .def_prop_ro(
            "states",
            [](const OpenGame& g) {
                return Shorts(g.game().states().data(), {g.game().states().size()});
            },
            nb::rv_policy::copy, "What the player sees of every cell.")
        .def_prop_ro("safe_left", [](const OpenGame& g) { return g.game().safe_left(); })
        .def_prop_ro("bbbv", &OpenGame::bbbv)
        .def_prop_ro(
            "mines",
            [](const OpenGame& g) {
                return std::vector<int>(g.game().layout.mines.begin(), g.game().layout.mines.end());
            },
            "The layout: mines by cell.");

    m.def(
        "advise",
        [](const Graph& graph, const States& states, std::int64_t mines, int max_per_cell,
           const std::string& strategy, std::uint64_t seed, std::uint64_t index) {
            if (graph.size() == 0) throw std::invalid_argument("the board has no cells");
            const Dealer dealer(graph, mines, max_per_cell, First::kAny, 0);
            Player player(dealer, Strategy::parse(strategy));
            const Position p = position(graph, states, max_per_cell);
            nb::gil_scoped_release release;
            const Move move = player.advise(p.states, seed, index);
            return std::pair(move.cell, move.certain);
        },
        nb::arg("graph"), nb::arg("states"), nb::arg("mines"), nb::arg("max_per_cell"),
        nb::arg("strategy"), nb::arg("seed"), nb::arg("index"),
        "The next click of a strategy, and whether it is proved safe.");
    m.def(
        "check_strategy", [](const std::string& name) { Strategy::parse(name); }, nb::arg("name"),
        "Raise ValueError unless the name is a strategy of the core.");
}

}  // namespace sapper::bindings
