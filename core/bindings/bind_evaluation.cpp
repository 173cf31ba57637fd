#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <mutex>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "play/evaluation.hpp"
#include "strategies/registry.hpp"

namespace sapper::bindings {

namespace {

// An evaluation that threads may share; calls are serialised.
class SharedEvaluation {
  public:
    SharedEvaluation(const Deal& deal, const std::string& strategy, std::size_t most_positions)
        : evaluation_(deal, find_strategy(strategy), most_positions) {}

    Evaluation::Value wins() {
        const Exclusive exclusive(mutex_);
        return evaluation_.wins();
    }
    [[nodiscard]] std::size_t positions() const { return evaluation_.positions(); }

  private:
    std::mutex mutex_;
    Evaluation evaluation_;
};

}  // namespace

void bind_evaluation(nb::module_& m) {
    nb::class_<SharedEvaluation>(m, "Evaluation",
                                 "Exact evaluation of a strategy on a board of at most 64 cells.")
        .def(nb::init<const Deal&, const std::string&, std::size_t>(), nb::keep_alive<1, 2>(),
             nb::arg("deal"), nb::arg("strategy"), nb::arg("most_positions"))
        .def("wins", &SharedEvaluation::wins,
             "Return the expected number of layouts won, modulo each of the largest primes below "
             "2^62.")
        .def_prop_ro("positions", &SharedEvaluation::positions,
                     "Number of positions in which the strategy was asked.");
}

}  // namespace sapper::bindings
