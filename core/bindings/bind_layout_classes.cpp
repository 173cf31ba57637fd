#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <tuple>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "support/cancellation.hpp"
#include "theory/layout_classes.hpp"
#include "theory/layout_tally.hpp"

namespace sapper::bindings {

namespace {

using Mined = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Entry = std::tuple<std::int32_t, std::int32_t, std::uint64_t, std::uint64_t, std::uint64_t>;

// Classes that threads may share; calls are serialised.
class SharedLayoutClasses {
  public:
    SharedLayoutClasses(const Graph& graph, const std::vector<std::int32_t>& kept_free,
                        int most_moved)
        : classes_(graph, kept_free, most_moved) {}

    std::pair<std::uint64_t, std::uint64_t> share(const Mined& mined) {
        const Exclusive exclusive(mutex_);
        const auto found = classes_.share({mined.data(), mined.shape(0)});
        return {found.won, found.all};
    }

  private:
    std::mutex mutex_;
    LayoutClasses classes_;
};

// A tally that threads may share; calls are serialised.
class SharedLayoutTally {
  public:
    SharedLayoutTally(const Graph& graph, std::int32_t start,
                      const std::vector<std::int32_t>& kept_free, int most_moved,
                      bool second_clicks)
        : cells_(static_cast<std::size_t>(graph.size())),
          tally_(graph, start, kept_free, most_moved, second_clicks) {}

    void add_games(const Deal& deal, std::uint64_t seed, std::uint64_t from, std::uint64_t count) {
        if (static_cast<std::size_t>(deal.graph().size()) != cells_)
            throw std::invalid_argument("the deal is of another board");
        const Exclusive exclusive(mutex_);
        Layout layout;
        std::vector<std::uint8_t> mined(cells_);
        for (std::uint64_t index = from; index < from + count; ++index) {
            poll_cancellation();
            deal.lay(seed, index, layout);
            std::transform(layout.mines.begin(), layout.mines.end(), mined.begin(),
                           [](std::int16_t mines) { return mines != 0 ? 1 : 0; });
            tally_.add(mined);
        }
    }

    void add_all(const std::vector<std::int32_t>& allowed, std::size_t mines) {
        const Exclusive exclusive(mutex_);
        tally_.add_all(allowed, mines);
    }

    std::vector<Entry> entries() {
        const Exclusive exclusive(mutex_);
        std::vector<Entry> result;
        for (const auto& entry : tally_.entries())
            result.emplace_back(entry.number, entry.second, entry.share.won, entry.share.all,
                                entry.layouts);
        return result;
    }

  private:
    std::mutex mutex_;
    const std::size_t cells_;
    LayoutTally tally_;
};

}  // namespace

void bind_layout_classes(nb::module_& m) {
    nb::class_<SharedLayoutClasses>(m, "LayoutClasses",
                                    "Classes of layouts between which every player must guess.")
        .def(nb::init<const Graph&, const std::vector<std::int32_t>&, int>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("kept_free"), nb::arg("most_moved"))
        .def("share", &SharedLayoutClasses::share, nb::arg("mined"),
             "Return an upper bound on the share of the class of a layout that can be won, as "
             "numerator and denominator.");
    nb::class_<SharedLayoutTally>(m, "LayoutTally",
                                  "Counts layouts by the share of their class that can be won, "
                                  "given the first two clicks.")
        .def(nb::init<const Graph&, std::int32_t, const std::vector<std::int32_t>&, int, bool>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("start"), nb::arg("kept_free"),
             nb::arg("most_moved"), nb::arg("second_clicks"))
        .def("add_games", &SharedLayoutTally::add_games, nb::arg("deal"), nb::arg("seed"),
             nb::arg("first_game"), nb::arg("games"), "Add the layouts of some games.")
        .def("add_all", &SharedLayoutTally::add_all, nb::arg("allowed"), nb::arg("mines"),
             "Add all layouts with mines in allowed cells.")
        .def("entries", &SharedLayoutTally::entries,
             "Return the first number, the second cell, the share as numerator and denominator, "
             "and the number of layouts.");
}

}  // namespace sapper::bindings
