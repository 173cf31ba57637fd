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
    throw std::invalid_argument("the level is single, subtraction or engine, not " + name);
}

// Counts the safe cells of a layout that stay covered if only certain cells are opened.
std::int64_t safe_left(const Deal& deal, const States& mines, const std::string& level) {
    const auto cells = static_cast<std::size_t>(deal.graph().size());
    if (mines.shape(0) != cells)
        throw std::invalid_argument("one number of mines per cell is needed");
    CertainPlay play(deal, level_named(level));
    Layout& layout = play.game.layout;
    layout.mines.assign(mines.data(), mines.data() + cells);
    std::int64_t total = 0;
    for (const std::int16_t mined : layout.mines) {
        if (mined < 0 || mined > 1)
            throw std::invalid_argument("a cell must hold 0 or 1 mines, not " +
                                        std::to_string(mined));
        total += mined;
    }
    if (total != deal.mines() || layout.mines[static_cast<std::size_t>(deal.start())] != 0)
        throw std::invalid_argument("the layout does not belong to the deal");
    layout.number(deal.graph());
    const Interruptible interruptible;
    return play.play();
}

}  // namespace

void bind_no_guess(nb::module_& m) {
    nb::class_<NoGuess>(m, "NoGuess", "Search for a layout that can be solved without guessing.")
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
            "The layout that was found: the number of mines of each cell.");
    m.def("safe_left", &safe_left, nb::arg("deal"), nb::arg("mines"), nb::arg("level"),
          "Count the safe cells of a layout that stay covered if only certain cells are opened.");
}

}  // namespace sapper::bindings
