#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "board/graph.hpp"

namespace sapper::bindings {

void bind_graph(nb::module_& m) {
    using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    using Rows = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    using Targets = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    nb::class_<Graph>(m, "Graph", "An undirected graph.")
        .def(
            "__init__",
            [](Graph* self, const Offsets& offsets, const Targets& targets, std::uint64_t address) {
                new (self) Graph(
                    std::vector<std::int64_t>(offsets.data(), offsets.data() + offsets.shape(0)),
                    std::vector<std::int32_t>(targets.data(), targets.data() + targets.shape(0)),
                    address);
            },
            nb::arg("offsets"), nb::arg("targets"), nb::arg("address") = 0)
        .def_static(
            "regular",
            [](const Rows& rows, const Targets& steps, std::uint64_t address) {
                return Graph(std::vector<std::uint16_t>(rows.data(), rows.data() + rows.shape(0)),
                             std::vector<std::int32_t>(steps.data(), steps.data() + steps.shape(0)),
                             address);
            },
            nb::arg("rows"), nb::arg("steps"), nb::arg("address"),
            "Make a graph from rows of steps: rows[cell] is the index in `steps` of the row of a "
            "cell, which holds the number of its neighbours, then the steps to them.")
        .def(
            "neighbors",
            [](const Graph& graph, std::int32_t cell) {
                if (cell < 0 || cell >= graph.size()) throw nb::index_error("no such cell");
                const Neighbors around = graph.neighbors(cell);
                return std::vector<std::int32_t>(around.begin(), around.end());
            },
            nb::arg("cell"), "Return the neighbours of a cell, ascending.")
        .def_prop_ro("size", &Graph::size, "Number of cells.")
        .def_prop_ro("address", &Graph::address,
                     "A 64-bit hash that identifies the board in the addresses of games.");
}

}  // namespace sapper::bindings
