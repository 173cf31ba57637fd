#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "search/rollout_search.hpp"
#include "strategies/families.hpp"

namespace sapper::bindings {

namespace {

// A rollout search with the deal it refers to, which threads may share: one at a time uses it. The
// first click is unknown, so the deal uses the widest rule.
class SharedRolloutSearch {
  public:
    SharedRolloutSearch(const Graph& graph, const States& states, std::int64_t mines,
                        std::optional<double> patience, bool looks_ahead)
        : deal_(graph, mines, 1, First::kAny, 0), search_(deal_) {
        search_.use_lookahead = search_.use_lookahead && looks_ahead;
        if (patience)
            search_.time_limit = std::chrono::duration_cast<DeadlineToken::Clock::duration>(
                std::chrono::duration<double>(*patience));
        const Position given = position(graph, states, 1);
        const Interruptible interruptible;
        search_.start(given.states);
    }

    template <class F>
    auto ask(const F& question) {
        const Exclusive exclusive(mutex_);
        return question(search_);
    }
    void think(std::uint64_t layouts) {
        ask([layouts](RolloutSearch& search) { search.run(layouts); });
    }

  private:
    Deal deal_;
    std::mutex mutex_;
    RolloutSearch search_;
};

}  // namespace

void bind_rollout_search(nb::module_& m) {
    m.attr("MOST_VALUED") = kMaxNetworkCells;
    nb::class_<RolloutSearch::Considered>(m, "Considered", "What is known of a click.")
        .def_ro("cell", &RolloutSearch::Considered::cell)
        .def_ro("safety", &RolloutSearch::Considered::safety)
        .def_ro("value", &RolloutSearch::Considered::value, "The chance of winning by it.")
        .def_ro("error", &RolloutSearch::Considered::error, "The standard error of that.")
        .def_ro("layouts", &RolloutSearch::Considered::layouts, "On how many layouts it was tried.")
        .def_ro("exact", &RolloutSearch::Considered::exact, "Whether its value is exact.")
        .def_ro("dropped", &RolloutSearch::Considered::dropped,
                "Whether it was given up as behind.");
    nb::class_<SharedRolloutSearch>(m, "RolloutSearch",
                                    "What each of the good clicks in a position is worth.")
        .def(nb::init<const Graph&, const States&, std::int64_t, std::optional<double>, bool>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("states"), nb::arg("mines"),
             nb::arg("patience") = nb::none(), nb::arg("looks_ahead") = true,
             "Playing on in all layouts takes half of the patience at most, in seconds. Without "
             "looks_ahead it begins with the model alone.")
        .def("think", &SharedRolloutSearch::think, nb::arg("layouts"),
             "Try the clicks on so many further layouts.")
        .def_prop_ro(
            "ranking",
            [](SharedRolloutSearch& t) {
                return t.ask([](const RolloutSearch& own) { return own.ranking(); });
            },
            "Best first; those that were dropped last.")
        .def_prop_ro(
            "decided",
            [](SharedRolloutSearch& t) {
                return t.ask([](const RolloutSearch& own) { return own.decided(); });
            },
            "Whether further layouts cannot change the choice.")
        .def_prop_ro(
            "certain",
            [](SharedRolloutSearch& t) {
                return t.ask([](const RolloutSearch& own) { return own.certain(); });
            },
            "Whether the first of the ranking is proved safe.")
        .def_prop_ro(
            "layouts",
            [](SharedRolloutSearch& t) {
                return t.ask([](const RolloutSearch& own) { return own.layouts(); });
            },
            "Layouts drawn so far.");
}

}  // namespace sapper::bindings
