#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings.hpp"
#include "modular.hpp"

namespace sapper::bindings {

namespace {

using Numbers = nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<1>>;

Numbers view(const std::vector<std::int32_t>& values) {
    return {values.data(), {values.size()}};
}

// The node as (parent, start, stop, singles, inner, wins, joint).
using Node = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, std::int32_t,
                        std::int32_t, std::int32_t>;

Node node(const ModularTree& tree, std::size_t index) {
    if (index >= tree.nodes.size()) throw nb::index_error("the tree has no such node");
    const ModularNode& n = tree.nodes[index];
    return {n.parent, n.start, n.stop, n.singles, n.inner, n.wins, static_cast<int>(n.joint)};
}

}  // namespace

void bind_modular(nb::module_& m) {
    nb::class_<ModularTree>(m, "ModularTree", "The modules of a graph that overlap no other.")
        .def(
            "__init__",
            [](ModularTree* self, const Graph& graph) {
                nb::gil_scoped_release release;
                new (self) ModularTree(modular_tree(graph));
            },
            nb::arg("graph"))
        .def_prop_ro(
            "order", [](const ModularTree& t) { return view(t.order); },
            nb::rv_policy::reference_internal, "The vertices; every node is an interval of it.")
        .def_prop_ro(
            "above", [](const ModularTree& t) { return view(t.above); },
            nb::rv_policy::reference_internal, "The node of which each vertex is a child, or -1.")
        .def_prop_ro(
            "guesses", [](const ModularTree& t) { return view(t.guesses); },
            nb::rv_policy::reference_internal, "The optimal first guesses, ascending.")
        .def_ro("wins", &ModularTree::wins, "The layouts of one mine that perfect play wins.")
        .def_prop_ro(
            "size", [](const ModularTree& t) { return t.nodes.size(); }, "Number of nodes.")
        .def("node", &node, nb::arg("index"),
             "Return (parent, start, stop, singles, inner, wins, joint); joint is 0 for parallel, "
             "1 for series, 2 for prime.");
}

}  // namespace sapper::bindings
