// The service, with a host in Python for the boards that only Python knows.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "interruptible.hpp"
#include "service/limits.hpp"
#include "service/service.hpp"
#include "support/input_error.hpp"

namespace sapper::bindings {

namespace {

using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Targets = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Spec and title, kind, shape, mines, and the neighbour lists.
using KnownBoard = std::tuple<std::string, std::string, std::string, Shape,
                              std::optional<std::int64_t>, Offsets, Targets>;

service::ServedBoard to_board(const KnownBoard& known) {
    const auto& [spec, title, kind, shape, mines, offsets, targets] = known;
    service::ServedBoard board;
    board.spec = spec;
    board.title = title;
    board.kind = kind;
    board.shape = shape;
    board.mines = mines;
    board.lattice = find_kind(kind);  // a registered kind may have boards of a built-in one
    auto lists = std::make_shared<NeighborLists>();
    lists->offsets.assign(offsets.data(), offsets.data() + offsets.shape(0));
    lists->targets.assign(targets.data(), targets.data() + targets.shape(0));
    board.lists = std::move(lists);
    return board;
}

// Converts errors of Python about specs to those of the core; the others pass through it.
template <class Call>
auto in_core(Call call) {
    const nb::gil_scoped_acquire lock;
    try {
        return call();
    } catch (nb::python_error& error) {
        if (!error.matches(nb::module_::import_("sapper.errors").attr("SpecError"))) throw;
        throw SpecError(nb::str(error.value()).c_str());
    }
}

// Calls `host.find_board(spec, max_per_cell)`, `host.places(nodes, edges)` and
// `host.added_kinds()`.
class PythonHost : public service::Host {
  public:
    explicit PythonHost(nb::handle host) : host_(host) {}

    std::optional<service::ServedBoard> find_board(const std::string& spec,
                                                   int max_per_cell) override {
        return in_core([&]() -> std::optional<service::ServedBoard> {
            const nb::object found = host_.attr("find_board")(spec, max_per_cell);
            if (found.is_none()) return std::nullopt;
            return to_board(nb::cast<KnownBoard>(found));
        });
    }

    std::optional<service::Places> places(const service::ServedBoard& board) override {
        return in_core([&]() -> std::optional<service::Places> {
            nb::list pairs;
            for (std::size_t cell = 0; cell + 1 < board.lists->offsets.size(); ++cell)
                for (auto i = static_cast<std::size_t>(board.lists->offsets[cell]);
                     i < static_cast<std::size_t>(board.lists->offsets[cell + 1]); ++i)
                    if (static_cast<std::int64_t>(cell) < board.lists->targets[i])
                        pairs.append(nb::make_tuple(cell, board.lists->targets[i]));
            return nb::cast<service::Places>(host_.attr("places")(board.size(), pairs));
        });
    }

    std::vector<std::string> added_kinds() override {
        return in_core(
            [&] { return nb::cast<std::vector<std::string>>(host_.attr("added_kinds")()); });
    }

  private:
    nb::handle host_;
};

std::tuple<int, nb::bytes> answer(const std::string& route, const nb::bytes& request,
                                  nb::handle host) {
    PythonHost python(host);
    service::Answer found;
    {
        const Interruptible unlocked;
        found = service::answer(route, {request.c_str(), request.size()}, python);
    }
    return {found.status, nb::bytes(found.body.data(), found.body.size())};
}

}  // namespace

void bind_service(nb::module_& m) {
    m.def("answer", &answer, nb::arg("route"), nb::arg("request"), nb::arg("host"),
          "Answer a request of the page: JSON in, an HTTP status and JSON out. The host finds the "
          "boards that the core does not know.");
    m.def(
        "service_routes",
        [] {
            std::vector<std::string> names;
            for (const std::string_view name : service::routes()) names.emplace_back(name);
            return names;
        },
        "Return the routes that answer() knows.");
    m.def(
        "size_fault",
        [](const std::string& spec, std::int64_t cells, std::int64_t entries, bool to_play) {
            return service::size_fault(
                spec, cells, entries,
                to_play ? service::Purpose::kGame : service::Purpose::kAnalysis);
        },
        nb::arg("spec"), nb::arg("cells"), nb::arg("entries"), nb::arg("to_play"),
        "Return why a board is too large to be analysed or played; None if it is not.");
    m.attr("MAX_BODY") = service::kMostBytes;
    m.attr("MAX_ANALYSED_CELLS") = service::kMostAnalysedCells;
    m.attr("MAX_ANALYSED_ENTRIES") = service::kMostAnalysedEntries;
    m.attr("MAX_PLAYED_CELLS") = service::kMostPlayedCells;
    m.attr("MAX_PLAYED_ENTRIES") = service::kMostPlayedEntries;
    m.attr("MAX_EDGES") = service::kMostEdges;
    m.attr("MAX_DRAWN") = service::kMostDrawnNodes;
}

}  // namespace sapper::bindings
