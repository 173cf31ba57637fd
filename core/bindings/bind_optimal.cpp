#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <tuple>

#include "bindings.hpp"
#include "optimal.hpp"
#include "player.hpp"

namespace sapper::bindings {

namespace {

// A search with the flag that ends it from another thread.
class Search {
  public:
    Search(const Graph& graph, int mines, std::vector<std::vector<std::uint8_t>> symmetries,
           std::size_t most_states)
        : search_(graph, mines, std::move(symmetries), most_states, cancelled_) {}

    std::int64_t wins_from(std::int32_t cell, std::uint64_t banned) {
        return search_.wins_from(cell, banned);
    }

    std::tuple<std::int64_t, std::int64_t, std::int32_t> advise(const States& states) {
        const Optimal::Advice advice = search_.advise({states.data(), states.shape(0)});
        return {advice.wins, advice.layouts, advice.cell};
    }

    void cancel() { cancelled_ = true; }
    [[nodiscard]] std::size_t states() const { return search_.states(); }

  private:
    std::atomic<bool> cancelled_{false};
    Optimal search_;
};

}  // namespace

void bind_optimal(nb::module_& m) {
    static PyObject* out_of_states =
        PyErr_NewException("sapper._core.OutOfStates", PyExc_RuntimeError, nullptr);
    static PyObject* cancelled =
        PyErr_NewException("sapper._core.Cancelled", PyExc_RuntimeError, nullptr);
    m.attr("OutOfStates") = nb::handle(out_of_states);
    m.attr("Cancelled") = nb::handle(cancelled);
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const OutOfStates&) {
            PyErr_SetString(out_of_states, "the search met too many states");
        } catch (const Cancelled&) {
            PyErr_SetString(cancelled, "the search was cancelled");
        }
    });
    nb::class_<Search>(m, "Optimal", "Perfect play on a board of at most 64 cells.")
        .def(nb::init<const Graph&, int, std::vector<std::vector<std::uint8_t>>, std::size_t>(),
             nb::arg("graph"), nb::arg("mines"), nb::arg("symmetries"), nb::arg("most_states"))
        .def("wins_from", &Search::wins_from, nb::arg("cell"), nb::arg("banned"),
             nb::call_guard<nb::gil_scoped_release>(),
             "Layouts won when a cell is opened first, of those with no mine on it or on the bits "
             "of banned.")
        .def("advise", &Search::advise, nb::arg("states"),
             "Of a position: layouts won by perfect play, layouts that fit, and the best click.")
        .def("cancel", &Search::cancel, "End the search that runs in another thread.")
        .def_prop_ro("states", &Search::states, "States in the transposition table.");
}

}  // namespace sapper::bindings
