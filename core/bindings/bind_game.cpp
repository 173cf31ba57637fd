#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bindings.hpp"
#include "board/journaled_game.hpp"
#include "given_mines.hpp"
#include "owned_question.hpp"
#include "play/followed_game.hpp"

namespace sapper::bindings {

namespace {

using Kind = JournaledGame::Kind;
using Shorts = nb::ndarray<nb::numpy, const std::int16_t, nb::ndim<1>>;

constexpr const char* kKinds[] = {"open", "flag", "chord"};

// A game that is played move by move from Python, with the Python object that owns its graph.
class OpenGame {
  public:
    OpenGame(nb::handle graph, bool full)
        : owner_(nb::borrow(graph)), game_(JudgedGame(nb::cast<const Graph&>(graph), full)) {}

    OpenGame(nb::handle owner, const Deal& deal, std::uint64_t seed, std::uint64_t index)
        : owner_(nb::borrow(owner)), game_(JudgedGame(deal.graph(), false)) {
        Game dealt;
        deal.lay(seed, index, dealt.layout);
        dealt.begin(deal.graph());
        game().adopt(dealt, false);
    }

    // Continues from states with which the layout is consistent.
    OpenGame(nb::handle owner, const Graph& graph, const States& states, const States& mines)
        : owner_(nb::borrow(owner)), game_(JudgedGame(graph, false)) {
        const auto cells = static_cast<std::size_t>(graph.size());
        if (states.shape(0) != cells || mines.shape(0) != cells)
            throw std::invalid_argument("one state and one number of mines per cell are needed");
        Game dealt;
        dealt.layout.mines.assign(mines.data(), mines.data() + cells);
        dealt.layout.number(graph);
        dealt.resume(graph, {states.data(), cells});
        game().adopt(dealt, false);
    }

    [[nodiscard]] FollowedGame& followed() { return game_; }
    [[nodiscard]] const FollowedGame& followed() const { return game_; }
    [[nodiscard]] JudgedGame& judged() { return game_.game(); }
    [[nodiscard]] const JudgedGame& judged() const { return game_.game(); }
    // The moves that are not judged.
    [[nodiscard]] JournaledGame& game() {
        judged().forget();
        return judged().game();
    }
    [[nodiscard]] const JournaledGame& game() const { return judged().game(); }
    [[nodiscard]] const JournaledGame::Counters& now() const { return game().counters(); }

    [[nodiscard]] int state(std::int32_t cell) const {
        if (cell < 0 || cell >= game().graph().size()) throw std::invalid_argument("no such cell");
        return game().game().states()[static_cast<std::size_t>(cell)];
    }

  private:
    nb::object owner_;
    FollowedGame game_;
};

nb::object as_list(std::span<const std::int32_t> cells) {
    nb::list list;
    for (const std::int32_t cell : cells) list.append(cell);
    return list;
}

double risk_of(std::optional<double> risk) {
    return risk.value_or(JournaledGame::kUnknownRisk);
}

std::optional<double> known(double value) {
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::optional<std::int32_t> cell_or_none(std::int32_t cell) {
    return cell < 0 ? std::nullopt : std::optional(cell);
}

// Opens a cell whose risk is not known; None if `cell` is not an integer or cannot be opened.
nb::object push(OpenGame& g, nb::handle cell) {
    if (!PyLong_CheckExact(cell.ptr())) return nb::none();
    int overflow = 0;
    const long index = PyLong_AsLongAndOverflow(cell.ptr(), &overflow);
    const auto chosen = static_cast<std::int32_t>(index);
    const JudgedGame& judged = g.judged();
    if (overflow != 0 || index < 0 || index >= judged.game().graph().size()) return nb::none();
    if (!judged.game().can_open(chosen)) return nb::none();
    return as_list(g.judged().push(chosen));
}

std::optional<bool> known(JournaledGame::Forced forced) {
    if (forced == JournaledGame::Forced::kNotKnown) return std::nullopt;
    return forced == JournaledGame::Forced::kYes;
}

JournaledGame::Forced forced_of(std::optional<bool> forced) {
    if (!forced) return JournaledGame::Forced::kNotKnown;
    return *forced ? JournaledGame::Forced::kYes : JournaledGame::Forced::kNo;
}

nb::list moves(const OpenGame& g) {
    nb::list list;
    const std::span<const JournaledGame::Move> all = g.game().moves();
    for (std::size_t i = 0; i < all.size(); ++i) {
        nb::list reveals;
        for (const JournaledGame::Reveal& r : g.game().reveals(i))
            reveals.append(nb::make_tuple(r.cell, known(r.risk), r.guess, known(r.forced)));
        list.append(nb::make_tuple(kKinds[static_cast<int>(all[i].kind)], all[i].cell, reveals));
    }
    return list;
}

void bind_state(nb::class_<OpenGame>& bound) {
    bound
        .def_prop_ro(
            "states",
            [](const OpenGame& g) {
                const std::span<const std::int16_t> states = g.game().game().states();
                return Shorts(states.data(), {states.size()});
            },
            nb::rv_policy::copy, "The states of all cells, as the player sees them, without flags.")
        .def("state", &OpenGame::state, nb::arg("cell"), "Return the state of one cell.")
        .def_prop_ro(
            "flags",
            [](const OpenGame& g) {
                std::vector<std::int32_t> flags;
                for (std::int32_t cell = 0; cell < g.game().graph().size(); ++cell)
                    if (g.game().flagged(cell)) flags.push_back(cell);
                return flags;
            },
            "The flagged cells, ascending.")
        .def_prop_ro("status",
                     [](const OpenGame& g) {
                         return g.now().exploded >= 0 ? "lost" : g.game().won() ? "won" : "playing";
                     })
        .def_prop_ro(
            "laid", [](const OpenGame& g) { return g.game().laid(); },
            "Whether the layout is determined.")
        .def_prop_ro(
            "provisional", [](const OpenGame& g) { return g.game().provisional(); },
            "Whether undoing the first reveal drops the layout.")
        .def_prop_ro(
            "moves", [](const OpenGame& g) { return g.now().moves; },
            "The number of opened cells and chords.")
        .def_prop_ro("guesses", [](const OpenGame& g) { return g.now().guesses; })
        .def_prop_ro(
            "opens", [](const OpenGame& g) { return g.now().opens; },
            "The number of clicks that opened cells.")
        .def_prop_ro(
            "luck", [](const OpenGame& g) { return known(g.now().luck); },
            "The product of 1 - risk over these clicks; None if one is unknown.")
        .def_prop_ro(
            "risk", [](const OpenGame& g) { return known(g.now().risk); },
            "The risk of the last click; None if it is unknown.")
        .def_prop_ro(
            "start", [](const OpenGame& g) { return cell_or_none(g.now().start); },
            "The first cell that was opened.")
        .def_prop_ro(
            "exploded", [](const OpenGame& g) { return cell_or_none(g.now().exploded); },
            "The mine that ended the game.")
        .def_prop_ro("safe_left", [](const OpenGame& g) { return g.game().game().safe_left(); })
        .def_prop_ro(
            "bbbv", [](const OpenGame& g) { return g.game().game().layout.bbbv(g.game().graph()); })
        .def_prop_ro(
            "mines",
            [](const OpenGame& g) {
                const std::vector<std::int16_t>& mines = g.game().game().layout.mines;
                return std::vector<int>(mines.begin(), mines.end());
            },
            "The layout: the number of mines of each cell; empty if it is not determined.");
}

// Makes a move of several cells; `deal` is a Python function that returns a game on the layout that
// a first cell selects.
std::vector<ClickStep> follow(OpenGame& g, const std::vector<std::int32_t>& cells,
                              std::optional<std::int32_t> start, const nb::callable& deal,
                              const CellNames& names, double log2_states, std::uint64_t bytes) {
    const FollowedGame::Dealer dealer = [&deal](std::int32_t first) {
        const nb::gil_scoped_acquire acquire;
        return nb::cast<const OpenGame&>(deal(first)).game().game();
    };
    if (start) g.followed().require_start(*start);
    const SolverCall call;
    return g.followed().play(cells, dealer, names, {log2_states, bytes}, solver());
}

void bind_followed(nb::module_& m, nb::class_<OpenGame>& bound) {
    nb::class_<ClickStep>(m, "ClickStep", "A cell that a move opened.")
        .def_ro("move", &ClickStep::move)
        .def_ro("cell", &ClickStep::cell)
        .def_prop_ro("certain", &ClickStep::certain)
        .def_ro("risk", &ClickStep::risk)
        .def_ro("forced", &ClickStep::forced)
        .def_ro("opened", &ClickStep::opened);
    bound
        .def("follow", &follow, nb::arg("cells"), nb::arg("start").none(), nb::arg("deal"),
             nb::arg("names"), nb::arg("log2_states"), nb::arg("bytes"),
             nb::sig("def follow(self, cells: collections.abc.Sequence[int], start: int | None, "
                     "deal: collections.abc.Callable[[int], Game], names: CellNames, "
                     "log2_states: float, bytes: int) -> list[ClickStep]"),
             "Open several cells as one move and return the steps. `start` must be the first "
             "cell; `deal` returns a game on the layout that it selects.")
        .def_prop_ro(
            "followed_moves", [](const OpenGame& g) { return g.followed().moves(); },
            "The number of moves that were followed.")
        .def_prop_ro(
            "followed_clicks", [](const OpenGame& g) { return g.followed().clicks(); },
            "The number of these that opened a cell or hit a mine.")
        .def_prop_ro(
            "followed_guesses",
            [](const OpenGame& g) {
                const GuessCounts counts = g.followed().guesses();
                return nb::make_tuple(counts.forced, counts.avoidable, counts.unknown);
            },
            nb::sig("def followed_guesses(self) -> tuple[int, int, int]"),
            "The forced and the avoidable guesses, and those of which that is unknown.");
}

// The moves whose risks are found by an analysis, limited by a work budget.
void bind_judged(nb::class_<OpenGame>& bound) {
    bound
        .def(
            "judge_by",
            [](OpenGame& g, const GivenMines& mines, int max_per_cell, bool start_is_safe,
               bool risks, std::vector<std::int32_t> known_mines) {
                for (const std::int32_t cell : known_mines)
                    if (cell < 0 || cell >= g.game().graph().size())
                        throw std::invalid_argument("no such cell");
                g.judged().judge_by(
                    {mines.count, max_per_cell, start_is_safe, risks, std::move(known_mines)});
            },
            nb::arg("mines"), nb::arg("max_per_cell"), nb::arg("start_is_safe"), nb::arg("risks"),
            nb::arg("known_mines"),
            "Set what a player knows, and whether the following clicks are analysed.")
        .def(
            "open_judged",
            [](OpenGame& g, std::int32_t cell, double log2_states, std::uint64_t bytes) {
                const auto opened = [&] {
                    const SolverCall call;
                    return g.judged().open(cell, {log2_states, bytes}, solver());
                }();
                return as_list(opened);
            },
            nb::arg("cell"), nb::arg("log2_states"), nb::arg("bytes"),
            nb::sig("def open_judged(self, cell: int, log2_states: float, bytes: int) -> "
                    "list[int]"),
            "Open a covered cell; return the opened cells, an empty list if it holds a mine.")
        .def(
            "chord",
            [](OpenGame& g, std::int32_t cell, double log2_states, std::uint64_t bytes) {
                const SolverCall call;
                return g.judged().chord(cell, {log2_states, bytes}, solver());
            },
            nb::arg("cell"), nb::arg("log2_states"), nb::arg("bytes"),
            "Open the unflagged neighbours of a clue up to the first mine; return what opened.")
        .def(
            "must_guess",
            [](OpenGame& g, double log2_states, std::uint64_t bytes) {
                const SolverCall call;
                return g.judged().must_guess({log2_states, bytes}, solver());
            },
            nb::arg("log2_states"), nb::arg("bytes"),
            "Return whether no covered cell is certainly safe.")
        .def(
            "solution",
            [](OpenGame& g, double log2_states, std::uint64_t bytes) {
                const SolverCall call;
                return g.judged().solution({log2_states, bytes}, solver());
            },
            nb::arg("log2_states"), nb::arg("bytes"),
            "Return the analysis of the position without flags.")
        .def_prop_ro(
            "first_is_safe", [](const OpenGame& g) { return g.judged().first_is_safe(); },
            "Whether the next click is the first one and cannot hit a mine.")
        .def_prop_ro(
            "forced",
            [](const OpenGame& g) -> std::optional<bool> {
                const auto moves = g.game().moves();
                if (moves.empty()) return std::nullopt;
                const auto reveals = g.game().reveals(moves.size() - 1);
                return reveals.empty() ? std::nullopt : known(reveals.back().forced);
            },
            "Whether the last click was a forced guess; None if it was none or that is unknown.");
}

}  // namespace

void bind_game(nb::module_& m) {
    nb::class_<OpenGame> bound(m, "Game", "One game, played move by move, with an undo journal.");
    bound
        .def(
            "__init__",
            [](OpenGame* self, nb::handle_t<Graph> graph, bool full) {
                new (self) OpenGame(graph, full);
            },
            nb::arg("graph"), nb::arg("full") = false)
        .def(
            "__init__",
            [](OpenGame* self, nb::handle_t<Deal> deal, std::uint64_t seed, std::uint64_t index) {
                new (self) OpenGame(deal, nb::cast<const Deal&>(deal), seed, index);
            },
            nb::arg("deal"), nb::arg("seed"), nb::arg("index"))
        .def(
            "__init__",
            [](OpenGame* self, nb::handle_t<Graph> graph, const States& states,
               const States& mines) {
                new (self) OpenGame(graph, nb::cast<const Graph&>(graph), states, mines);
            },
            nb::arg("graph"), nb::arg("states"), nb::arg("mines"))
        .def(
            "copy", [](const OpenGame& g) { return OpenGame(g); },
            "Return an independent copy with the same journal.")
        .def(
            "adopt",
            [](OpenGame& g, const OpenGame& dealt, bool provisional) {
                g.game().adopt(dealt.game().game(), provisional);
            },
            nb::arg("dealt"), nb::arg("provisional"),
            "Take over the layout and the states of another game on the same graph.")
        .def("push", &push, nb::arg("cell").none(),
             nb::sig("def push(self, cell: object) -> list[int] | None"),
             "Open a cell whose risk is unknown and return the opened cells, an empty list if it "
             "holds a mine; None, without a move, if it cannot be opened.")
        .def(
            "open",
            [](OpenGame& g, std::int32_t cell, std::optional<double> risk, bool guess,
               std::optional<bool> forced) {
                return as_list(g.game().open(cell, risk_of(risk), guess, forced_of(forced)));
            },
            nb::arg("cell"), nb::arg("risk") = nb::none(), nb::arg("guess") = false,
            nb::arg("forced") = nb::none(),
            nb::sig("def open(self, cell: int, risk: float | None = None, guess: bool = False, "
                    "forced: bool | None = None) -> list[int]"),
            "Open a covered cell; return the opened cells, an empty list if it holds a mine.")
        .def(
            "begin_chord", [](OpenGame& g, std::int32_t cell) { g.game().begin_chord(cell); },
            nb::arg("cell"), "Start a chord, which consists of the following reveals.")
        .def(
            "reveal",
            [](OpenGame& g, std::int32_t cell, std::optional<double> risk, bool guess,
               std::optional<bool> forced) {
                return as_list(g.game().reveal(cell, risk_of(risk), guess, forced_of(forced)));
            },
            nb::arg("cell"), nb::arg("risk").none(), nb::arg("guess"),
            nb::arg("forced") = nb::none(),
            nb::sig("def reveal(self, cell: int, risk: float | None, guess: bool, "
                    "forced: bool | None = None) -> list[int]"),
            "Open a cell as part of the current move.")
        .def(
            "flag", [](OpenGame& g, std::int32_t cell) { g.judged().game().flag(cell); },
            nb::arg("cell"), "Toggle the flag of a covered cell.")
        .def(
            "flagged",
            [](const OpenGame& g, std::int32_t cell) {
                return cell >= 0 && cell < g.game().graph().size() && g.game().flagged(cell);
            },
            nb::arg("cell"), "Return whether a cell is flagged.")
        .def(
            "pop", [](OpenGame& g) { return g.judged().pop(); },
            "Undo the last move and return its cell; -1 if there is none.")
        .def(
            "commit", [](OpenGame& g) { g.judged().game().commit(); },
            "Make the moves so far permanent.")
        .def_prop_ro(
            "permanent", [](const OpenGame& g) { return g.game().permanent(); },
            "The number of moves that cannot be undone.")
        .def("journal", &moves,
             nb::sig("def journal(self) -> list[tuple[str, int, list[tuple[int, float | None, "
                     "bool, bool | None]]]]"),
             "Return all moves: kind, cell, and the clicked cells with risk, whether a guess, and "
             "whether it was forced.")
        .def(
            "dealt_states",
            [](const OpenGame& g) {
                const std::vector<std::int16_t> states = g.game().dealt_states();
                return nb::bytes(states.data(), states.size() * sizeof(std::int16_t));
            },
            "Return the states before the first move, as the bytes of an int16 array.");
    bind_state(bound);
    bind_judged(bound);
    bind_followed(m, bound);
}

}  // namespace sapper::bindings
