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
    nb::enum_<Joint>(m, "Joint", "How the children of a node are joined.")
        .value("PARALLEL", Joint::parallel, "No edge between them.")
        .value("SERIES", Joint::series, "Every edge between them.")
        .value("PRIME", Joint::prime, "Neither: only all of them together are a module.");
    nb::class_<ModularNode>(m, "ModularNode", "A module of a graph.")
        .def_ro("parent", &ModularNode::parent, "The node above; -1 at the root.")
        .def_ro("start", &ModularNode::start, "Its vertices are order[start:stop].")
        .def_ro("stop", &ModularNode::stop)
        .def_ro("singles", &ModularNode::singles, "Children that are single vertices.")
        .def_ro("inner", &ModularNode::inner, "Children that are nodes.")
        .def_ro("wins", &ModularNode::wins, "Layouts in here that perfect play of it wins.")
        .def_ro("joint", &ModularNode::joint);
    nb::class_<ModularTree>(m, "ModularTree", "The modules of a graph that overlap no other.")
        .def(
            "__init__",
            [](ModularTree* self, const Graph& graph) {
                const Interruptible interruptible;
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
        .def("node", &node, nb::arg("index"), "The node of that number, the root first.");
}

}  // namespace sapper::bindings
