#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "board/cell_names.hpp"
#include "expired.hpp"
#include "explanation/position_faults.hpp"
#include "explanation/reason_text.hpp"
#include "explanation/reasons.hpp"
#include "owned_question.hpp"

namespace sapper::bindings {

namespace {

constexpr ReasonKind kReasonKinds[] = {ReasonKind::kOneClue,   ReasonKind::kSubset,
                                       ReasonKind::kOverlap,   ReasonKind::kSeveralClues,
                                       ReasonKind::kMineCount, ReasonKind::kFlag};

ReasonKind reason_kind(const std::string& name) {
    for (const ReasonKind kind : kReasonKinds)
        if (name == name_of(kind)) return kind;
    throw std::invalid_argument("no such kind of reason");
}

const char* name_of_fault(FaultKind kind) {
    switch (kind) {
        case FaultKind::kClueAboveRoom:
            return "clue-above-room";
        case FaultKind::kClueBelowFlags:
            return "clue-below-flags";
        case FaultKind::kClueAboveMines:
            return "clue-above-mines";
        case FaultKind::kMinesAboveRoom:
            return "mines-above-room";
        case FaultKind::kMinesBelowFlags:
            break;
    }
    return "mines-below-flags";
}

nb::list faults(const Graph& graph, const States& states, int max_per_cell,
                const std::optional<std::pair<std::int64_t, std::int64_t>>& mines,
                const CellNames& names, const std::string& mines_in_words) {
    const Position at = position(graph, states, max_per_cell);
    std::optional<MineRange> range;
    if (mines) range = {mines->first, mines->second};
    nb::list list;
    for (const Fault& fault : find_faults(at, range)) {
        nb::object cell = fault.cell < 0 ? nb::none() : nb::object(nb::int_(fault.cell));
        list.append(nb::make_tuple(name_of_fault(fault.kind), cell,
                                   fault_message(fault, at, names, mines_in_words)));
    }
    return list;
}

}  // namespace

void bind_explanation(nb::module_& m) {
    nb::class_<CellNames>(m, "CellNames", "The names of cells in texts.")
        .def(nb::init<std::vector<std::int64_t>>(), nb::arg("shape"),
             "Names by coordinates, from the length of each dimension.")
        .def_static(
            "of_nodes",
            [](std::vector<std::string> nodes) {
                if (nodes.empty()) throw std::invalid_argument("a board has cells");
                return CellNames(std::move(nodes));
            },
            nb::arg("nodes"), "Return the names of the nodes of a graph.")
        .def("__call__", &CellNames::operator(), nb::arg("cell"), "Return the name of a cell.");

    nb::class_<Reason>(m, "Reason", "The proof that a cell is safe or a mine.")
        .def(
            "__init__",
            [](Reason* self, std::int32_t cell, bool mined, const std::string& kind,
               std::vector<std::int32_t> clues, bool proven_smallest) {
                new (self)
                    Reason{cell, mined, reason_kind(kind), std::move(clues), proven_smallest, 0};
            },
            nb::arg("cell"), nb::arg("mined"), nb::arg("kind"), nb::arg("clues"),
            nb::arg("proven_smallest"))
        .def_ro("cell", &Reason::cell)
        .def_ro("mined", &Reason::mined)
        .def_prop_ro("kind", [](const Reason& r) { return name_of(r.kind); })
        .def_ro("clues", &Reason::clues)
        .def_ro("proven_smallest", &Reason::proven_smallest)
        .def_ro("tests", &Reason::tests, "The sets of clues that were tested for consistency.")
        .def(
            "text",
            [](const Reason& reason, const Graph& graph, const States& states,
               const CellNames& names, std::string mines) {
                return reason_text(reason, position(graph, states, 1), {names, std::move(mines)});
            },
            nb::arg("graph"), nb::arg("states"), nb::arg("names"), nb::arg("mines"),
            "Return the proof in a sentence; `mines` is the number of mines in words.");

    nb::class_<ConflictingClues>(m, "ConflictingClues", "A contradictory set of clues.")
        .def(
            "__init__",
            [](ConflictingClues* self, std::vector<std::int32_t> clues, bool needs_mine_count,
               bool proven_smallest) {
                new (self) ConflictingClues{std::move(clues), needs_mine_count, proven_smallest, 0};
            },
            nb::arg("clues"), nb::arg("needs_mine_count"), nb::arg("proven_smallest"))
        .def_ro("clues", &ConflictingClues::clues)
        .def_ro("needs_mine_count", &ConflictingClues::needs_mine_count)
        .def_ro("proven_smallest", &ConflictingClues::proven_smallest)
        .def_ro("tests", &ConflictingClues::tests,
                "The sets of clues that were tested for consistency.")
        .def(
            "text",
            [](const ConflictingClues& conflict, const Graph& graph, const States& states,
               const CellNames& names, std::string mines) {
                return contradiction_text(conflict, position(graph, states, 1),
                                          {names, std::move(mines)});
            },
            nb::arg("graph"), nb::arg("states"), nb::arg("names"), nb::arg("mines"),
            "Return the contradiction in a sentence; `mines` is the number of mines in words.");

    m.def(
        "find_reason",
        [](const OwnedQuestion& question, std::int32_t cell, bool mined,
           const std::optional<nb::callable>& expired) {
            if (cell < 0 || cell >= question.question().position().graph.size())
                throw std::invalid_argument("no such cell");
            const SolverCall call;
            return find_reason(question.question(), cell, mined, solver(), expired_by(expired));
        },
        nb::arg("question"), nb::arg("cell"), nb::arg("mined"), nb::arg("expired").none(),
        nb::sig("def find_reason(question: Question, cell: int, mined: bool, "
                "expired: collections.abc.Callable[[], bool] | None) -> Reason"),
        "Return a smallest proof that a certain cell is mined or safe; `expired` returns whether "
        "the time is up.");
    m.def(
        "find_contradiction",
        [](const OwnedQuestion& question, std::int32_t hint,
           const std::optional<nb::callable>& expired) {
            if (hint >= question.question().position().graph.size())
                throw std::invalid_argument("no such cell");
            const SolverCall call;
            return find_contradiction(question.question(), hint, solver(), expired_by(expired));
        },
        nb::arg("question"), nb::arg("hint"), nb::arg("expired").none(),
        nb::sig("def find_contradiction(question: Question, hint: int, "
                "expired: collections.abc.Callable[[], bool] | None) -> ConflictingClues"),
        "Return a smallest contradiction of a position without a consistent layout; `hint` is a "
        "clue of one, or -1 if it needs the number of mines.");
    m.def("faults", &faults, nb::arg("graph"), nb::arg("states"), nb::arg("max_per_cell"),
          nb::arg("mines").none(), nb::arg("names"), nb::arg("mines_in_words"),
          nb::sig("def faults(graph: Graph, states: numpy.typing.NDArray[numpy.int16], "
                  "max_per_cell: int, mines: tuple[int, int] | None, names: CellNames, "
                  "mines_in_words: str) -> list[tuple[str, int | None, str]]"),
          "Return the visible inconsistencies of a position: kind, cell and message.");
    m.def(
        "irreducible",
        [](const nb::callable& contradictory, std::vector<std::size_t> elements) {
            return irreducible(
                [&](std::span<const std::size_t> chosen) {
                    nb::list list;
                    for (const std::size_t element : chosen) list.append(element);
                    return nb::cast<bool>(contradictory(list));
                },
                std::move(elements));
        },
        nb::arg("contradictory"), nb::arg("elements"),
        nb::sig("def irreducible(contradictory: collections.abc.Callable[[list[int]], bool], "
                "elements: collections.abc.Sequence[int]) -> list[int]"),
        "Return an irreducible contradictory subset, ascending.");
}

}  // namespace sapper::bindings
