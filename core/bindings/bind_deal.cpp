#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "bindings.hpp"
#include "board/deal.hpp"

namespace sapper::bindings {

First first_rule(const std::string& name) {
    if (name == "any") return First::kAny;
    if (name == "safe") return First::kSafe;
    if (name == "open") return First::kOpen;
    throw std::invalid_argument("the first-click rule is any, safe or open, not " + name);
}

void bind_deal(nb::module_& m) {
    nb::class_<Deal>(m, "Deal", "One kind of game: a board, its mines and the first click.")
        .def(
            "__init__",
            [](Deal* self, const Graph& graph, std::int64_t mines, int max_per_cell,
               const std::string& first, std::int32_t start) {
                new (self) Deal(graph, mines, max_per_cell, first_rule(first), start);
            },
            nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("mines"), nb::arg("max_per_cell"),
            nb::arg("first"), nb::arg("start"))
        .def_prop_ro("address", &Deal::address, "A 64-bit hash of all parameters of the deal.")
        .def_prop_ro(
            "allowed", [](const Deal& d) { return d.allowed().list(); },
            "The cells that may hold mines, ascending.")
        .def_prop_ro("start_is_safe", &Deal::start_is_safe,
                     "Whether the first click cannot hit a mine.")
        .def_prop_ro("full", &Deal::full, "Whether every cell must be full of mines.");
}

}  // namespace sapper::bindings
