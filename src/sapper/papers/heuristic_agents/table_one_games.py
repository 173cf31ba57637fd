"""Table 1 as printed, and the games it is compared with.

The agents play by the letter of sections 4.1 to 4.5. Their first click, at (0, 0) for all, is made
for them; moves are counted after it. How the mines are laid can be read in three ways:

- ``any``: as the text has it, m mines in m cells, the first click on any layout;
- ``safe``: the first cell is kept free of mines;
- ``shared``: m cells are drawn one by one, and one that is drawn twice holds one mine, so that
  there are fewer mines than the agents assume. The text does not say so.

Given how many cells k the m draws hit, all layouts of k mines are as likely. So the games of the
third way are those of k mines, for every k, with agents that believe in m - k mines too many, and
each k counts by its probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import TYPE_CHECKING, Literal

from sapper.boards import parse_spec
from sapper.intervals import Z95
from sapper.papers.played import play

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sapper.papers.claims import Effort

BOARDS = ("4x4/2", "5x5/4", "6x6/6")

AGENTS = (
    "random move",
    "neighborhood sum",
    "mine probability",
    "entropy",
    "probability and entropy",
)
"""Agents 1 to 5, as the sections are headed."""

Reading = Literal["any", "safe", "shared"]

READINGS: dict[Reading, str] = {
    "any": "by the letter",
    "safe": "first cell free",
    "shared": "mines may share a cell",
}
"""How the mines are laid, in words."""

CHOSEN: Reading = "shared"
"""The one reading of the whole table by which its rows are judged: the only one of the three that
its 15 shares of games won do not rule out together."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of table 1."""

    percent: str
    """The games won."""

    moves: str
    """The average number of moves."""

    games: int = 100
    """The games played."""


TABLE = {
    "4x4/2": (
        Row("15", "2.26"),
        Row("47", "2.35"),
        Row("92", "3.27"),
        Row("26", "2.29"),
        Row("86", "2.98"),
    ),
    "5x5/4": (
        Row("4", "3.18"),
        Row("11", "3.80"),
        Row("58", "5.10"),
        Row("6", "3.47"),
        Row("54", "4.69"),
    ),
    "6x6/6": (
        Row("0", "3.39"),
        Row("4", "4.27"),
        Row("40", "7.66"),
        Row("2.5", "4.20", games=40),
        Row("32", "5.98", games=60),
    ),
}
"""Table 1, by board and agent."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over games of several kinds, each with its weight."""

    value: float
    """The mean."""

    error: float
    """Half of its interval."""

    spread: float
    """The standard deviation of a single game."""

    @classmethod
    def of(cls, parts: list[tuple[float, npt.NDArray[np.float64]]]) -> Mean:
        """Put the kinds together, each a weight and the values of its games.

        >>> import numpy as np
        >>> Mean.of([(0.5, np.array([0.0, 2.0])), (0.5, np.array([3.0, 3.0]))]).value
        2.0
        """
        value = sum(weight * float(values.mean()) for weight, values in parts)
        squares = sum(weight * float((values**2).mean()) for weight, values in parts)
        variance = sum(weight**2 * float(values.var()) / len(values) for weight, values in parts)
        return cls(value, Z95 * sqrt(variance), sqrt(max(squares - value**2, 0.0)))


@dataclass(frozen=True, slots=True)
class Played:
    """The games of one agent on one board, by one reading."""

    parts: tuple[tuple[float, npt.NDArray[np.bool_], npt.NDArray[np.int64]], ...]
    """By number of mines that are really there: its weight, which games were won, and the moves
    after the first click."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(won) for _, won, _ in self.parts)

    @property
    def won(self) -> Mean:
        """The share of games won."""
        return Mean.of([(weight, won.astype(float)) for weight, won, _ in self.parts])

    @property
    def moves(self) -> Mean:
        """The moves after the first click."""
        return Mean.of([(weight, moves.astype(float)) for weight, _, moves in self.parts])


def distinct(cells: int, draws: int) -> dict[int, Fraction]:
    """Return the chances of how many cells are hit, when cells are drawn with repetition.

    >>> distinct(16, 2)
    {1: Fraction(1, 16), 2: Fraction(15, 16)}
    """
    chances = {}
    for hit in range(1, draws + 1):
        onto = sum((-1) ** (hit - i) * comb(hit, i) * i**draws for i in range(hit + 1))
        chances[hit] = Fraction(comb(cells, hit) * onto, cells**draws)
    return {hit: chance for hit, chance in chances.items() if chance}


def played(effort: Effort, board: str, agent: int, reading: Reading = CHOSEN) -> Played:
    """Play an agent from its first click at the corner, once for all claims about it."""
    return _played(effort, board, agent, reading)


@cache
def _played(effort: Effort, board: str, agent: int, reading: Reading) -> Played:
    quick, full = (2_000, 20_000) if agent > 2 else (10_000, 100_000)
    spec = parse_spec(board)
    mines = spec.mines
    assert mines is not None
    kinds = distinct(spec.size, mines) if reading == "shared" else {mines: Fraction(1)}
    parts = []
    for there, chance in kinds.items():
        extra = f"+{mines - there}" if there < mines else ""
        result = play(
            effort,
            f"{board.partition('/')[0]}/{there}",
            f"agent003:{agent}{extra}",
            max(20, round(quick * chance)),
            max(200, round(full * chance)),
            first="safe" if reading == "safe" else "any",
            start=0,
            records=True,
        )
        assert result.records is not None
        parts.append((float(chance), result.records.won, result.records.moves - 1))
    return Played(tuple(parts))
