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

// A thought with the deal it refers to; nothing is known of the first click, so the widest rule
// stands for it.
class OwnThought {
  public:
    OwnThought(const Graph& graph, const States& states, std::int64_t mines,
               std::optional<double> patience, bool looks_ahead)
        : deal_(graph, mines, 1, First::kAny, 0), thought_(deal_) {
        thought_.looks_ahead = thought_.looks_ahead && looks_ahead;
        if (patience)
            thought_.patience = std::chrono::duration_cast<TimeWatch::Clock::duration>(
                std::chrono::duration<double>(*patience));
        const Position given = position(graph, states, 1);
        const Working working;
        thought_.begin(given.states);
    }

    template <class F>
    auto ask(const F& question) {
        const Exclusive exclusive(mutex_);
        return question(thought_);
    }
    void think(std::uint64_t layouts) {
        ask([layouts](Thought& thought) { thought.think(layouts, nullptr); });
    }

  private:
    Deal deal_;
    std::mutex mutex_;
    Thought thought_;
};

}  // namespace

void bind_thought(nb::module_& m) {
    m.attr("MOST_VALUED") = kMostValued;
    nb::class_<Thought::Considered>(m, "Considered", "What is known of a click.")
        .def_ro("cell", &Thought::Considered::cell)
        .def_ro("safety", &Thought::Considered::safety)
        .def_ro("value", &Thought::Considered::value, "The chance of winning by it.")
        .def_ro("error", &Thought::Considered::error, "The standard error of that.")
        .def_ro("layouts", &Thought::Considered::layouts, "On how many layouts it was tried.")
        .def_ro("exact", &Thought::Considered::exact, "Whether its value is exact.")
        .def_ro("dropped", &Thought::Considered::dropped, "Whether it was given up as behind.");
    nb::class_<OwnThought>(m, "Thought", "What each of the good clicks in a position is worth.")
        .def(nb::init<const Graph&, const States&, std::int64_t, std::optional<double>, bool>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("states"), nb::arg("mines"),
             nb::arg("patience") = nb::none(), nb::arg("looks_ahead") = true,
             "Playing on in all layouts takes half of the patience at most, in seconds. Without "
             "looks_ahead it begins with the model alone.")
        .def("think", &OwnThought::think, nb::arg("layouts"),
             "Try the clicks on so many further layouts.")
        .def_prop_ro(
            "ranking",
            [](OwnThought& t) { return t.ask([](const Thought& own) { return own.ranking(); }); },
            "Best first; those that were dropped last.")
        .def_prop_ro(
            "decided",
            [](OwnThought& t) { return t.ask([](const Thought& own) { return own.decided(); }); },
            "Whether further layouts cannot change the choice.")
        .def_prop_ro(
            "certain",
            [](OwnThought& t) { return t.ask([](const Thought& own) { return own.certain(); }); },
            "Whether the first of the ranking is proved safe.")
        .def_prop_ro(
            "layouts",
            [](OwnThought& t) { return t.ask([](const Thought& own) { return own.layouts(); }); },
            "Layouts drawn so far.");
}

}  // namespace sapper::bindings
