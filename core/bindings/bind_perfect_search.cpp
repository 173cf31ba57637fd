#include <nanobind/stl/vector.h>

#include <mutex>

#include "bindings.hpp"
#include "endgame/perfect_search.hpp"
#include "endgame/pruned_endgame_search.hpp"
#include "exclusive.hpp"
#include "interruptible.hpp"

namespace sapper::bindings {

namespace {

// A search that threads may share; calls are serialised and use the same transposition table. Each
// call is cancelled by the Stop of its own thread; a cancelled call clears the table.
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
           std::uint64_t memory)
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

// Pruned endgame search of all unknown cells, with the limits of tiny boards.
PerfectSearch::Advice pruned_search(const Graph& graph, const States& states, std::int64_t mines) {
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
    nb::class_<Advice>(m, "PerfectAdvice", "The value of a position and its best click.")
        .def_ro("wins", &Advice::wins, "Layouts that are won.")
        .def_ro("layouts", &Advice::layouts, "Consistent layouts.")
        .def_ro("cell", &Advice::cell,
                "The best click; -1 if no layout is consistent or no cell is left.");
    nb::class_<Search>(m, "PerfectSearch", "Perfect play on a board of at most 64 cells.")
        .def(nb::init<const Graph&, int, std::vector<std::vector<std::uint8_t>>, std::size_t>(),
             nb::arg("graph"), nb::arg("mines"), nb::arg("symmetries"), nb::arg("memory"))
        .def("wins_from", &Search::wins_from, nb::arg("deal"),
             "Return the number of layouts of a deal that perfect play wins.")
        .def("advise", &Search::advise, nb::arg("states"),
             "Return the layouts won by perfect play from a position, the consistent layouts, and "
             "the best click.")
        .def_prop_ro("states", &Search::states, "States in the transposition table.")
        .def_prop_ro("dropped", &Search::dropped,
                     "States that were replaced because the table was full.");
    m.def("nearly_perfect", &pruned_search, nb::arg("graph"), nb::arg("states"), nb::arg("mines"),
          "Pruned search of a position in which a guess is due. Return the layouts won by nearly "
          "perfect play, the consistent layouts, and the click, which is -1 if there are too many "
          "layouts.");
}

}  // namespace sapper::bindings
