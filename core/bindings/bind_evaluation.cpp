#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <mutex>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "play/evaluation.hpp"
#include "strategies/registry.hpp"

namespace sapper::bindings {

namespace {

// An evaluation with the flag that ends it from another thread.
class Valuation {
  public:
    Valuation(const Deal& deal, const std::string& strategy, std::size_t most_positions)
        : evaluation_(deal, find_strategy(strategy), most_positions, cancelled_) {}

    Evaluation::Value wins() {
        const Exclusive exclusive(mutex_);
        return evaluation_.wins();
    }
    void cancel() { cancelled_ = true; }
    [[nodiscard]] std::size_t positions() const { return evaluation_.positions(); }

  private:
    std::atomic<bool> cancelled_{false};
    std::mutex mutex_;
    Evaluation evaluation_;
};

}  // namespace

void bind_evaluation(nb::module_& m) {
    nb::class_<Valuation>(m, "Evaluation", "What a strategy wins on a board of at most 64 cells.")
        .def(nb::init<const Deal&, const std::string&, std::size_t>(), nb::keep_alive<1, 2>(),
             nb::arg("deal"), nb::arg("strategy"), nb::arg("most_positions"))
        .def("wins", &Valuation::wins,
             "Layouts won on average, modulo each of the largest primes below 2^62.")
        .def("cancel", &Valuation::cancel, "End the evaluation that runs in another thread.")
        .def_prop_ro("positions", &Valuation::positions, "Positions the strategy was asked in.");
}

}  // namespace sapper::bindings
