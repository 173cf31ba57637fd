#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "graph.hpp"

namespace sapper::bindings {

void bind_graph(nb::module_& m) {
    using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    using Targets = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    nb::class_<Graph>(m, "Graph", "An undirected graph in compressed neighbour lists.")
        .def(
            "__init__",
            [](Graph* self, const Offsets& offsets, const Targets& targets, std::uint64_t address) {
                new (self) Graph(
                    std::vector<std::int64_t>(offsets.data(), offsets.data() + offsets.shape(0)),
                    std::vector<std::int32_t>(targets.data(), targets.data() + targets.shape(0)),
                    address);
            },
            nb::arg("offsets"), nb::arg("targets"), nb::arg("address") = 0)
        .def_prop_ro("size", &Graph::size, "Number of cells.")
        .def_prop_ro("address", &Graph::address, "The board's identity, by which games differ.");
}

}  // namespace sapper::bindings
