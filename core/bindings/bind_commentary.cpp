#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "expired.hpp"
#include "explanation/alike_cells.hpp"
#include "explanation/candidates.hpp"
#include "explanation/commentary.hpp"
#include "explanation/percentages.hpp"
#include "owned_question.hpp"
#include "play/advice.hpp"

namespace sapper::bindings {

namespace {

void check_cells(const std::vector<std::int32_t>& cells, std::size_t size) {
    for (const std::int32_t cell : cells)
        if (cell < 0 || static_cast<std::size_t>(cell) >= size)
            throw std::invalid_argument("no such cell");
}

void check_solution(const OwnedQuestion& question, const Solution& solution) {
    if (solution.mine_probability.size() != question.question().position().states.size())
        throw std::invalid_argument("the solution is that of another position");
}

// Checks that a cell can be explained: it is covered.
void check_covered(const OwnedQuestion& question, std::int32_t cell) {
    const auto states = question.question().position().states;
    check_cells({cell}, states.size());
    const std::int16_t state = states[to_index(cell)];
    if (state != kCovered && state != kFlagged)
        throw std::invalid_argument("only covered cells are explained");
}

using Explaining = CellExplanation (*)(const AnalyzedPosition&, std::int32_t, const Grounds&);

// Binds a function that explains a cell.
template <Explaining Explain>
CellExplanation explained(const OwnedQuestion& question, const Solution& solution,
                          std::int32_t cell, const CellNames& names, std::string mines,
                          std::string grounds, bool grounds_among_equals,
                          const std::optional<nb::callable>& expired) {
    check_solution(question, solution);
    check_covered(question, cell);
    const PositionWords words{names, std::move(mines)};
    const SolverCall call;
    return Explain({question.question(), solution, words, solver(), expired_by(expired)}, cell,
                   {std::move(grounds), grounds_among_equals});
}

}  // namespace

void bind_commentary(nb::module_& m) {
    m.def("percent", &percent, nb::arg("probability"),
          "Return a probability as a percentage of at most three characters.");
    m.def("percent_in_full", &percent_in_full, nb::arg("probability"),
          "Return a probability as a percentage with about four significant digits.");
    m.def("percent_chance", &percent_chance, nb::arg("probability"),
          "Return a probability as a noun phrase with its article.");
    m.def("first_click_text", &first_click_text, nb::arg("name"), nb::arg("safe"),
          nb::arg("mine_probability").none(),
          "Describe the first click in one sentence; None if it may hold several mines.");
    m.def(
        "first_alike",
        [](const Graph& graph, const States& states, const std::vector<std::int32_t>& cells) {
            check_cells(cells, states.shape(0));
            return first_alike(position(graph, states, 1), cells);
        },
        nb::arg("graph"), nb::arg("states"), nb::arg("cells"),
        "Return for each of some covered or unread cells the first of them that is alike.");

    nb::class_<GuessCandidate>(m, "GuessCandidate", "A cell that could be guessed.")
        .def_ro("cell", &GuessCandidate::cell)
        .def_ro("equals", &GuessCandidate::equals)
        .def_ro("safety", &GuessCandidate::safety)
        .def_ro("progress", &GuessCandidate::progress)
        .def_ro("expected_safe", &GuessCandidate::expected_safe)
        .def_ro("entropy", &GuessCandidate::entropy)
        .def_ro("next", &GuessCandidate::next);
    m.def(
        "find_candidates",
        [](const OwnedQuestion& question, const Solution& solution, std::size_t most,
           const std::vector<std::int32_t>& include, const std::optional<nb::callable>& expired) {
            check_solution(question, solution);
            const SolverCall call;
            return find_candidates(question.question(), solution, most, include, solver(),
                                   expired_by(expired));
        },
        nb::arg("question"), nb::arg("solution"), nb::arg("most"), nb::arg("include"),
        nb::arg("expired").none(),
        nb::sig("def find_candidates(question: Question, solution: Solution, most: int, "
                "include: collections.abc.Sequence[int], "
                "expired: collections.abc.Callable[[], bool] | None) -> list[GuessCandidate]"),
        "Return the safest cells as candidates for a guess, safest first.");

    nb::class_<CellExplanation>(m, "CellExplanation", "Why a cell is certain, or what a guess is.")
        .def_ro("cell", &CellExplanation::cell)
        .def_ro("mine_probability", &CellExplanation::mine_probability)
        .def_ro("text", &CellExplanation::text)
        .def_ro("reason", &CellExplanation::reason)
        .def_prop_ro("clues", &CellExplanation::clues,
                     "The clues of the proof, or those next to the cell.")
        .def_prop_ro("kind", &CellExplanation::kind, "`guess`, or the kind of the proof.");
    m.def("explain", &explained<explain>, nb::arg("question"), nb::arg("solution"), nb::arg("cell"),
          nb::arg("names"), nb::arg("mines"), nb::arg("grounds"), nb::arg("grounds_among_equals"),
          nb::arg("expired").none(),
          nb::sig("def explain(question: Question, solution: Solution, cell: int, "
                  "names: CellNames, mines: str, grounds: str, grounds_among_equals: bool, "
                  "expired: collections.abc.Callable[[], bool] | None) -> CellExplanation"),
          "Explain why a covered cell is certain, or how risky it is to open it; `mines` is the "
          "number of mines in words.");
    m.def(
        "strategy_hint",
        [](const OwnedQuestion& question, const Solution& solution, const std::string& strategy,
           std::uint64_t seed, std::uint64_t index, const CellNames& names, std::string mines,
           const std::optional<nb::callable>& expired) {
            check_solution(question, solution);
            const PositionWords words{names, std::move(mines)};
            const Descriptor found = find_strategy(strategy);
            const SolverCall call;
            return strategy_hint(
                {question.question(), solution, words, solver(), expired_by(expired)}, found, seed,
                index);
        },
        nb::arg("question"), nb::arg("solution"), nb::arg("strategy"), nb::arg("seed"),
        nb::arg("index"), nb::arg("names"), nb::arg("mines"), nb::arg("expired").none(),
        nb::sig("def strategy_hint(question: Question, solution: Solution, strategy: str, "
                "seed: int, index: int, names: CellNames, mines: str, "
                "expired: collections.abc.Callable[[], bool] | None) -> CellExplanation"),
        "Return the cell to open by a compiled strategy, with the reason.");
    m.def("hint", &explained<hint>, nb::arg("question"), nb::arg("solution"), nb::arg("choice"),
          nb::arg("names"), nb::arg("mines"), nb::arg("grounds"), nb::arg("grounds_among_equals"),
          nb::arg("expired").none(),
          nb::sig("def hint(question: Question, solution: Solution, choice: int, "
                  "names: CellNames, mines: str, grounds: str, grounds_among_equals: bool, "
                  "expired: collections.abc.Callable[[], bool] | None) -> CellExplanation"),
          "Explain the cell to open instead of the choice of a strategy.");
}

}  // namespace sapper::bindings
