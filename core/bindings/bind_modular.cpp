#include "bindings.hpp"
#include "interruptible.hpp"
#include "theory/modular_decomposition.hpp"

namespace sapper::bindings {

namespace {

using Numbers = nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<1>>;

Numbers view(const std::vector<std::int32_t>& values) {
    return {values.data(), {values.size()}};
}

ModularNode node(const ModularTree& tree, std::size_t index) {
    if (index >= tree.nodes.size()) throw nb::index_error("the tree has no such node");
    return tree.nodes[index];
}

}  // namespace

void bind_modular(nb::module_& m) {
    nb::enum_<Joint>(m, "Joint", "The kind of a node of the modular decomposition.")
        .value("PARALLEL", Joint::parallel, "No edge between its children.")
        .value("SERIES", Joint::series, "Every edge between its children.")
        .value("PRIME", Joint::prime, "Neither; no proper union of its children is a module.");
    nb::class_<ModularNode>(m, "ModularNode", "A module of a graph.")
        .def_ro("parent", &ModularNode::parent, "Index of the parent; -1 at the root.")
        .def_ro("start", &ModularNode::start, "Its vertices are order[start:stop].")
        .def_ro("stop", &ModularNode::stop)
        .def_ro("singles", &ModularNode::singles, "Children that are single vertices.")
        .def_ro("inner", &ModularNode::inner, "Children that are nodes.")
        .def_ro("wins", &ModularNode::wins,
                "Places of the mine in this module for which perfect play wins.")
        .def_ro("joint", &ModularNode::joint);
    nb::class_<ModularTree>(m, "ModularTree",
                            "The modular decomposition tree of a graph: its strong modules.")
        .def(
            "__init__",
            [](ModularTree* self, const Graph& graph) {
                const Interruptible interruptible;
                new (self) ModularTree(modular_tree(graph));
            },
            nb::arg("graph"))
        .def_prop_ro(
            "order", [](const ModularTree& t) { return view(t.order); },
            nb::rv_policy::reference_internal,
            "The vertices in an order in which every node is an interval.")
        .def_prop_ro(
            "above", [](const ModularTree& t) { return view(t.above); },
            nb::rv_policy::reference_internal, "By vertex: the node of which it is a child, or -1.")
        .def_prop_ro(
            "guesses", [](const ModularTree& t) { return view(t.guesses); },
            nb::rv_policy::reference_internal, "The optimal first guesses, ascending.")
        .def_ro("wins", &ModularTree::wins, "Places of the mine for which perfect play wins.")
        .def_prop_ro(
            "size", [](const ModularTree& t) { return t.nodes.size(); }, "Number of nodes.")
        .def("node", &node, nb::arg("index"), "Return the node with this index; 0 is the root.");
}

}  // namespace sapper::bindings
