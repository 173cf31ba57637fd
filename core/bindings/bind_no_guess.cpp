#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "interruptible.hpp"
#include "play/no_guess.hpp"

namespace sapper::bindings {

namespace {

Level level_named(const std::string& name) {
    if (name == "single") return Level::kSingle;
    if (name == "subtraction") return Level::kSubtraction;
    if (name == "engine") return Level::kEngine;
    throw std::invalid_argument("the level is single, subtraction or engine");
}

// What of a layout stays covered when nothing but what is certain is opened.
std::int64_t safe_left(const Deal& deal, const States& mines, const std::string& level) {
    const auto cells = static_cast<std::size_t>(deal.graph().size());
    if (mines.shape(0) != cells)
        throw std::invalid_argument("one number of mines a cell is needed");
    CertainPlay play(deal, level_named(level));
    Layout& layout = play.game.layout;
    layout.mines.assign(mines.data(), mines.data() + cells);
    std::int64_t total = 0;
    for (const std::int16_t here : layout.mines) {
        if (here < 0 || here > 1) throw std::invalid_argument("a cell holds one mine at most");
        total += here;
    }
    if (total != deal.mines() || layout.mines[static_cast<std::size_t>(deal.start())] != 0)
        throw std::invalid_argument("the layout is none of the deal");
    layout.number(deal.graph());
    const Interruptible interruptible;
    return play.play();
}

}  // namespace

void bind_no_guess(nb::module_& m) {
    nb::class_<NoGuess>(m, "NoGuess", "The search for a layout that is solved without a guess.")
        .def(
            "__init__",
            [](NoGuess* self, const Deal& deal, const std::string& level, bool uniform,
               std::uint64_t seed, std::uint64_t index, std::uint64_t most_tries) {
                new (self) NoGuess(deal, level_named(level), uniform, seed, index, most_tries);
            },
            nb::keep_alive<1, 2>(), nb::arg("deal"), nb::arg("level"), nb::arg("uniform"),
            nb::arg("seed"), nb::arg("index"), nb::arg("most_tries"))
        .def(
            "search",
            [](NoGuess& self, std::optional<nb::callable> progress) {
                const Interruptible interruptible(std::move(progress));
                return self.search();
            },
            nb::arg("progress") = nb::none(),
            nb::sig(
                "def search(self, progress: collections.abc.Callable[[], object] | None = None) "
                "-> bool"),
            "Search; return whether a layout was found. `progress` is called about twenty times "
            "per second.")
        .def_prop_ro("tries", &NoGuess::tries, "Layouts tried so far.")
        .def_prop_ro(
            "mines",
            [](const NoGuess& n) {
                return std::vector<int>(n.layout().mines.begin(), n.layout().mines.end());
            },
            "The layout that was found: mines by cell.");
    m.def("safe_left", &safe_left, nb::arg("deal"), nb::arg("mines"), nb::arg("level"),
          "Count the safe cells of a layout that certain clicks do not open.");
}

}  // namespace sapper::bindings
