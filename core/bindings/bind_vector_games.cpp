#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "play/vector_games.hpp"

namespace sapper::bindings {

namespace {

using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Cells = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ProbabilityRows = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Row = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;
template <class T>
using Rows = nb::ndarray<nb::numpy, const T, nb::ndim<2>>;

// Vectorised games that Python threads may share; calls are serialised.
class SharedGames {
  public:
    SharedGames(const Graph& graph, std::int64_t mines, int max_per_cell, const std::string& first,
                std::size_t games, const Rewards& rewards, std::int64_t patience)
        : games_(graph, mines, max_per_cell, first_rule(first), games, rewards, patience) {}

    void begin(const Words& seeds, const Words& indices) {
        const std::span own{seeds.data(), seeds.shape(0)};
        const std::span numbers{indices.data(), indices.shape(0)};
        const Exclusive exclusive(mutex_);
        games_.begin(own, numbers);
    }

    void step(const Cells& cells) {
        const std::span clicks{cells.data(), cells.shape(0)};
        const Exclusive exclusive(mutex_);
        games_.step(clicks);
    }

    void replace_finished() {
        const Exclusive exclusive(mutex_);
        games_.replace_finished();
    }

    void probabilities(const ProbabilityRows& rows, int threads) {
        if (rows.shape(0) != games_.games() || rows.shape(1) != games_.cells())
            throw nb::value_error("one row per game and one column per cell are needed");
        const std::span out{rows.data(), rows.size()};
        const Exclusive exclusive(mutex_);
        games_.probabilities(out, threads);
    }

    [[nodiscard]] nb::list snapshot() const {
        nb::list arrays;
        for (const std::span<const std::byte> bytes : games_.snapshot())
            arrays.append(nb::bytes(bytes.data(), bytes.size()));
        return arrays;
    }

    void restore(const std::vector<nb::bytes>& arrays) {
        std::vector<std::span<const std::byte>> snapshot;
        for (const nb::bytes& bytes : arrays)
            snapshot.push_back(std::as_bytes(std::span(bytes.c_str(), bytes.size())));
        games_.restore(snapshot);
    }

    [[nodiscard]] const VectorGames& games() const { return games_; }

  private:
    VectorGames games_;
    std::mutex mutex_;
};

template <class T>
auto row(std::span<const T> (VectorGames::*values)() const) {
    return [values](const SharedGames& g) {
        const std::span<const T> found = (g.games().*values)();
        return Row<T>(found.data(), {found.size()});
    };
}

template <class T>
auto rows(std::span<const T> (VectorGames::*values)() const) {
    return [values](const SharedGames& g) {
        return Rows<T>((g.games().*values)().data(), {g.games().games(), g.games().cells()});
    };
}

}  // namespace

void bind_vector_games(nb::module_& m) {
    constexpr auto view = nb::rv_policy::reference_internal;
    nb::class_<SharedGames>(
        m, "VectorGames",
        "Vectorised games, with one click per game and step. The arrays are views that every call "
        "overwrites; they must not be read during a call.")
        .def(
            "__init__",
            [](SharedGames* self, const Graph& graph, std::int64_t mines, int max_per_cell,
               const std::string& first, std::size_t games, double won, double lost, double opened,
               double share, double guess, double useless, std::int64_t patience) {
                new (self) SharedGames(graph, mines, max_per_cell, first, games,
                                       {won, lost, opened, share, guess, useless}, patience);
            },
            nb::keep_alive<1, 2>(), nb::arg("graph"), nb::arg("mines"), nb::arg("max_per_cell"),
            nb::arg("first"), nb::arg("games"), nb::kw_only(), nb::arg("won"), nb::arg("lost"),
            nb::arg("opened"), nb::arg("share"), nb::arg("guess"), nb::arg("useless"),
            nb::arg("patience"))
        .def("begin", &SharedGames::begin, nb::arg("seeds"), nb::arg("indices"),
             "Reset every slot to the start of a game of its seed.")
        .def("step", &SharedGames::step, nb::arg("cells"),
             "Click once per game; a game that has ended is replaced by the next one of its seed.")
        .def("replace_finished", &SharedGames::replace_finished,
             "Start the next game of its seed in every slot whose game is over.")
        .def("probabilities", &SharedGames::probabilities, nb::arg("rows"), nb::arg("threads"),
             "Write the mine probability of every cell; nan for opened cells.")
        .def("snapshot", &SharedGames::snapshot, nb::sig("def snapshot(self) -> list[bytes]"),
             "Return all arrays as bytes.")
        .def("restore", &SharedGames::restore, nb::arg("arrays"),
             "Restore a snapshot of games of the same kind and number.")
        .def_prop_ro("states", rows(&VectorGames::states), view,
                     "The state of each cell, as the player sees it.")
        .def_prop_ro("openable", rows(&VectorGames::openable), view,
                     "1 if a cell can be opened, else 0.")
        .def_prop_ro("rewards", row(&VectorGames::rewards), view, "The rewards of the last step.")
        .def_prop_ro("won", row(&VectorGames::won), view)
        .def_prop_ro("lost", row(&VectorGames::lost), view)
        .def_prop_ro("cut", row(&VectorGames::cut), view,
                     "1 if a game was truncated after `patience` useless clicks in a row.")
        .def_prop_ro("seeds", row(&VectorGames::seeds), view)
        .def_prop_ro("indices", row(&VectorGames::indices), view);
}

}  // namespace sapper::bindings
