"""Level 3 of section V.1 by the letter: steps I to V, on tiny boards.

The steps are: consider every possible game that could proceed from this point, eliminate the losing
ones, sort the others by their first click, and make the click that begins most of them. A game is a
sequence of clicks up to a mine or the last safe cell, in one layout; with this meaning ``games_of``
gives the 2.9×10^115 games of the thesis. Each click opens one cell there; ``zeros_open`` gives the
other reading, in which a zero also opens its neighbours, so that fewer clicks remain.

Without opening of zeros the s safe covered cells of a layout can be opened in s! orders, of which
(s - 1)! begin with a given safe cell. Every layout has the same s, so the click with most won games
is the one that is safe in most layouts: by the letter, level 3 is the least mine probability, which
is level 2. It is not perfect play, because it weights all won games alike, however unlikely it is
that a player finds them.

The won games are counted by dynamic programming over the sets of opened cells of each layout, at a
cost of 2^s steps per layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.errors import TooHardError
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.fowler_young2004 import PAPER
from sapper.perfect import optimal, strategy_value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from sapper.positions import Position

MOST_STEPS = 2_000_000
"""Limit on layouts times sets of safe cells."""


def won_games(position: Position, *, zeros_open: bool = False) -> dict[int, int]:
    r"""Return for each covered cell the number of won games that begin with a click on it.

    Raises TooHardError if the position has too many layouts or covered cells.

    >>> import sapper
    >>> position = sapper.parse("1##\n###", mines=1)
    >>> won_games(position)
    {1: 12, 2: 18, 3: 12, 4: 12, 5: 18}
    >>> sapper.analyze(position).exact()[1:3]
    [Fraction(1, 3), Fraction(0, 1)]
    """
    covered = position.covered
    safe = len(covered) - (position.mines or 0)
    analysis = analyze(position)
    steps = analysis.solutions << max(safe, 0)
    if steps > MOST_STEPS:
        raise TooHardError(
            f"too hard: {analysis.solutions:,} layouts with {safe} safe cells each",
            cost=float(steps),
            budget=float(MOST_STEPS),
        )
    around = [position.board.neighbors(cell) for cell in range(position.board.size)]
    total = dict.fromkeys(covered, 0)
    for layout in analysis.layouts():
        counter = _Games(set(layout.mined), around, zeros_open)
        opened = frozenset(position.revealed)
        for cell in covered:
            if cell not in counter.mined:
                total[cell] += counter.won(counter.click(opened, cell))
    return total


class _Games:
    """Counts the won games of one layout from a set of opened cells."""

    def __init__(self, mined: set[int], around: Sequence[Sequence[int]], zeros_open: bool) -> None:
        self.mined = mined
        self._around = around
        self._zeros_open = zeros_open
        self._safe = frozenset(range(len(around))) - mined
        self._known: dict[frozenset[int], int] = {}

    def click(self, opened: frozenset[int], cell: int) -> frozenset[int]:
        """Return the opened cells after a click on a safe cell."""
        after, waiting = set(opened), [cell]
        while waiting:
            at = waiting.pop()
            if at in after:
                continue
            after.add(at)
            if self._zeros_open and self.mined.isdisjoint(self._around[at]):
                waiting += self._around[at]
        return frozenset(after)

    def won(self, opened: frozenset[int]) -> int:
        """Return the number of sequences of clicks that open all other safe cells."""
        left = self._safe - opened
        if not left:
            return 1
        if opened not in self._known:
            self._known[opened] = sum(self.won(self.click(opened, cell)) for cell in left)
        return self._known[opened]


class PerfectByTheLetter:
    """Level 3 by steps I to V: the click that begins most won games, the first of several."""

    def __init__(self, *, zeros_open: bool = False) -> None:
        self.name = "level-3-by-the-letter"
        self._zeros_open = zeros_open
        self._chosen: dict[bytes, int] = {}

    def choose(self, position: Position) -> int:
        """Return the covered cell with most won games."""
        key = position.states.tobytes()
        if key not in self._chosen:
            games = won_games(position, zeros_open=self._zeros_open)
            self._chosen[key] = max(games, key=lambda cell: (games[cell], -cell))
        return self._chosen[key]


TINY = ("2x4/2", "3x3/2", "3x3/3", "2x5/3", "3x4/3", "3x4/4")
"""Boards on which all won games are counted."""


@PAPER.claim(
    "V.1, level 3",
    "layouts that steps I to V win on tiny boards, first click in a corner, compared with perfect "
    "play",
    "as many: the perfect strategy",
    slip="the steps weight all won games alike, so they choose the click that is safe in most "
    "layouts, which is level 2; perfect play weights a game by the chance to play it",
    note="games as in the count of 2.9×10^115, so that a click opens one square",
)
def _(_effort: Effort) -> Finding:
    decides, readings = _compared(zeros_open=False), []
    for words, found in (
        ("zeros open their neighbours", _compared(zeros_open=True)),
        ("the least mine probability, the first of several squares", _level_2()),
    ):
        readings.append(Reading(words, *_shown(found)))
    return Finding(*_shown(decides), readings=tuple(readings))


def _compared(*, zeros_open: bool) -> dict[str, Fraction]:
    """Return the layouts that steps I to V win, by board."""
    return {
        spec: strategy_value(spec, PerfectByTheLetter(zeros_open=zeros_open), "any", 0).wins
        for spec in TINY
    }


def _level_2() -> dict[str, Fraction]:
    """Return the layouts that the least mine probability wins, by board."""
    return {spec: strategy_value(spec, "heuristic:P", "any", 0).wins for spec in TINY}


def _shown(wins: dict[str, Fraction]) -> tuple[str, bool]:
    """Return wins compared with perfect play in words, and whether they are all equal."""
    perfect = {spec: optimal(spec, "any", 0) for spec in wins}
    text = ", ".join(
        f"{wins[spec]} and {best.wins} of {best.layouts} on {spec}"
        for spec, best in perfect.items()
    )
    return text, all(wins[spec] == best.wins for spec, best in perfect.items())
