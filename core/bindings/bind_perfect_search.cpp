#include <nanobind/stl/vector.h>

#include <mutex>

#include "bindings.hpp"
#include "endgame/perfect_search.hpp"
#include "endgame/pruned_endgame_search.hpp"
#include "exclusive.hpp"
#include "interruptible.hpp"

namespace sapper::bindings {

namespace {

// A search that several threads may call: one searches, the others wait for its table. Each call is
// cancelled by its own thread's Stop; a cancelled one leaves an empty table to the next.
class Search {
  private:
    template <class F>
    auto run(const F& work) {
        const Exclusive exclusive(mutex_);
        try {
            return work();
        } catch (...) {
            search_.clear();
            throw;
        }
    }

  public:
    Search(const Graph& graph, int mines, std::vector<std::vector<std::uint8_t>> symmetries,
           std::size_t memory)
        : search_(graph, mines, std::move(symmetries), memory) {}

    std::int64_t wins_from(const Deal& deal) {
        return run([&] { return search_.wins_from(deal); });
    }

    PerfectSearch::Advice advise(const States& states) {
        const std::span<const std::int16_t> given{states.data(), states.shape(0)};
        return run([&] { return search_.advise(given); });
    }

    [[nodiscard]] std::size_t states() {
        return run([&] { return search_.table().states(); });
    }
    [[nodiscard]] std::size_t dropped() {
        return run([&] { return search_.table().dropped(); });
    }

  private:
    std::mutex mutex_;
    PerfectSearch search_;
};

// All unknown cells as clicks, with the care of small boards.
PerfectSearch::Advice nearly_perfect(const Graph& graph, const States& states, std::int64_t mines) {
    const Position given = position(graph, states, 1);
    const Interruptible interruptible;
    std::vector<std::int32_t> opened, unknown;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (given.states[to_index(cell)] >= 0) opened.push_back(cell);
    Deducer deducer;
    deducer.start(graph, 1, mines, Budget::of_player());
    deducer.opened(opened, given.states);
    while (deducer.deduce() || deducer.analyze()) {
    }
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (deducer.knowledge.unknown(cell)) unknown.push_back(cell);
    PrunedEndgameSearch search(kTinyBoardLimits);
    const std::int32_t cell = search.best(deducer, unknown);
    return {search.wins(), search.layouts(), cell};
}

}  // namespace

void bind_perfect_search(nb::module_& m) {
    using Advice = PerfectSearch::Advice;
    nb::class_<Advice>(m, "PerfectAdvice", "What perfect play makes of a position.")
        .def_ro("wins", &Advice::wins, "Layouts won.")
        .def_ro("layouts", &Advice::layouts, "Layouts that fit.")
        .def_ro("cell", &Advice::cell, "The click; -1 where no layout fits or no cell is left.");
    nb::class_<Search>(m, "PerfectSearch", "Perfect play on a board of at most 64 cells.")
        .def(nb::init<const Graph&, int, std::vector<std::vector<std::uint8_t>>, std::size_t>(),
             nb::arg("graph"), nb::arg("mines"), nb::arg("symmetries"), nb::arg("memory"))
        .def("wins_from", &Search::wins_from, nb::arg("deal"),
             "Layouts won of all that a deal of this board and as many mines allows.")
        .def("advise", &Search::advise, nb::arg("states"),
             "Of a position: layouts won by perfect play, layouts that fit, and the best click.")
        .def_prop_ro("states", &Search::states, "States in the transposition table.")
        .def_prop_ro("dropped", &Search::dropped,
                     "States that the table has dropped, for want of memory.");
    m.def("nearly_perfect", &nearly_perfect, nb::arg("graph"), nb::arg("states"), nb::arg("mines"),
          "Of a position in which a cell must be guessed: layouts won by nearly perfect play, "
          "layouts that fit, and the click; -1 where they are too many.");
}

}  // namespace sapper::bindings
