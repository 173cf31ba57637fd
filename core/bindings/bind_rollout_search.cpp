#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "given_mines.hpp"
#include "search/rollout_search.hpp"
#include "strategies/families.hpp"

namespace sapper::bindings {

namespace {

// A rollout search with the deal it refers to. Threads may share it; calls are serialised.
class SharedRolloutSearch {
  public:
    SharedRolloutSearch(const Graph& graph, const States& states, const GivenMines& mines,
                        std::optional<double> patience, bool looks_ahead)
        : deal_(graph, mines.count, 1), search_(deal_) {
        search_.use_lookahead = search_.use_lookahead && looks_ahead;
        if (patience)
            search_.time_limit = std::chrono::duration_cast<DeadlineToken::Clock::duration>(
                std::chrono::duration<double>(*patience));
        const Position given = position(graph, states, 1);
        const Interruptible interruptible;
        search_.start(given.states);
    }

    template <class F>
    auto with_search(const F& question) {
        const Exclusive exclusive(mutex_);
        return question(search_);
    }
    void run(std::uint64_t layouts) {
        with_search([layouts](RolloutSearch& search) { search.run(layouts); });
    }

  private:
    Deal deal_;
    std::mutex mutex_;
    RolloutSearch search_;
};

}  // namespace

void bind_rollout_search(nb::module_& m) {
    m.attr("MOST_VALUED") = kMaxNetworkCells;
    nb::class_<RolloutSearch::Considered>(m, "Considered", "The estimates of a click.")
        .def_ro("cell", &RolloutSearch::Considered::cell)
        .def_ro("safety", &RolloutSearch::Considered::safety, "P(safe).")
        .def_ro("value", &RolloutSearch::Considered::value, "The win probability.")
        .def_ro("error", &RolloutSearch::Considered::error, "The standard error of the value.")
        .def_ro("layouts", &RolloutSearch::Considered::layouts,
                "The number of layouts that it was tried on.")
        .def_ro("exact", &RolloutSearch::Considered::exact, "Whether the value is exact.")
        .def_ro("dropped", &RolloutSearch::Considered::dropped,
                "Whether racing has eliminated it.");
    nb::class_<SharedRolloutSearch>(m, "RolloutSearch",
                                    "Rollout search of the best clicks in a position.")
        .def(
            nb::init<const Graph&, const States&, const GivenMines&, std::optional<double>, bool>(),
            nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("states"), nb::arg("mines"),
            nb::arg("patience") = nb::none(), nb::arg("looks_ahead") = true,
            "`patience` is the time for the decision in seconds; the search of all layouts takes "
            "at "
            "most half of it. Without `looks_ahead` the values start from the network alone.")
        .def("think", &SharedRolloutSearch::run, nb::arg("layouts"),
             "Try the clicks on this many further layouts.")
        .def_prop_ro(
            "ranking",
            [](SharedRolloutSearch& t) {
                return t.with_search([](const RolloutSearch& own) { return own.ranking(); });
            },
            "The clicks by value, best first; dropped ones come last.")
        .def_prop_ro(
            "decided",
            [](SharedRolloutSearch& t) {
                return t.with_search([](const RolloutSearch& own) { return own.decided(); });
            },
            "Whether further layouts cannot change the choice.")
        .def_prop_ro(
            "certain",
            [](SharedRolloutSearch& t) {
                return t.with_search([](const RolloutSearch& own) { return own.certain(); });
            },
            "Whether the first of the ranking is proved safe.")
        .def_prop_ro(
            "layouts",
            [](SharedRolloutSearch& t) {
                return t.with_search([](const RolloutSearch& own) { return own.layouts(); });
            },
            "Layouts drawn or searched so far.");
}

}  // namespace sapper::bindings
