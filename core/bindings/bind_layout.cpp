#include <stdexcept>

#include "bindings.hpp"
#include "board/click_units.hpp"
#include "board/zini.hpp"
#include "interruptible.hpp"

namespace sapper::bindings {

namespace {

using Order = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Opened = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A layout with its click units.
class MeasuredLayout {
  public:
    MeasuredLayout(const Graph& graph, const States& mines)
        : graph_(graph), layout_(numbered(graph, mines)), units_(graph, layout_) {}

    // units_ refers to layout_.
    MeasuredLayout(const MeasuredLayout&) = delete;
    MeasuredLayout& operator=(const MeasuredLayout&) = delete;

    [[nodiscard]] std::size_t size() const { return layout_.mines.size(); }
    [[nodiscard]] const ClickUnits& units() const { return units_; }

    [[nodiscard]] std::int64_t clicks(const Order& order, Zini kind) const {
        std::vector<char> seen(layout_.mines.size(), 0);
        if (order.shape(0) != seen.size())
            throw std::invalid_argument("one entry per cell is needed");
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const std::int32_t cell = order.data()[i];
            if (cell < 0 || cell >= graph_.size() || seen[static_cast<std::size_t>(cell)])
                throw std::invalid_argument("the order must hold every cell once");
            seen[static_cast<std::size_t>(cell)] = 1;
        }
        const Interruptible interruptible;
        return zini(graph_, layout_, units_, {order.data(), seen.size()}, kind);
    }

  private:
    static Layout numbered(const Graph& graph, const States& mines) {
        if (mines.shape(0) != static_cast<std::size_t>(graph.size()))
            throw std::invalid_argument("one number of mines per cell is needed");
        Layout layout;
        layout.mines.assign(mines.data(), mines.data() + mines.shape(0));
        layout.number(graph);
        return layout;
    }

    const Graph& graph_;
    Layout layout_;
    ClickUnits units_;
};

}  // namespace

void bind_layout(nb::module_& m) {
    nb::class_<MeasuredLayout>(m, "MeasuredLayout",
                               "A layout with its 3BV, openings, islands and ZiNi.")
        .def(nb::init<const Graph&, const States&>(), nb::keep_alive<1, 2>(), nb::arg("graph"),
             nb::arg("mines"))
        .def_prop_ro("bbbv", [](const MeasuredLayout& l) { return l.units().bbbv(); })
        .def_prop_ro("openings", [](const MeasuredLayout& l) { return l.units().openings(); })
        .def_prop_ro("islands", [](const MeasuredLayout& l) { return l.units().islands(); })
        .def(
            "solved",
            [](const MeasuredLayout& l, const Opened& opened) {
                if (opened.shape(0) != l.size())
                    throw std::invalid_argument("one entry per cell is needed");
                return l.units().solved({opened.data(), opened.shape(0)});
            },
            nb::arg("opened"),
            "Return the part of the 3BV that is solved once these cells are open.")
        .def(
            "zini",
            [](const MeasuredLayout& l, const Order& order) {
                return l.clicks(order, Zini::kGreedy);
            },
            nb::arg("order"),
            "Return the greedy ZiNi; equal premiums are decided by the order of the cells.")
        .def(
            "human_zini",
            [](const MeasuredLayout& l, const Order& order) {
                return l.clicks(order, Zini::kHuman);
            },
            nb::arg("order"),
            "Return the same with all openings first and chords at opened cells only.");
}

}  // namespace sapper::bindings
