"""Section 3: the example, the lemmas, the inferrer as printed, and its completeness.

The propositions and lemmas on sets hold by definition and are no claims here. The inferrer
(``sapper.theory.inferrer``) plays small boards. In each position in which it finds no safe cell,
the result is compared with exact counting; its games are compared with those of ``infer-guess``,
which infers by exact counting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from sapper.analysis import Analysis, analyze
from sapper.boards import graph
from sapper.games import simulate
from sapper.intervals import wilson
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.played import play
from sapper.positions import Position, parse
from sapper.strategies.compiled import as_strategy
from sapper.strategies.registry import find
from sapper.theory import infer

if TYPE_CHECKING:
    from sapper.theory import Inference


FIGURE_3_1 = """
##2
#F2
#21
#1.
"""
"""Figure 3.1, 4x3 with 3 mines, reconstructed from its constraints; the flag is the known mine."""

FIGURE = "the figure is reconstructed from its constraints"
"""The note of each claim about the example."""


def places(analysis: Analysis, cells: list[int]) -> str:
    """Return the coordinates of cells, without the flagged ones."""
    known = set(analysis.position.flags)
    named = [analysis.position.board.coordinates(cell) for cell in cells if cell not in known]
    return ", ".join(str(place) for place in named)


# -- 3.1 to 3.3, the example and its steps --------------------------------------------------------


@PAPER.claim("3.1.1", "mines that can be inferred in the example", "(0, 1)", note=FIGURE)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    return equal(places(analysis, analysis.mines), "(0, 1)")


@PAPER.claim(
    "3.1.1", "safe cells that can be inferred in the example", "(0, 0), (1, 0)", note=FIGURE
)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    return equal(places(analysis, analysis.safe), "(0, 0), (1, 0)")


@PAPER.claim("3.1.1", "cells that remain undecided in the example", "(2, 0), (3, 0)", note=FIGURE)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    cells = [cell for cell, p in enumerate(analysis.mine_probability) if 0 < p < 1]
    exact = {str(analysis.exact()[cell]) for cell in cells}
    found = places(analysis, cells)
    return equal(
        found, "(2, 0), (3, 0)", note=f"each is a mine with probability {', '.join(exact)}"
    )


@PAPER.claim(
    "3.1.1",
    "kinds of steps that infer (0, 1), (1, 0) and (0, 0)",
    "trivial, local, global",
    note=FIGURE,
)
def _(_effort: Effort) -> Finding:
    analysis = analyze(parse(FIGURE_3_1, mines=3))
    kinds = [analysis.reason(place).kind for place in ((0, 1), (1, 0), (0, 0))]
    return Finding(", ".join(kinds), kinds == ["one clue", "subset", "mine count"])


def _mines_of_the_difference() -> list[str]:
    """Return the mines that follow from the constraints (2, {a, b, c}) and (1, {a, b})."""
    board = graph([("2", "a"), ("2", "b"), ("2", "c"), ("1", "a"), ("1", "b")])
    assert board.labels is not None
    clues = [int(str(name)) if str(name).isdigit() else None for name in board.labels]
    analysis = analyze(Position(board, clues, mines=2))
    return [str(board.labels[cell]) for cell in analysis.mines]


@PAPER.claim("3.3.3", "the difference (2, {a, b, c}) - (1, {a, b})", "(1, {c})")
def _(_effort: Effort) -> Finding:
    mines = _mines_of_the_difference()
    shown = f"({len(mines)}, {{{', '.join(mines)}}})"
    return equal(shown, "(1, {c})", note="by counting layouts")


@PAPER.claim(
    "3.3.3",
    "the set of cells of the difference (2, {a, b, c}) - (1, {a, b})",
    "X2 \\ X1",
    slip="X2 \\ X1 is empty; it must be X1 \\ X2, as in (3.14)",
)
def _(_effort: Effort) -> Finding:
    one, two, mines = {"a", "b", "c"}, {"a", "b"}, set(_mines_of_the_difference())
    forms = {"X1 \\ X2": one - two, "X2 \\ X1": two - one}
    found = [name for name, cells in forms.items() if cells == mines]
    return Finding(
        " and ".join(found) or "neither",
        found == ["X2 \\ X1"],
        "the mines that follow by counting layouts",
        confirmed=found == ["X1 \\ X2"],
    )


# -- 3.1.1 and 3.5, the inferrer itself -----------------------------------------------------------


def _example() -> Inference:
    return infer(parse(FIGURE_3_1, mines=3))


def _named(cells: tuple[int, ...]) -> str:
    board = _example().position.board
    return ", ".join(board.name(cell) for cell in cells)


@PAPER.claim("3.1.1, 3.5", "steps of the inferrer in the example", "as in the text")
def _(_effort: Effort) -> Finding:
    published = [("trivial", "", "(0, 1)"), ("local", "(1, 0)", ""), ("global", "(0, 0)", "")]
    steps = [(s.kind, _named(s.safe), _named(s.mine_cells)) for s in _example().steps]
    shown = ", ".join(f"{kind} {safe}{mines}" for kind, safe, mines in steps)
    return Finding(shown, steps == published)


@PAPER.claim("3.1.1, 3.2", "the only constraint that remains", "1 = (2, 0) + (3, 0)")
def _(_effort: Effort) -> Finding:
    found = _example()
    left = "; ".join(constraint.text(found.position.board) for constraint in found.constraints)
    return equal(left, "1 = (2, 0) + (3, 0)")


# -- 3.1 and 6, completeness of the inferrer ------------------------------------------------------


class InferThenGuess:
    """Section 6 as written: the inferrer while it finds safe cells, otherwise one guess.

    Guesses are those of ``infer-guess``. Before each guess the player records whether exact
    counting finds a safe cell that the inferrer missed.
    """

    name = "infer-then-guess"

    def __init__(self, *, mine_count: bool = True) -> None:
        self._guesser = as_strategy(find("infer-guess"))
        self._mine_count = mine_count
        self._safe: list[int] = []
        self.stuck: int = 0
        """Positions in which the inferrer found no safe cell."""
        self.missed: int = 0
        """The positions among them in which exact counting finds one."""

    def begin(self, _seed: int, _index: int) -> None:
        """Start a game."""
        self._safe = []

    def choose(self, position: Position) -> int:
        """Return an inferred safe cell, or a guess if there is none."""
        self._safe = [cell for cell in self._safe if position.states[cell] < 0]
        if not self._safe:
            self._safe = list(infer(position, mine_count=self._mine_count).safe)
        if self._safe:
            return self._safe.pop()
        self.stuck += 1
        self.missed += bool(analyze(position).safe)
        return self._guesser.choose(position)


@dataclass(frozen=True, slots=True)
class Reach:
    """The result of games of the inferrer."""

    stuck: int
    """Positions in which the inferrer found no safe cell."""

    missed: int
    """The positions among them in which exact counting finds one."""

    won: list[bool]
    """Whether each game was won."""


@cache
def reach(spec: str, games: int, seed: int, *, mine_count: bool = True) -> Reach:
    """Play games with the inferrer and count the positions in which it misses a safe cell.

    >>> found = reach("4x4/4", 20, 1)
    >>> found.missed <= found.stuck, len(found.won)
    (True, 20)
    """
    player = InferThenGuess(mine_count=mine_count)
    result = simulate(spec, player, games, seed, records=True)
    if result.interrupted:
        raise KeyboardInterrupt
    assert result.records is not None
    return Reach(player.stuck, player.missed, result.records.won.tolist())


REACHED = (("4x4/4", 100, 400), ("5x5/5", 60, 400), ("6x6/7", 40, 250))
"""Boards for the completeness check, with the games of a quick and of a full run."""

for _mine_count in (True, False):

    @PAPER.claim(
        "3.1, 6" if _mine_count else "3.1, A.1",
        "positions without an inferred safe cell in which exact counting finds one"
        + ("" if _mine_count else "; without the mine count, as in the program"),
        "none: the constraints are all one needs",
        slip="overlapping constraints are never combined, so the inferrer is incomplete"
        if _mine_count
        else "the program has no constraint on the number of mines",
    )
    def _(effort: Effort, mine_count: bool = _mine_count) -> Finding:
        shown, missed = [], 0
        for spec, few, many in REACHED:
            found = reach(spec, effort.games(few, many), effort.seed, mine_count=mine_count)
            low, high = wilson(found.missed, found.stuck)
            missed += found.missed
            shown.append(
                f"{spec} {100 * found.missed / found.stuck:.1f} % [{100 * low:.1f}, "
                f"{100 * high:.1f}], {found.missed} of {found.stuck:,}"
            )
        return Finding("; ".join(shown), missed == 0)


@PAPER.claim(
    "6",
    "games of 5x5/5 with the same outcome for the inferrer and for infer-guess, which infers by "
    "exact counting",
    "all",
    note="a safe cell that the inferrer misses has safety 1, so the guesser opens it",
)
def _(effort: Effort) -> Finding:
    games = effort.games(60, 400)
    ours = reach("5x5/5", games, effort.seed).won
    records = play(effort, "5x5/5", "infer-guess", games, games, records=True).records
    assert records is not None
    same = int(np.count_nonzero(records.won == np.array(ours)))
    return Finding(f"{same} of {games}", same == games)
