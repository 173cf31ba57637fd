"""Table 1 as printed, and the games for the comparison.

The agents play as written in sections 4.1 to 4.5. Their first click is always (0, 0); moves are
counted after it. There are three interpretations of how mines are placed:

- ``any``: as in the text, m mines in m cells, and the first click may hit a mine;
- ``safe``: the first cell holds no mine;
- ``shared``: m cells are drawn with replacement, and a cell drawn twice holds one mine, so there
  are fewer mines than the agents assume. The text does not state this.

Given the number k of distinct cells drawn, all layouts of k mines are equally likely. The third
interpretation is therefore a mixture over k, weighted by its probability, of games with k mines
played by agents that assume m mines.
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
"""Agents 1 to 5, by the headings of the sections."""

Reading = Literal["any", "safe", "shared"]

READINGS: dict[Reading, str] = {
    "any": "by the letter",
    "safe": "first cell free",
    "shared": "mines may share a cell",
}
"""The interpretations of how mines are placed, in words."""

CHOSEN: Reading = "any"
"""The interpretation by which all rows are judged: that of section 2.1, each mine in its own cell,
and of section 4, by which the first click may hit a mine."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of table 1."""

    percent: str
    """The win rate in percent, as printed."""

    moves: str
    """The average number of moves, as printed."""

    games: int = 100
    """The number of games."""


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
    """A weighted mean over strata of games (stratified estimator)."""

    value: float
    """The mean."""

    error: float
    """Half the width of its 95 % interval."""

    spread: float
    """The standard deviation of a single game."""

    @classmethod
    def of(cls, parts: list[tuple[float, npt.NDArray[np.float64]]]) -> Mean:
        """Return the mean of strata, each given by its weight and the values of its games.

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
    """The games of one agent on one board in one interpretation."""

    parts: tuple[tuple[float, npt.NDArray[np.bool_], npt.NDArray[np.int64]], ...]
    """Per true number of mines: the weight, the outcome of each game, and its moves after the
    first click."""

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(len(won) for _, won, _ in self.parts)

    @property
    def won(self) -> Mean:
        """The win rate."""
        return Mean.of([(weight, won.astype(float)) for weight, won, _ in self.parts])

    @property
    def moves(self) -> Mean:
        """The average number of moves after the first click."""
        return Mean.of([(weight, moves.astype(float)) for weight, _, moves in self.parts])


def distinct(cells: int, draws: int) -> dict[int, Fraction]:
    """Return the distribution of the number of distinct cells in draws with replacement.

    >>> distinct(16, 2)
    {1: Fraction(1, 16), 2: Fraction(15, 16)}
    """
    chances = {}
    for hit in range(1, draws + 1):
        onto = sum((-1) ** (hit - i) * comb(hit, i) * i**draws for i in range(hit + 1))
        chances[hit] = Fraction(comb(cells, hit) * onto, cells**draws)
    return {hit: chance for hit, chance in chances.items() if chance}


def played(effort: Effort, board: str, agent: int, reading: Reading = CHOSEN) -> Played:
    """Play the games of an agent with its first click in the corner; results are cached."""
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
