#include <nanobind/stl/vector.h>

#include <atomic>
#include <mutex>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "theory/ambiguous_patterns.hpp"

namespace sapper::bindings {

namespace {

// A search with the flag that ends it from another thread.
class Finder {
  public:
    Finder(const Graph& graph, int most_mines) : search_(graph, most_mines, cancelled_) {}

    std::vector<AmbiguousPattern> from(std::int32_t root) {
        const Exclusive exclusive(mutex_);
        return search_.from(root);
    }
    void cancel() { cancelled_ = true; }
    [[nodiscard]] std::uint64_t nodes() const { return search_.nodes(); }

  private:
    std::atomic<bool> cancelled_{false};
    std::mutex mutex_;
    AmbiguitySearch search_;
};

}  // namespace

void bind_ambiguity(nb::module_& m) {
    nb::class_<AmbiguousPattern>(m, "AmbiguousPattern", "Mines that nothing tells from others.")
        .def_ro("first", &AmbiguousPattern::first, "Cells mined in the first case only.")
        .def_ro("second", &AmbiguousPattern::second, "Cells mined in the second case only.")
        .def_ro("common", &AmbiguousPattern::common, "Cells that must be mined in both.");
    nb::class_<Finder>(m, "AmbiguitySearch", "Finds patterns that nothing tells apart.")
        .def(nb::init<const Graph&, int>(), nb::keep_alive<1, 2>(), nb::arg("graph"),
             nb::arg("most_mines"))
        .def("patterns", &Finder::from, nb::arg("root"),
             "All patterns whose least cell is the root.")
        .def("cancel", &Finder::cancel, "End the search that runs in another thread.")
        .def_prop_ro("nodes", &Finder::nodes, "Steps of the search so far.");
}

}  // namespace sapper::bindings
