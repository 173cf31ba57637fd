#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "counting/exact_counter.hpp"
#include "interruptible.hpp"

namespace sapper::bindings {

namespace {

// Frontier cells with exactly the same clues.
struct CountedGroup {
    std::vector<std::int32_t> cells;
    bool flagged;
};

std::vector<std::vector<CountedGroup>> groups(const ExactCounter& counter) {
    std::vector<std::vector<CountedGroup>> out;
    const Problem& p = counter.problem();
    for (const Component& component : p.components) {
        auto& found = out.emplace_back();
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const Group& group = p.groups[static_cast<std::size_t>(g)];
            found.push_back(
                {{p.group_cells.begin() + group.cell_begin, p.group_cells.begin() + group.cell_end},
                 group.flagged});
        }
    }
    return out;
}

}  // namespace

void bind_counter(nb::module_& m) {
    nb::class_<ExactCounter::Count>(m, "Count",
                                    "The layouts of a component by its number of mines.")
        .def_ro("shown", &ExactCounter::Count::shown, "The probe's clue value, above its base.")
        .def_ro("low", &ExactCounter::Count::low, "The least number of mines.")
        .def_ro("residues", &ExactCounter::Count::residues,
                "The numbers of layouts with low, low + 1, ... mines.");
    nb::class_<ExactCounter::Marginal>(
        m, "Share", "The layouts of a component by the number of mines in a group.")
        .def_ro("low", &ExactCounter::Marginal::low, "The least number of mines.")
        .def_ro("residues", &ExactCounter::Marginal::residues,
                "The numbers of layouts with low, low + 1, ... mines.");
    nb::class_<CountedGroup>(m, "CountedGroup", "Frontier cells with exactly the same clues.")
        .def_ro("cells", &CountedGroup::cells)
        .def_ro("flagged", &CountedGroup::flagged);
    nb::class_<ExactCounter>(m, "ExactCounter", "Exact counts as residues modulo large primes.")
        .def("counts", &ExactCounter::counts, nb::arg("prime_index"),
             nb::call_guard<Interruptible>(),
             "Return the counts by component: one each, but one per clue value for the probe's.")
        .def("shares", &ExactCounter::marginals, nb::arg("prime_index"), nb::arg("component"),
             nb::arg("above"), nb::call_guard<Interruptible>(),
             "Return the shares of a component by its number of mines above the least, then by "
             "group.")
        .def_prop_ro("groups", &groups, "The groups by component.")
        .def_prop_ro(
            "values",
            [](const ExactCounter& self) {
                const auto& value = self.values();
                return std::vector<int>(value.begin(), value.end());
            },
            "The number of mines of each cell if it is known, else -1.")
        .def_prop_ro("known_mines",
                     [](const ExactCounter& self) { return self.problem().known_mines; })
        .def_prop_ro("floating", [](const ExactCounter& self) { return self.problem().floating; })
        .def_prop_ro("floating_flagged",
                     [](const ExactCounter& self) { return self.problem().floating_flagged; })
        .def_prop_ro("probe_base",
                     [](const ExactCounter& self) { return self.problem().probe_base; })
        .def_prop_ro("probe_component",
                     [](const ExactCounter& self) { return self.problem().probed_component(); });
    m.def("prime", &Residue::prime, nb::arg("index"),
          "Return a prime from the list of the largest primes below 2^62, descending.");
}

}  // namespace sapper::bindings
