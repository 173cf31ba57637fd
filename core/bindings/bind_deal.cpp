#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "bindings.hpp"
#include "board/game.hpp"

namespace sapper::bindings {

First first_rule(const std::string& name) {
    if (name == "any") return First::kAny;
    if (name == "safe") return First::kSafe;
    if (name == "open") return First::kOpen;
    throw std::invalid_argument("the first-click rule is any, safe or open, not " + name);
}

namespace {

// A game that is played click by click from Python.
class OpenGame {
  public:
    OpenGame(const Deal& deal, std::uint64_t seed, std::uint64_t index) : graph_(deal.graph()) {
        deal.lay(seed, index, game_.layout);
        game_.begin(graph_);
    }

    // Continues from states with which the layout is consistent.
    OpenGame(const Graph& graph, const States& states, const States& mines) : graph_(graph) {
        const auto cells = static_cast<std::size_t>(graph.size());
        if (states.shape(0) != cells || mines.shape(0) != cells)
            throw std::invalid_argument("one state and one number of mines per cell are needed");
        game_.layout.mines.assign(mines.data(), mines.data() + cells);
        game_.layout.number(graph_);
        game_.resume(graph_, {states.data(), cells});
    }

    nb::object open(std::int32_t cell) {
        if (cell < 0 || cell >= graph_.size() || !game_.covered(cell))
            throw std::invalid_argument("only a covered cell can be opened");
        if (!game_.open(cell)) return nb::none();
        return nb::cast(game_.opened);
    }

    [[nodiscard]] int state(std::int32_t cell) const {
        if (cell < 0 || cell >= graph_.size()) throw std::invalid_argument("no such cell");
        return game_.states()[static_cast<std::size_t>(cell)];
    }

    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] std::int64_t bbbv() const { return game_.layout.bbbv(graph_); }

  private:
    const Graph& graph_;
    Game game_;
};

}  // namespace

void bind_deal(nb::module_& m) {
    using Shorts = nb::ndarray<nb::numpy, const std::int16_t, nb::ndim<1>>;
    nb::class_<Deal>(m, "Deal", "One kind of game: a board, its mines and the first click.")
        .def(
            "__init__",
            [](Deal* self, const Graph& graph, std::int64_t mines, int max_per_cell,
               const std::string& first, std::int32_t start) {
                new (self) Deal(graph, mines, max_per_cell, first_rule(first), start);
            },
            nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("mines"), nb::arg("max_per_cell"),
            nb::arg("first"), nb::arg("start"))
        .def_prop_ro("address", &Deal::address, "A 64-bit hash of all parameters of the deal.")
        .def_prop_ro(
            "allowed", [](const Deal& d) { return d.allowed().list(); },
            "The cells that may hold mines, ascending.")
        .def_prop_ro("start_is_safe", &Deal::start_is_safe,
                     "Whether the first click cannot hit a mine.")
        .def_prop_ro("full", &Deal::full, "Whether every cell must be full of mines.");

    nb::class_<OpenGame>(m, "Game", "One game, opened cell by cell.")
        .def(nb::init<const Deal&, std::uint64_t, std::uint64_t>(), nb::keep_alive<1, 2>(),
             nb::arg("deal"), nb::arg("seed"), nb::arg("index"))
        .def(nb::init<const Graph&, const States&, const States&>(), nb::keep_alive<1, 2>(),
             nb::arg("graph"), nb::arg("states"), nb::arg("mines"))
        .def("open", &OpenGame::open, nb::arg("cell"),
             nb::sig("def open(self, cell: int) -> list[int] | None"),
             "Open a covered cell; return the opened cells, or None if it holds a mine.")
        .def_prop_ro(
            "states",
            [](const OpenGame& g) {
                return Shorts(g.game().states().data(), {g.game().states().size()});
            },
            nb::rv_policy::copy, "The states of all cells, as the player sees them.")
        .def("state", &OpenGame::state, nb::arg("cell"), "Return the state of one cell.")
        .def_prop_ro("safe_left", [](const OpenGame& g) { return g.game().safe_left(); })
        .def_prop_ro("bbbv", &OpenGame::bbbv)
        .def_prop_ro(
            "mines",
            [](const OpenGame& g) {
                return std::vector<int>(g.game().layout.mines.begin(), g.game().layout.mines.end());
            },
            "The layout: the number of mines of each cell.");
}

}  // namespace sapper::bindings
