#include <nanobind/stl/vector.h>

#include <mutex>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "theory/ambiguous_patterns.hpp"

namespace sapper::bindings {

namespace {

// A search that threads may share; calls are serialised.
class SharedAmbiguitySearch {
  public:
    SharedAmbiguitySearch(const Graph& graph, int most_mines, bool unequal)
        : search_(graph, most_mines, unequal) {}

    std::vector<AmbiguousPattern> from(std::int32_t root) {
        const Exclusive exclusive(mutex_);
        return search_.from(root);
    }
    [[nodiscard]] std::uint64_t nodes() const { return search_.nodes(); }

  private:
    std::mutex mutex_;
    AmbiguitySearch search_;
};

}  // namespace

void bind_ambiguity(nb::module_& m) {
    nb::class_<AmbiguousPattern>(m, "AmbiguousPattern",
                                 "Two sets of mines that no clue distinguishes.")
        .def_ro("first", &AmbiguousPattern::first, "Cells mined in the first case only.")
        .def_ro("second", &AmbiguousPattern::second, "Cells mined in the second case only.")
        .def_ro("common", &AmbiguousPattern::common, "Cells that must be mined in both.");
    nb::class_<SharedAmbiguitySearch>(m, "AmbiguitySearch", "Search for ambiguous patterns.")
        .def(nb::init<const Graph&, int, bool>(), nb::keep_alive<1, 2>(), nb::arg("graph"),
             nb::arg("most_mines"), nb::arg("unequal") = false)
        .def("patterns", &SharedAmbiguitySearch::from, nb::arg("root"),
             "Return all patterns whose least cell is the root.")
        .def_prop_ro("nodes", &SharedAmbiguitySearch::nodes, "Search nodes visited so far.");
}

}  // namespace sapper::bindings
