#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "counting/mine_prior.hpp"

namespace sapper::bindings {

void bind_mine_count(nb::module_& m) {
    nb::class_<MineCount>(m, "MineCount", "What is known about the number of mines of a board.")
        .def(nb::init<std::int64_t>(), nb::arg("mines"), "A known number of mines.")
        .def_static("independent", &MineCount::independent, nb::arg("odds"),
                    "Return that of independent cells, which hold i mines with weight odds^i / i!.")
        .def_static(
            "prior",
            [](std::int64_t cells, int max_per_cell, const std::vector<std::int64_t>& totals,
               const std::vector<double>& probabilities) {
                return mine_prior(cells, max_per_cell, totals, probabilities);
            },
            nb::arg("cells"), nb::arg("max_per_cell"), nb::arg("totals"), nb::arg("probabilities"),
            "Return a prior over ascending totals; without probabilities all layouts of all totals "
            "are equally likely.")
        .def_prop_ro("known", &MineCount::known, "The number of mines if it is known, else None.");
}

}  // namespace sapper::bindings
