#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "given_mines.hpp"
#include "owned_question.hpp"

namespace sapper::bindings {

namespace {

// Buffer protocol of Solution: its mine probabilities as doubles, without a copy.
int probabilities(PyObject* self, Py_buffer* view, int flags) {
    const std::vector<double>& p = nb::inst_ptr<Solution>(self)->mine_probability;
    return PyBuffer_FillInfo(view, self, const_cast<double*>(p.data()),
                             static_cast<Py_ssize_t>(p.size() * sizeof(double)), 1, flags);
}

PyType_Slot kProbabilities[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&probabilities)},
                                {0, nullptr}};

using Layouts = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Fills the rows with layouts `first`, `first` + 1, ... of the seed.
void fill(const Sampler& sampler, std::uint64_t seed, std::uint64_t first, const Layouts& rows) {
    const std::size_t count = rows.shape(0), cells = rows.shape(1);
    if (cells != sampler.cells()) throw nb::value_error("one column per cell is needed");
    std::uint8_t* out = rows.data();
    const Interruptible interruptible;
    std::vector<std::int16_t> layout(cells);
    for (std::size_t i = 0; i < count; ++i, out += cells) {
        Random random = sampler.random(seed, first + i);
        sampler.draw(random, layout);
        for (std::size_t cell = 0; cell < cells; ++cell)
            out[cell] = static_cast<std::uint8_t>(layout[cell]);
    }
}

// Fills the rows with the next layouts; returns how many there were.
std::size_t fill_next(LayoutEnumeration& enumeration, const Layouts& rows) {
    const std::size_t count = rows.shape(0), cells = rows.shape(1);
    if (cells != enumeration.layout().size())
        throw nb::value_error("one column per cell is needed");
    std::uint8_t* out = rows.data();
    const Interruptible interruptible;
    for (std::size_t i = 0; i < count; ++i) {
        poll_cancellation();
        if (!enumeration.next()) return i;
        for (const std::int16_t mines : enumeration.layout())
            *out++ = static_cast<std::uint8_t>(mines);
    }
    return count;
}

}  // namespace

void bind_question(nb::module_& m) {
    nb::class_<Solution>(m, "Solution", nb::type_slots(kProbabilities),
                         "The analysis of a position.")
        .def_prop_ro(
            "mine_probability",
            [](nb::handle_t<Solution> self) {
                return nb::steal(PyMemoryView_FromObject(self.ptr()));
            },
            nb::sig("def mine_probability(self) -> memoryview"),
            "P(at least one mine) by cell, as doubles; nan for revealed cells.")
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
        .def_ro("frontier", &Details::frontier)
        .def_ro("totals", &Details::totals,
                "Under a prior: each total of it and its posterior probability.");

    nb::class_<Shown>(
        m, "Shown", "The distribution of the clue value of a covered cell, given that it is safe.")
        .def_ro("first", &Shown::first, "The least clue value.")
        .def_ro("probability", &Shown::probability, "The probabilities of first, first + 1, ...");

    nb::class_<Sampler>(m, "Sampler",
                        "Draws layouts uniformly from all that are consistent with a position.")
        .def("fill", &fill, nb::arg("seed"), nb::arg("first"), nb::arg("rows"),
             "Write layouts `first`, `first` + 1, ... of a seed into the rows.");

    nb::class_<LayoutEnumeration>(m, "LayoutEnumeration",
                                  "All consistent layouts of a position, each once.")
        .def("fill", &fill_next, nb::arg("rows"),
             "Write the next layouts into the rows and return their number, less than the number "
             "of rows only at the end. A call that raises may skip layouts.");

    nb::class_<ClickValues>(m, "ClickValues", "The value of every click under perfect play.")
        .def_ro("layouts", &ClickValues::layouts, "The consistent layouts.")
        .def_ro("cells", &ClickValues::cells, "The covered cells that may be safe.")
        .def_ro("wins", &ClickValues::wins, "By cell: the layouts won by clicking it first.");

    nb::class_<OwnedQuestion>(m, "Question",
                              "A position to analyse, with its mines and work budget.")
        .def(
            "__init__",
            [](OwnedQuestion* self, nb::handle_t<Graph> graph, States states,
               const GivenMines& mines, int max_per_cell, double log2_states, std::uint64_t bytes) {
                new (self) OwnedQuestion(nb::borrow(graph), std::move(states), mines.count,
                                         max_per_cell, {log2_states, bytes});
            },
            nb::arg("graph"), nb::arg("states"), nb::arg("mines"), nb::arg("max_per_cell"),
            nb::arg("log2_states"), nb::arg("bytes"))
        .def("solve", &OwnedQuestion::solve, "Return the mine probabilities and certain cells.")
        .def("solve_rows", &OwnedQuestion::solve_rows, nb::arg("states"), nb::arg("mines"),
             nb::arg("threads"), nb::arg("probabilities"), nb::arg("log2_layouts"), nb::arg("best"),
             nb::arg("status"),
             "Analyse one position per row, with the mines of the question or one number per row, "
             "and write the results into the arrays. A status is 0 for a consistent position, 1 "
             "for a contradictory one, 2 for one beyond the work budget.")
        .def("details", &OwnedQuestion::details,
             "Return the groups with their distributions of mines, and that of the frontier.")
        .def("shown", &OwnedQuestion::shown, nb::arg("cell"),
             "Return the distribution of the clue value of a covered cell.")
        .def("feasible", &OwnedQuestion::feasible, "Return whether any layout is consistent.")
        .def("sampler", &OwnedQuestion::sampler, "Return a sampler of consistent layouts.")
        .def("enumeration", &OwnedQuestion::enumeration,
             "Return an enumeration of the consistent layouts, before the first one.")
        .def("click_values", &OwnedQuestion::click_values, nb::arg("most_layouts"),
             nb::arg("most_steps"), "Return the value of every click by exhaustive search.")
        .def("counter", &OwnedQuestion::counter, nb::arg("probe").none(), nb::arg("propagate"),
             "Return exact counts; with a probe, given that this cell is safe, by its clue value.");
}

}  // namespace sapper::bindings
