#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "board/edges.hpp"
#include "board/kinds.hpp"
#include "board/spec.hpp"

namespace sapper::bindings {

namespace {

using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Targets = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A numpy array that owns a vector.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_numpy(std::vector<T> values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return {kept->data(), {kept->size()}, owner};
}

void bind_kinds(nb::module_& m) {
    nb::class_<BoardKind>(m, "BoardKind", "The descriptor of a kind of board.")
        .def(
            "__init__",
            [](BoardKind* self, std::string name, std::vector<Pattern> patterns,
               std::array<int, 2> phase) {
                new (self) BoardKind{std::move(name),
                                     step_rule(std::move(patterns), phase, false),
                                     "squares",
                                     {},
                                     {}};
            },
            nb::arg("name"), nb::arg("patterns"), nb::arg("phase"),
            "Make a kind whose neighbours lie at fixed steps, for tests of symmetries.")
        .def_ro("name", &BoardKind::name, "Its name in specs.")
        .def_ro("tiling", &BoardKind::tiling, "squares, hexagons or triangles.")
        .def_ro("preset", &BoardKind::preset, "Size and mines of an example; None for the grid.")
        .def_ro("preset_name", &BoardKind::preset_name, "Its display name, if it has one.")
        .def_prop_ro("usually_flat", &BoardKind::usually_flat,
                     "Whether the name alone describes a board of the shape of a text.")
        .def_prop_ro(
            "dimensions", [](const BoardKind& kind) { return kind.rule.dimensions; },
            "The number of axes; 0 for any number.")
        .def_prop_ro(
            "wraps", [](const BoardKind& kind) { return kind.rule.wraps; },
            "Whether opposite edges are joined.")
        .def_prop_ro(
            "symmetric", [](const BoardKind& kind) { return is_symmetric(kind.rule); },
            "Whether reflections and exchanges of axes preserve neighbours.")
        .def(
            "fault",
            [](const BoardKind& kind, const Shape& shape) { return shape_fault(kind.rule, shape); },
            nb::arg("shape"), "Why there is no board of a shape; None if there is one.")
        .def(
            "candidates",
            [](const BoardKind& kind, const Shape& shape) {
                return candidate_count(kind.rule, shape);
            },
            nb::arg("shape"), "Number of candidates for the neighbours of a cell.")
        .def(
            "entries",
            [](const BoardKind& kind, const Shape& shape) { return entry_count(kind.rule, shape); },
            nb::arg("shape"), "Number of neighbour entries of a board, or a bound on it.")
        .def(
            "shares_rows",
            [](const BoardKind& kind, const Shape& shape) { return shares_rows(kind.rule, shape); },
            nb::arg("shape"), "Whether a few shared rows of steps describe a board.")
        .def(
            "patterns",
            [](const BoardKind& kind, const Shape& shape) {
                Patterns found = patterns_of(kind.rule, shape);
                return std::pair(std::move(found.patterns), std::move(found.phase));
            },
            nb::arg("shape"), "The patterns of steps to neighbours, and the factors of the phase.")
        .def(
            "check", [](const BoardKind& kind, const Shape& shape) { check_shape(kind, shape); },
            nb::arg("shape"), "Raise BoardError unless there is a board of a shape.")
        .def(
            "lists",
            [](const BoardKind& kind, const Shape& shape) {
                NeighborLists lists = neighbor_lists(kind.rule, shape);
                return std::pair(to_numpy(std::move(lists.offsets)),
                                 to_numpy(std::move(lists.targets)));
            },
            nb::arg("shape"), "The compressed neighbour lists: offsets and targets.")
        .def(
            "graph",
            [](const BoardKind& kind, const Shape& shape) { return lattice_graph(kind, shape); },
            nb::arg("shape"), nb::call_guard<nb::gil_scoped_release>(), "The graph of a board.");
    m.def(
        "board_kinds",
        [] {
            const auto all = board_kinds();
            return std::vector<BoardKind>(all.begin(), all.end());
        },
        "Return the descriptors of all kinds of boards.");
    m.def(
        "named_boards",
        [] {
            std::vector<std::pair<std::string, std::string>> found;
            for (const NamedBoard& board : named_boards())
                found.emplace_back(board.name, board.spec);
            return found;
        },
        "Return the names of the named boards and their specs.");
    m.attr("MAX_CELLS") = kMostCells;
    m.attr("MAX_ENTRIES") = kMostEntries;
    m.attr("MAX_DIMENSIONS") = kMostDimensions;
    m.def("shape_text", &shape_text, nb::arg("shape"), "Return a shape as in specs.");
    m.def(
        "spec_text",
        [](const std::string& kind, const Shape& shape) { return spec_text(kind, shape); },
        nb::arg("kind"), nb::arg("shape"), "Return the shortest spec of a board.");
    m.def("fitting_shape", &fitting_shape, nb::arg("shape"), nb::arg("cells"),
          "Shorten the longest sides of a shape until it has at most that many cells.");
    m.def("cell_name", &cell_name, nb::arg("shape"), nb::arg("cell"),
          "Return the name of a cell in texts: its coordinates.");
    m.def(
        "graph_address",
        [](const std::string& form, const Offsets& offsets, const Targets& targets) {
            return graph_address(form, {offsets.data(), offsets.shape(0)},
                                 {targets.data(), targets.shape(0)});
        },
        nb::arg("form"), nb::arg("offsets"), nb::arg("targets"),
        "Return the 64-bit hash of a graph in the addresses of its games.");
}

using Ends = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using NodeName = nb::typed<nb::callable, std::string(std::int32_t)>;

auto join_edges_of(std::int32_t nodes, const Ends& ends, const NodeName& name) {
    std::vector<std::pair<std::int32_t, std::int32_t>> edges;
    edges.reserve(ends.shape(0));
    for (std::size_t i = 0; i < ends.shape(0); ++i) edges.emplace_back(ends(i, 0), ends(i, 1));
    NeighborLists lists = join_edges(
        nodes, edges, [&name](std::int32_t node) { return nb::cast<std::string>(name(node)); });
    return std::pair(to_numpy(std::move(lists.offsets)), to_numpy(std::move(lists.targets)));
}

}  // namespace

void bind_boards(nb::module_& m) {
    bind_kinds(m);
    m.def("join_edges", &join_edges_of, nb::arg("nodes"), nb::arg("ends"), nb::arg("name"),
          "Build the compressed neighbour lists of a graph; raise BoardError, with the names of "
          "nodes, if an edge is a loop or occurs twice.");
    m.def(
        "split_spec",
        [](const std::string& text) {
            SpecParts parts = split_spec(text);
            return std::pair(std::move(parts.board), std::move(parts.mines));
        },
        nb::arg("text"), "Return the board and the mines in a spec as plain texts.");
    m.def(
        "parse_spec",
        [](const std::string& text, int max_per_cell, const std::vector<std::string>& added) {
            Spec spec = parse_spec(text, max_per_cell, added);
            return std::tuple(spec.board_text(), spec.kind->name, spec.shape, spec.mines);
        },
        nb::arg("text"), nb::arg("max_per_cell"), nb::arg("added"),
        "Read a spec of a built-in kind: its shortest form without mines, kind, shape and mines.");
    m.def("parse_dimensions", &parse_dimensions, nb::arg("dimensions"), nb::arg("text"),
          "Read the dimensions of a spec.");
    m.def("parse_spec_mines", &parse_spec_mines, nb::arg("mines"), nb::arg("room"), nb::arg("text"),
          "Read the mines of a spec of a board that can hold `room` mines.");
    m.def("claimed_cells", &claimed_cells, nb::arg("text"),
          "Return the number of cells by the dimensions in a spec; 0 if it has none.");
}

}  // namespace sapper::bindings
