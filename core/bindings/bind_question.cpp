#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "counting/sampler.hpp"
#include "counting/solver.hpp"
#include "interruptible.hpp"

namespace sapper::bindings {

namespace {

// One a thread, so that its scratch memory is used again and again.
Solver& solver() {
    static thread_local Solver instance;
    return instance;
}

// The solver at work; what is large is given back at the end, also where it failed.
class Sitting {
  public:
    Sitting() = default;
    ~Sitting() { solver().release_memory(); }
    Sitting(const Sitting&) = delete;
    Sitting& operator=(const Sitting&) = delete;

  private:
    Interruptible interruptible_;
};

// A question that keeps alive what it is about.
class Asked {
  public:
    Asked(nb::object graph, States states, std::optional<std::int64_t> mines,
          std::optional<double> odds, int max_per_cell, const Budget& budget)
        : graph_(std::move(graph)),
          states_(std::move(states)),
          question_(position(nb::cast<const Graph&>(graph_), states_, max_per_cell), mines, odds,
                    budget) {}

    [[nodiscard]] Solution solve() const {
        Solution solution;
        const Sitting sitting;
        solver().solve(question_, solution);
        return solution;
    }
    [[nodiscard]] Details details() const {
        Details details;
        const Sitting sitting;
        solver().details(question_, details);
        return details;
    }
    [[nodiscard]] Shown shown(std::int32_t cell) const {
        Shown shown;
        const Sitting sitting;
        solver().shown(question_, cell, shown);
        return shown;
    }
    [[nodiscard]] bool feasible() const {
        const Sitting sitting;
        return solver().feasible(question_);
    }
    [[nodiscard]] ExactCounter counter(std::optional<std::int32_t> probe, bool propagate) const {
        const Interruptible interruptible;
        return solver().counter(question_, {probe.value_or(-1), propagate});
    }

    [[nodiscard]] std::unique_ptr<Sampler> sampler() const {
        auto sampler = std::make_unique<Sampler>();
        const Interruptible interruptible;
        sampler->prepare(question_);
        return sampler;
    }

  private:
    nb::object graph_;
    States states_;
    Question question_;
};

// The bytes of a solution are its probabilities.
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
    if (cells != sampler.cells()) throw nb::value_error("one column a cell is needed");
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

}  // namespace

void bind_question(nb::module_& m) {
    nb::class_<Solution>(m, "Solution", nb::type_slots(kProbabilities),
                         "What is known about every cell of a position.")
        .def_prop_ro(
            "mine_probability",
            [](nb::handle_t<Solution> self) {
                return nb::steal(PyMemoryView_FromObject(self.ptr()));
            },
            nb::sig("def mine_probability(self) -> memoryview"),
            "P(at least one mine) by cell, as doubles; nan where revealed.")
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

    nb::class_<Shown>(m, "Shown", "What a covered cell would show, given that it is safe.")
        .def_ro("first", &Shown::first, "The least number.")
        .def_ro("probability", &Shown::probability, "Of first, first + 1, ...");

    nb::class_<Sampler>(m, "Sampler", "Layouts drawn from all that fit a position.")
        .def("fill", &fill, nb::arg("seed"), nb::arg("first"), nb::arg("rows"),
             "Write layouts number first, first + 1, ... of a seed into the rows.");

    nb::class_<Asked>(m, "Question", "A position with what is asked of it.")
        .def(
            "__init__",
            [](Asked* self, nb::handle_t<Graph> graph, States states,
               std::optional<std::int64_t> mines, std::optional<double> odds, int max_per_cell,
               double log2_states, std::uint64_t bytes) {
                new (self) Asked(nb::borrow(graph), std::move(states), mines, odds, max_per_cell,
                                 {log2_states, bytes});
            },
            nb::arg("graph"), nb::arg("states"), nb::arg("mines").none(), nb::arg("odds").none(),
            nb::arg("max_per_cell"), nb::arg("log2_states"), nb::arg("bytes"))
        .def("solve", &Asked::solve, "Probabilities and certain cells.")
        .def("details", &Asked::details,
             "Groups with their distributions, and the mines in the frontier.")
        .def("shown", &Asked::shown, nb::arg("cell"), "What a covered cell would show.")
        .def("feasible", &Asked::feasible, "Whether any layout fits.")
        .def("sampler", &Asked::sampler, "What draws layouts that fit.")
        .def("counter", &Asked::counter, nb::arg("probe").none(), nb::arg("propagate"),
             "Exact counts; with a probe, given that this cell is safe, by what it shows.");
}

}  // namespace sapper::bindings
