#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <stdexcept>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "given_mines.hpp"
#include "play/advice.hpp"
#include "play/player.hpp"
#include "strategies/criteria.hpp"
#include "strategies/registry.hpp"

namespace sapper::bindings {

namespace {

Deal any_deal(const Graph& graph, const GivenMines& mines, int max_per_cell) {
    if (graph.size() == 0) throw std::invalid_argument("the board has no cells");
    return {graph, mines.count, max_per_cell};
}

class Advisor {
  public:
    Advisor(const Graph& graph, const GivenMines& mines, int max_per_cell,
            const std::string& strategy)
        : deal_(any_deal(graph, mines, max_per_cell)), player_(deal_, find_strategy(strategy)) {}

    std::vector<std::int32_t> options(const States& states) {
        const Position p = position(deal_.graph(), states, deal_.max_per_cell());
        const Exclusive exclusive(mutex_);
        return player_.options(p.states);
    }

  private:
    const Deal deal_;
    std::mutex mutex_;
    Player player_;
};

}  // namespace

void bind_strategies(nb::module_& m) {
    m.attr("TIE") = kTie;
    nb::class_<Facts>(m, "StrategyFacts", "The facts of a strategy.")
        .def_ro("name", &Facts::name, "The name; for a family, with a placeholder in capitals.")
        .def_ro("description", &Facts::description, "A description in one line.")
        .def_ro("source", &Facts::source, "Its source, by author and year.")
        .def_ro("grounds", &Facts::grounds, "Why it guessed a cell, as a phrase.")
        .def_ro(
            "grounds_among_equals", &Facts::grounds_among_equals,
            "Whether the grounds only explain the choice among cells of least mine probability.")
        .def_ro("opens_certain", &Facts::opens_certain,
                "Whether it opens all certain cells before any guess, in any order.")
        .def_ro("follows_game", &Facts::follows_game,
                "Whether its clicks depend on the history of the game, not only on the position.")
        .def_ro("needs_analysis", &Facts::needs_analysis,
                "Whether it analyses the whole position, which may exceed the work budget.")
        .def_ro("is_family", &Facts::is_family, "Whether the name stands for a family.");
    m.def("strategies", &strategies, "Return the facts of every compiled strategy.");
    m.def(
        "strategy_facts", [](const std::string& name) { return find_strategy(name).facts; },
        nb::arg("name"),
        "Return the facts of one strategy; ValueError if there is none of that name.");

    nb::class_<Move>(m, "Move", "The next click of a strategy.")
        .def_ro("cell", &Move::cell)
        .def_ro("certain", &Move::certain, "Whether the strategy has proved it safe.");
    m.def(
        "advise",
        [](const Graph& graph, const States& states, const GivenMines& mines, int max_per_cell,
           const std::string& strategy, std::uint64_t seed, std::uint64_t index) {
            if (graph.size() == 0) throw std::invalid_argument("the board has no cells");
            const Position p = position(graph, states, max_per_cell);
            const Descriptor found = find_strategy(strategy);
            const Interruptible interruptible;
            return strategy_click(p, mines.count, found, seed, index);
        },
        nb::arg("graph"), nb::arg("states"), nb::arg("mines"), nb::arg("max_per_cell"),
        nb::arg("strategy"), nb::arg("seed"), nb::arg("index"),
        "Return the next click of a strategy in a position of game `index` of a seed.");
    nb::class_<Advisor>(m, "Advisor",
                        "A strategy that is asked in many positions of one kind of game.")
        .def(nb::init<const Graph&, const GivenMines&, int, const std::string&>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("mines"), nb::arg("max_per_cell"),
             nb::arg("strategy"))
        .def("options", &Advisor::options, nb::arg("states"),
             "Return the clicks that it may take next, all equally likely.");
}

}  // namespace sapper::bindings
