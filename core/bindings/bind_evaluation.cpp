#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <atomic>

#include "bindings.hpp"
#include "evaluation.hpp"

namespace sapper::bindings {

namespace {

// An evaluation with the flag that ends it from another thread.
class Valuation {
  public:
    Valuation(const Graph& graph, int mines, const std::string& first, std::int32_t start,
              const std::string& strategy, std::size_t most_positions)
        : dealer_(graph, mines, 1, first_rule(first), start),
          evaluation_(dealer_, Strategy::parse(strategy), most_positions, cancelled_) {}

    Evaluation::Value wins() { return evaluation_.wins(); }
    void cancel() { cancelled_ = true; }
    [[nodiscard]] std::size_t positions() const { return evaluation_.positions(); }

  private:
    std::atomic<bool> cancelled_{false};
    Dealer dealer_;
    Evaluation evaluation_;
};

}  // namespace

void bind_evaluation(nb::module_& m) {
    static PyObject* too_many =
        PyErr_NewException("sapper._core.TooManyPositions", PyExc_RuntimeError, nullptr);
    m.attr("TooManyPositions") = nb::handle(too_many);
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const TooManyPositions&) {
            PyErr_SetString(too_many, "too many positions");
        }
    });
    nb::class_<Valuation>(m, "Evaluation", "What a strategy wins on a board of at most 64 cells.")
        .def(nb::init<const Graph&, int, const std::string&, std::int32_t, const std::string&,
                      std::size_t>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("mines"), nb::arg("first"),
             nb::arg("start"), nb::arg("strategy"), nb::arg("most_positions"))
        .def("wins", &Valuation::wins, nb::call_guard<nb::gil_scoped_release>(),
             "Layouts won on average, modulo each of the largest primes below 2^62.")
        .def("cancel", &Valuation::cancel, "End the evaluation that runs in another thread.")
        .def_prop_ro("positions", &Valuation::positions, "Positions the strategy was asked in.");
}

}  // namespace sapper::bindings
