#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>
#include <unordered_map>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "support/cancellation.hpp"
#include "theory/layout_classes.hpp"

namespace sapper::bindings {

namespace {

using Mined = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Fraction = std::pair<std::uint64_t, std::uint64_t>;
using Counts = std::vector<std::pair<Fraction, std::uint64_t>>;

// Classes that threads may share; calls are serialised.
class SharedLayoutClasses {
  public:
    SharedLayoutClasses(const Graph& graph, const std::vector<std::int32_t>& kept_free,
                        int most_moved)
        : cells_(static_cast<std::size_t>(graph.size())), classes_(graph, kept_free, most_moved) {}

    Fraction share(const Mined& mined) {
        const Exclusive exclusive(mutex_);
        const auto found = classes_.share({mined.data(), mined.shape(0)});
        return {found.won, found.all};
    }

    Counts sample(const Deal& deal, std::uint64_t seed, std::uint64_t from, std::uint64_t count) {
        if (static_cast<std::size_t>(deal.graph().size()) != cells_)
            throw std::invalid_argument("the deal is of another board");
        const Exclusive exclusive(mutex_);
        std::map<Fraction, std::uint64_t> counts;
        Layout layout;
        std::vector<std::uint8_t> mined(cells_);
        for (std::uint64_t index = from; index < from + count; ++index) {
            poll_cancellation();
            deal.lay(seed, index, layout);
            std::transform(layout.mines.begin(), layout.mines.end(), mined.begin(),
                           [](std::int16_t mines) { return mines != 0 ? 1 : 0; });
            const auto found = classes_.share(mined);
            ++counts[{found.won, found.all}];
        }
        return {counts.begin(), counts.end()};
    }

    Counts all(const std::vector<std::int32_t>& allowed, std::size_t mines) {
        if (mines > allowed.size()) throw std::invalid_argument("there are too many mines");
        const Exclusive exclusive(mutex_);
        std::map<Fraction, std::uint64_t> counts;
        std::vector<std::uint8_t> chosen(allowed.size(), 0), mined(cells_, 0);
        std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(mines), 1);
        // The shares of layouts of classes that were explored before.
        std::unordered_map<std::uint64_t, Fraction> known;
        do {
            poll_cancellation();
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < allowed.size(); ++i) {
                mined.at(static_cast<std::size_t>(allowed[i])) = chosen[i];
                if (cells_ <= 64 && chosen[i] != 0) bits |= std::uint64_t{1} << allowed[i];
            }
            auto found = known.find(bits);
            if (found == known.end()) {
                const auto share = classes_.share(mined);
                if (cells_ <= 64)
                    for (const std::uint64_t member : classes_.members())
                        known[member] = {share.won, share.all};
                found = known.insert_or_assign(bits, Fraction{share.won, share.all}).first;
            }
            ++counts[found->second];
            known.erase(found);
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
        return {counts.begin(), counts.end()};
    }

  private:
    std::mutex mutex_;
    const std::size_t cells_;
    LayoutClasses classes_;
};

}  // namespace

void bind_layout_classes(nb::module_& m) {
    nb::class_<SharedLayoutClasses>(m, "LayoutClasses",
                                    "Classes of layouts between which every player must guess.")
        .def(nb::init<const Graph&, const std::vector<std::int32_t>&, int>(),
             nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("kept_free"), nb::arg("most_moved"))
        .def("share", &SharedLayoutClasses::share, nb::arg("mined"),
             "Return an upper bound on the share of the class of a layout that can be won, as "
             "numerator and denominator.")
        .def("sample", &SharedLayoutClasses::sample, nb::arg("deal"), nb::arg("seed"),
             nb::arg("first_game"), nb::arg("games"),
             "Return the shares of the layouts of these games, each with the number of games.")
        .def("all", &SharedLayoutClasses::all, nb::arg("allowed"), nb::arg("mines"),
             "Return the shares of all layouts with mines in allowed cells, each with the number "
             "of layouts.");
}

}  // namespace sapper::bindings
