#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings.hpp"
#include "solver.hpp"

namespace sapper::bindings {

namespace {

// One a thread, so that its scratch memory is used again and again.
Solver& solver() {
    static thread_local Solver instance;
    return instance;
}

Question question(std::int64_t mines, double odds, double log2_states, std::uint64_t bytes) {
    return {mines, odds, {log2_states, bytes}};
}

// A list of clues as states: None is covered, a number is itself.
nb::object encode(nb::sequence clues) {
    const std::size_t size = nb::len(clues);
    auto states = std::make_unique<std::int16_t[]>(size);
    std::size_t i = 0;
    for (nb::handle entry : clues) {
        if (entry.is_none()) {
            states[i++] = kCovered;
            continue;
        }
        if (!PyLong_CheckExact(entry.ptr()))
            throw nb::type_error("a clue must be None or a whole number");
        int overflow = 0;
        const long value = PyLong_AsLongAndOverflow(entry.ptr(), &overflow);
        if (overflow != 0 || value < 0 || value > 32000)
            throw nb::value_error("a clue must be between 0 and 32000");
        states[i++] = static_cast<std::int16_t>(value);
    }
    std::int16_t* data = states.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::int16_t*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, std::int16_t, nb::ndim<1>>(data, {size}, owner));
}

}  // namespace

void bind_solver(nb::module_& m) {
    using Doubles = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;
    nb::class_<Solution>(m, "Solution", "What is known about every cell of a position.")
        .def_prop_ro(
            "mine_probability",
            [](const Solution& s) {
                return Doubles(s.mine_probability.data(), {s.mine_probability.size()});
            },
            nb::rv_policy::reference_internal, "P(at least one mine) by cell; nan where revealed.")
        .def_prop_ro("safe", [](const Solution& s) { return s.safe; })
        .def_prop_ro("mines", [](const Solution& s) { return s.mines; })
        .def_ro("log2_layouts", &Solution::log2_layouts)
        .def_ro("width", &Solution::width)
        .def_ro("entries", &Solution::entries)
        .def_ro("bytes", &Solution::bytes);

    nb::class_<GroupTable>(m, "GroupTable")
        .def_ro("cells", &GroupTable::cells)
        .def_ro("clues", &GroupTable::clues)
        .def_ro("component", &GroupTable::component)
        .def_ro("low", &GroupTable::low)
        .def_ro("mines", &GroupTable::mines);

    nb::class_<Details>(m, "Details")
        .def_ro("groups", &Details::groups)
        .def_ro("frontier_first", &Details::frontier_first)
        .def_ro("frontier", &Details::frontier);

    m.def(
        "solve",
        [](const Graph& graph, const States& states, std::int64_t mines, double odds,
           int max_per_cell, double log2_states, std::uint64_t bytes) {
            Solution solution;
            const Position p = position(graph, states, max_per_cell);
            const Question q = question(mines, odds, log2_states, bytes);
            nb::gil_scoped_release release;
            solver().solve(p, q, solution);
            return solution;
        },
        nb::arg("graph"), nb::arg("states"), nb::arg("mines"), nb::arg("odds"),
        nb::arg("max_per_cell"), nb::arg("log2_states"), nb::arg("bytes"),
        "Probabilities and certain cells.");
    m.def(
        "details",
        [](const Graph& graph, const States& states, std::int64_t mines, double odds,
           int max_per_cell, double log2_states, std::uint64_t bytes) {
            Details details;
            const Position p = position(graph, states, max_per_cell);
            const Question q = question(mines, odds, log2_states, bytes);
            nb::gil_scoped_release release;
            solver().details(p, q, details);
            return details;
        },
        nb::arg("graph"), nb::arg("states"), nb::arg("mines"), nb::arg("odds"),
        nb::arg("max_per_cell"), nb::arg("log2_states"), nb::arg("bytes"),
        "Groups with their distributions, and the mines in the frontier.");
    m.def(
        "shown",
        [](const Graph& graph, const States& states, std::int64_t mines, double odds,
           int max_per_cell, double log2_states, std::uint64_t bytes, std::int32_t cell) {
            Shown shown;
            const Position p = position(graph, states, max_per_cell);
            const Question q = question(mines, odds, log2_states, bytes);
            nb::gil_scoped_release release;
            solver().shown(p, q, cell, shown);
            return std::pair(shown.first, shown.probability);
        },
        nb::arg("graph"), nb::arg("states"), nb::arg("mines"), nb::arg("odds"),
        nb::arg("max_per_cell"), nb::arg("log2_states"), nb::arg("bytes"), nb::arg("cell"),
        "The number a cell would show, given that it is safe: the least, and probabilities.");
    m.def(
        "feasible",
        [](const Graph& graph, const States& states, std::int64_t mines, double odds,
           int max_per_cell, double log2_states, std::uint64_t bytes) {
            const Position p = position(graph, states, max_per_cell);
            const Question q = question(mines, odds, log2_states, bytes);
            nb::gil_scoped_release release;
            return solver().feasible(p, q);
        },
        nb::arg("graph"), nb::arg("states"), nb::arg("mines"), nb::arg("odds"),
        nb::arg("max_per_cell"), nb::arg("log2_states"), nb::arg("bytes"),
        "Whether any layout fits.");
    m.def("encode", &encode, nb::arg("clues"),
          nb::sig("def encode(clues: collections.abc.Sequence[int | None]) -> "
                  "numpy.typing.NDArray[numpy.int16]"),
          "A list of clues as states.");
}

}  // namespace sapper::bindings
