#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.hpp"
#include "counter.hpp"

namespace sapper::bindings {

void bind_counter(nb::module_& m) {
    using Numbers = std::vector<std::uint64_t>;
    nb::class_<Counter>(m, "Counter", "Exact counts as residues modulo large primes.")
        .def(
            "__init__",
            [](Counter* self, const Graph& graph, const States& states, int max_per_cell,
               std::int32_t probe, bool propagate, double log2_states, std::uint64_t bytes) {
                new (self) Counter(position(graph, states, max_per_cell), {probe, propagate},
                                   {log2_states, bytes});
            },
            nb::arg("graph"), nb::arg("states"), nb::arg("max_per_cell"), nb::arg("probe"),
            nb::arg("propagate"), nb::arg("log2_states"), nb::arg("bytes"))
        .def(
            "counts",
            [](const Counter& self, int prime_index) {
                std::vector<std::vector<std::tuple<int, int, Numbers>>> out;
                {
                    nb::gil_scoped_release release;
                    for (auto& component : self.counts(prime_index)) {
                        auto& found = out.emplace_back();
                        for (auto& c : component)
                            found.emplace_back(c.shown, c.low, std::move(c.residues));
                    }
                }
                return out;
            },
            nb::arg("prime_index"), "By component: (shown, least mines, residues by mines).")
        .def(
            "shares",
            [](const Counter& self, int prime_index, int component, const std::vector<int>& above) {
                std::vector<std::vector<std::pair<int, Numbers>>> out;
                {
                    nb::gil_scoped_release release;
                    for (auto& mines : self.shares(prime_index, component, above)) {
                        auto& found = out.emplace_back();
                        for (auto& s : mines) found.emplace_back(s.low, std::move(s.residues));
                    }
                }
                return out;
            },
            nb::arg("prime_index"), nb::arg("component"), nb::arg("above"),
            "By number of mines in the component and by group: (least mines, residues).")
        .def_prop_ro(
            "groups",
            [](const Counter& self) {
                std::vector<std::vector<std::pair<std::vector<int>, bool>>> out;
                const Problem& p = self.problem();
                for (const Component& component : p.components) {
                    auto& groups = out.emplace_back();
                    for (int g = component.group_begin; g < component.group_end; ++g) {
                        const Group& group = p.groups[static_cast<std::size_t>(g)];
                        groups.emplace_back(
                            std::vector<int>(p.group_cells.begin() + group.cell_begin,
                                             p.group_cells.begin() + group.cell_end),
                            group.flagged);
                    }
                }
                return out;
            },
            "By component: (cells, flagged) of each group.")
        .def_prop_ro(
            "values",
            [](const Counter& self) {
                const auto& value = self.values();
                return std::vector<int>(value.begin(), value.end());
            },
            "The mines of every cell where they are known, else -1.")
        .def_prop_ro("known_mines", [](const Counter& self) { return self.problem().known_mines; })
        .def_prop_ro("floating", [](const Counter& self) { return self.problem().floating; })
        .def_prop_ro("floating_flagged",
                     [](const Counter& self) { return self.problem().floating_flagged; })
        .def_prop_ro("probe_base", [](const Counter& self) { return self.problem().probe_base; })
        .def_prop_ro("probe_component",
                     [](const Counter& self) { return self.problem().probed_component(); });
    m.def("prime", &Residue::prime, nb::arg("index"), "The largest primes below 2^62, descending.");
}

}  // namespace sapper::bindings
