"""Section IV: the cost of testing a perimeter, integer programs and partitions.

The claims of section IV.3 on NP-completeness are in ``np_completeness``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis import reference
from sapper.games import simulate
from sapper.papers.claims import Effort, Finding, equal, rounded
from sapper.papers.fowler_young2004 import PAPER
from sapper.papers.fowler_young2004.basic_theorems import theorem_1, theorem_2
from sapper.papers.fowler_young2004.figures import figure_1, tested
from sapper.positions import parse
from sapper.strategies.compiled import as_strategy
from sapper.strategies.protocol import begin
from sapper.strategies.registry import find
from sapper.theory import counted_bounds, epp, integer_bounds, partition, ppp, relaxed_bounds

if TYPE_CHECKING:
    from sapper.positions import Position


RELAXED_TOO_LOW = """
##########
#2######2#
2########2
#2######2#
"""
"""Three 2s at each end: each three need 3 mines, but 2.5 in the linear relaxation."""


class FrontierRecorder:
    """Plays the perimeter strategy and records the largest frontier of every game."""

    name = "frontier-recorder"

    def __init__(self) -> None:
        self._player = as_strategy(find("perimeter"))
        self.largest: list[int] = []

    def begin(self, seed: int, index: int) -> None:
        """Start a game."""
        begin(self._player, seed, index)
        self.largest.append(0)

    def choose(self, position: Position) -> int:
        """Return the choice of the perimeter strategy."""
        self.largest[-1] = max(self.largest[-1], len(position.frontier))
        return self._player.choose(position)


def share_of_large_perimeters(spec: str, size: int, games: int, seed: int) -> float:
    """Return the share of games in which the frontier reaches ``size`` cells."""
    recorder = FrontierRecorder()
    if simulate(spec, recorder, games, seed).interrupted:
        raise KeyboardInterrupt
    return sum(largest >= size for largest in recorder.largest) / games


@PAPER.claim("IV", "perimeters of 30 squares or more in 10x10 games", "not uncommon")
def _(effort: Effort) -> Finding:
    games = effort.games(200, 2000)
    share = share_of_large_perimeters("10x10/15", 30, games, effort.seed)
    shown = f"in {100 * share:.0f} % of {games:,} games on 10x10/15"
    return Finding(shown, share >= 0.05)


@PAPER.claim(
    "IV",
    "meaning of n in the 2^n arrangements to check, for figure III.1",
    "the bombs that the perimeter contains",
    slip="the squares of the perimeter must be meant, as in the next sentence: 2^30 for 30 squares",
)
def _(_effort: Effort) -> Finding:
    position = parse("######\n######\n##1###\n##32##\n######\n######", mines=11)
    fitting = [sum(found.values()) for found in reference.arrangements(position)]
    by_bombs, by_squares = 2 ** max(fitting), 2 ** len(position.frontier)
    return Finding(
        f"squares: 2^{len(position.frontier)} = {by_squares:,}; 2^{max(fitting)} = {by_bombs} is "
        f"less than the {len(fitting)} that fit",
        by_bombs >= len(fitting),
    )


@PAPER.claim(
    "IV.1", "fewest and most bombs of the perimeter in figure III.1, by integer programs", "3, 4"
)
def _(_effort: Effort) -> Finding:
    position = figure_1().position
    programmed = integer_bounds(position, mine_count=False)
    counted = counted_bounds(position, mine_count=False)
    same = "the same" if counted == programmed else f"{counted.least}, {counted.most}"
    return equal(
        f"{programmed.least}, {programmed.most}", "3, 4", note=f"by counting layouts {same}"
    )


@PAPER.claim(
    "IV.1",
    "the simplex algorithm gives the minimum of the integer program",
    "always",
    slip="it solves the linear relaxation, whose minimum can be smaller",
)
def _(_effort: Effort) -> Finding:
    position = parse(RELAXED_TOO_LOW, mines=8)
    relaxed, _ = relaxed_bounds(position, mine_count=False)
    least = integer_bounds(position, mine_count=False).least
    shown = f"{relaxed:.3g} where the minimum is {least}: 2s at three cells of each end of a 4x10"
    return Finding(shown, abs(relaxed - least) < 1e-6)


@PAPER.claim("IV.1", "number of all perimeter arrangements to test in figure III.1", "4,096")
def _(_effort: Effort) -> Finding:
    return equal(f"{epp(figure_1().position).tested:,}", "4,096")


@PAPER.claim(
    "IV.1", "number of perimeter arrangements to test in figure III.1, with 3 or 4 bombs", "715"
)
def _(_effort: Effort) -> Finding:
    position = figure_1().position
    found = epp(position, bounds=integer_bounds(position, mine_count=False))
    assert found.mine_probability == epp(position).mine_probability
    saved = f"the engine visits {tested().engine} table entries for the same result"
    return equal(found.tested, 715, note=saved)


@PAPER.claim("IV.1", "reduction of the arrangements by these bounds, in percent", "83")
def _(_effort: Effort) -> Finding:
    return rounded(100 * tested().saved, "83")


class _BasicRecorder:
    """Plays level 2 and records the perimeter size and whether a theorem of level 1 applies."""

    name = "basic-recorder"

    def __init__(self) -> None:
        self._player = as_strategy(find("perimeter"))
        self.found: list[tuple[int, bool]] = []

    def begin(self, seed: int, index: int) -> None:
        """Start a game."""
        begin(self._player, seed, index)

    def choose(self, position: Position) -> int:
        """Return the choice of level 2."""
        mines = theorem_1(position)
        applies = bool(theorem_2(position, mines)) or bool(mines)
        self.found.append((len(position.frontier), applies))
        return self._player.choose(position)


@PAPER.claim(
    "IV.2",
    "share of positions of 10x10/15 in which Basic Strategy applies, by size of the perimeter",
    "more with large perimeters",
)
def _(effort: Effort) -> Finding:
    recorder = _BasicRecorder()
    if simulate("10x10/15", recorder, effort.games(40, 400), effort.seed).interrupted:
        raise KeyboardInterrupt
    shares, shown = [], []
    for least, most in ((1, 10), (11, 20), (21, 100)):
        applied = [found for size, found in recorder.found if least <= size <= most]
        shares.append(sum(applied) / len(applied))
        words = f"{least} to {most} squares" if most < 100 else f"{least} squares and more"
        shown.append(f"{100 * shares[-1]:.0f} % with {words}")
    return Finding(", ".join(shown), shares == sorted(shares))


# -- IV.3, partitions -----------------------------------------------------------------------------

for _k, _squares, _values in ((1, "x1, x2, x3", 2), (2, "x6, x8, x12", 3), (3, "x9", 2)):

    @PAPER.claim("IV.3", f"number of values of the partition K_{_k} = {{{_squares}}}", str(_values))
    def _(_effort: Effort, squares: str = _squares, values: int = _values) -> Finding:
        x = figure_1().position.frontier
        named = {
            ", ".join(f"x{x.index(cell) + 1}" for cell in part.cells): part.values
            for part in partition(figure_1().position)
        }
        return equal(named.get(squares, "no such partition"), values)


@PAPER.claim(
    "IV.3, figure IV.2",
    "number of unknowns of figure III.1 after partitioning",
    "8",
    note="6 if squares that are next to the same set of two or more numbers are also joined",
)
def _(_effort: Effort) -> Finding:
    return equal(len(partition(figure_1().position)), 8)


PARTITIONED = ("y1 + y2 + y3 + y5 = 1", "y2 + y3 + y5 + y6 + y7 + y8 = 3", "y3 + y4 + y7 + y8 = 2")

for _index, _equation in enumerate(PARTITIONED):

    @PAPER.claim("IV.3", f"equation {_index + 1} of the partitioned system", _equation)
    def _(_effort: Effort, index: int = _index, equation: str = _equation) -> Finding:
        position = figure_1().position
        clue = position.revealed[index]
        parts = enumerate(partition(position), start=1)
        unknowns = " + ".join(f"y{k}" for k, part in parts if clue in part.clues)
        return equal(f"{unknowns} = {position.clue(clue)}", equation)


@PAPER.claim(
    "IV.3",
    "number of layouts by the partitioned system (PPP), equal to that by all squares (EPP)",
    "2,558,160",
)
def _(_effort: Effort) -> Finding:
    position = figure_1().position
    bounds = integer_bounds(position, mine_count=False)
    partitioned, bounded = ppp(position), ppp(position, bounds=bounds)
    same = (
        partitioned.mine_probability == bounded.mine_probability == epp(position).mine_probability
    )
    return Finding(
        f"{partitioned.layouts:,}",
        same and partitioned.layouts == bounded.layouts == 2_558_160,
        f"{partitioned.tested} values to test, {bounded.tested} with 3 or 4 bombs",
    )
