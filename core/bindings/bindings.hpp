// Shared by the binding files: how positions and rules come in.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>
#include <string>

#include "failures.hpp"
#include "layout.hpp"
#include "problem.hpp"

namespace sapper::bindings {

namespace nb = nanobind;

using States = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline Position position(const Graph& graph, const States& states, int max_per_cell) {
    return {graph, {states.data(), states.shape(0)}, max_per_cell};
}

inline First first_rule(const std::string& name) {
    if (name == "any") return First::kAny;
    if (name == "safe") return First::kSafe;
    if (name == "open") return First::kOpen;
    throw std::invalid_argument("the first click is any, safe or open");
}

void bind_graph(nb::module_& m);
void bind_solver(nb::module_& m);
void bind_counter(nb::module_& m);
void bind_game(nb::module_& m);
void bind_optimal(nb::module_& m);
void bind_evaluation(nb::module_& m);
void bind_modular(nb::module_& m);

}  // namespace sapper::bindings
