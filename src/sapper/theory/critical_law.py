"""The critical law of a lattice: how fast the density that can be won falls with the board.

On a board of n cells without edges, with mines of density c n^(-1/k), the number of the smallest
ambiguous patterns, which take k mines, tends to a Poisson variable (Arratia, Goldstein and Gordon
1989), and all larger patterns disappear. If these patterns are the only guesses, the win rate
tends to exp(-a c^k) and the share of games without a guess to exp(-b c^k). So half of the games are
won at the density (ln 2 / a)^(1/k) n^(-1/k). Here a is the mean number, per cell and in units of
density^k, of layouts of a pattern that a player cannot win:

- one of the two cases of an equal pattern, a coin flip;
- the larger case of an unequal pattern, such as a mine in a cell enclosed by mines. The smaller
  case is more likely, and occurs so often on a large board (n^(1/k) times) that the mine count does
  not locate the larger cases.

b counts both cases of an equal pattern. The patterns are found by exhaustive search, the two
numbers are exact. For squares this is k = 6, a = 1 and b = 2 (Louf 2025 for the power of n).

On a strip n is the length, and patterns are counted per column. On strips of 2, 5 and 8 rows the
smallest pattern has no common mines (see ``strips``). On the others most guesses are at the
frontier of the open region, with the rest of the board behind it; these are not patterns, and the
law is not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, Any

from sapper.analysis.ambiguity import ambiguous_patterns
from sapper.boards import lattice
from sapper.boards.kinds import KINDS
from sapper.boards.specs import read_board
from sapper.errors import TheoryError
from sapper.games.deals import check_whole
from sapper.theory.ambiguous_patterns import WRAPPED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.boards import Board
    from sapper.types import BoardLike

Place = tuple[int, ...]

LATTICES = {"grid": 6, "hex": 7, "tri": 7, "rook": 5, "reach2": 6}
"""The lattices whose smallest patterns are known, with the mines that they take."""

MOST_ROWS = 8
"""Grids of at most this many rows are strips."""

STRIPS = (2, 5, 8)
"""The rows of the strips whose law is known."""

UNKNOWN = {
    "box": "boxes have no pattern of up to 6 mines, and one of 12",
    "knight": "knight boards have no pattern of up to 8 mines, and one of 9",
}
"""The lattices whose smallest patterns are not known, with what is known."""

_SIDE = 41
_PERIOD = 2
_MOST_STRIP_MINES = 3


@dataclass(frozen=True, slots=True)
class LawPattern:
    """One of the smallest patterns of a lattice; places are relative to its first one.

    >>> print(critical_law("grid").patterns[0].picture())
    *..*
    .AB.
    .BA.
    *..*
    """

    first: tuple[Place, ...]
    """The places mined in the first case only; of an unequal pattern, this is the larger case."""

    second: tuple[Place, ...]
    """The places mined in the second case only."""

    common: tuple[Place, ...]
    """The places mined in both cases."""

    @property
    def unequal(self) -> bool:
        """Whether the cases have different numbers of mines."""
        return len(self.first) != len(self.second)

    def picture(self) -> str:
        """Return the pattern as text: ``A`` and ``B`` are mined in one case only, ``*`` in both."""
        marks = {
            **dict.fromkeys(self.first, "A"),
            **dict.fromkeys(self.second, "B"),
            **dict.fromkeys(self.common, "*"),
        }
        rows, columns = (sorted(place[axis] for place in marks) for axis in (0, 1))
        return "\n".join(
            "".join(marks.get((row, column), ".") for column in range(columns[0], columns[-1] + 1))
            for row in range(rows[0], rows[-1] + 1)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the pattern as JSON values."""
        return {
            "first": [list(place) for place in self.first],
            "second": [list(place) for place in self.second],
            "common": [list(place) for place in self.common],
            "unequal": self.unequal,
        }


@dataclass(frozen=True, slots=True)
class CriticalLaw:
    """The limit of the win rate of a lattice at the density c n^(-1/k)."""

    lattice: str
    """The kind of board, or ``strip`` and its number of rows."""

    mines: int
    """The number k of mines of the smallest patterns."""

    amplitude: Fraction
    """The number a: the win rate tends to exp(-a c^k)."""

    guess_free_amplitude: Fraction
    """The number b: the share of games without a guess tends to exp(-b c^k)."""

    equal: Fraction
    """The smallest equal patterns per cell; on a strip, per column."""

    unequal: Fraction
    """The unequal patterns per cell or column whose larger case has k mines."""

    patterns: tuple[LawPattern, ...]
    """These patterns, one for each that starts in a cell of the period of the lattice."""

    @property
    def exponent(self) -> Fraction:
        """The power of n in the density at which half of the games are won: -1/k."""
        return Fraction(-1, self.mines)

    @property
    def scale(self) -> float:
        """The value of c at which half of the games are won, (ln 2 / a)^(1/k)."""
        return float((log(2) / self.amplitude) ** (1 / self.mines))

    @property
    def is_strip(self) -> bool:
        """Whether n is the length of a strip, not the number of cells."""
        return self.lattice.startswith("strip")

    def half(self, cells: int) -> float:
        """Return the density at which half of the games are won, to leading order.

        ``cells`` is the number of cells, for a strip its length.

        >>> round(critical_law("grid").half(1_000_000), 4)
        0.0941
        """
        check_whole(cells, "the number of cells", 1)
        return float(self.scale * cells ** float(self.exponent))

    def to_dict(self) -> dict[str, Any]:
        """Return the law as JSON values."""
        return {
            "lattice": self.lattice,
            "mines": self.mines,
            "exponent": str(self.exponent),
            "amplitude": float(self.amplitude),
            "guess_free_amplitude": float(self.guess_free_amplitude),
            "scale": self.scale,
            "equal": float(self.equal),
            "unequal": float(self.unequal),
            "patterns": [pattern.to_dict() for pattern in self.patterns],
        }

    def summary(self) -> str:
        """Return the law as text."""
        unit = "column" if self.is_strip else "cell"
        a, b = (
            "" if value == 1 else f"{float(value):g} "
            for value in (self.amplitude, self.guess_free_amplitude)
        )
        lines = [
            f"{self.lattice}, density c n^({self.exponent})",
            f"win rate          exp(-{a}c^{self.mines})",
            f"without a guess   exp(-{b}c^{self.mines})",
            f"half of the games at c = {self.scale:.4f}",
            f"patterns of {self.mines} mines per {unit}: {float(self.equal):g} equal, "
            f"{float(self.unequal):g} unequal",
        ]
        return "\n".join(lines)


def critical_law(board: BoardLike) -> CriticalLaw:
    """Return the critical law of the lattice of a board.

    ``board`` is a board, a spec or a kind of board; of a board only its kind matters, and whether
    it is a strip: a grid of at most 8 rows. Raises TheoryError if the smallest patterns of the
    lattice are not known.

    >>> print(critical_law("hex").summary())
    hex, density c n^(-1/7)
    win rate          exp(-4 c^7)
    without a guess   exp(-7 c^7)
    half of the games at c = 0.7785
    patterns of 7 mines per cell: 3 equal, 1 unequal
    >>> critical_law("5x10000").exponent
    Fraction(-1, 2)
    """
    if isinstance(board, str) and board in KINDS:
        kind, rows = board, None
    else:
        where = read_board(board)
        kind = where.kind
        rows = min(where.shape) if kind == "grid" and min(where.shape) <= MOST_ROWS else None
        if len(where.shape) != 2:
            kind = "box"
    kind = WRAPPED.get(kind, kind)
    if rows is not None:
        if rows not in STRIPS:
            raise TheoryError(
                "critical laws are known of strips of 2, 5 and 8 rows; on others, as of "
                f"{rows}, most guesses are at the frontier and are not patterns"
            )
        return _law_of_strip(rows)
    if kind in UNKNOWN:
        raise TheoryError(f"the critical law is not known: {UNKNOWN[kind]}")
    if kind not in LATTICES:
        raise TheoryError(
            f"critical laws are known of {', '.join(LATTICES)} boards and of strips, not of {kind}"
        )
    return _law_of_lattice(kind)


@lru_cache(maxsize=len(LATTICES))
def _law_of_lattice(kind: str) -> CriticalLaw:
    """The law of a two-dimensional lattice."""
    board = lattice(kind, (_SIDE, _SIDE))
    period = 1 if KINDS[kind].symmetric else _PERIOD
    middles = [_SIDE // 2 + step for step in range(period)]
    roots = [(row, column) for row in middles for column in middles]
    found = _smallest(board, roots, LATTICES[kind])
    assert found is not None, "the mines of every lattice are in the table"
    return _law(kind, *found, (period, period), len(roots))


@lru_cache(maxsize=MOST_ROWS)
def _law_of_strip(rows: int) -> CriticalLaw:
    """The law of a strip."""
    board = lattice("grid", (rows, _SIDE))
    roots = [(row, _SIDE // 2) for row in range(rows)]
    found = _smallest(board, roots, _MOST_STRIP_MINES)
    assert found is not None, "strips of these rows have a pattern without common mines"
    return _law(f"strip {rows}", *found, (_SIDE, 1), 1)


def _smallest(
    board: Board, roots: Iterable[Place], most_mines: int
) -> tuple[int, list[LawPattern]] | None:
    """Return the number of mines of the smallest patterns from these roots, and the patterns."""
    for mines in range(1, most_mines + 1):
        found = [
            _relative(board, pattern.first, pattern.second, pattern.common)
            for root in roots
            for unequal in (False, True)
            for pattern in ambiguous_patterns(board, root, mines, unequal=unequal)
        ]
        if found:
            return mines, found
    return None


def _relative(board: Board, *sets: tuple[int, ...]) -> LawPattern:
    """Return a pattern by the places of its cells, the larger case first."""
    first, second, common = (tuple(board.coordinates(cell) for cell in each) for each in sets)
    if len(first) < len(second):
        first, second = second, first
    return LawPattern(first, second, common)


def _law(
    name: str,
    mines: int,
    patterns: list[LawPattern],
    period: Place,
    roots: int,
) -> CriticalLaw:
    """Return the law of the smallest patterns that start in ``roots`` cells."""
    unequal = [pattern for pattern in patterns if pattern.unequal]
    equal = len(patterns) - len(unequal)
    cases = [
        (*case, *pattern.common)
        for pattern in patterns
        for case in ((pattern.first,) if pattern.unequal else (pattern.first, pattern.second))
    ]
    if len({_translated(case, period) for case in cases}) < len(cases):
        raise TheoryError(f"the smallest patterns of {name} share layouts")
    return CriticalLaw(
        name,
        mines,
        Fraction(equal + len(unequal), roots),
        Fraction(2 * equal + len(unequal), roots),
        Fraction(equal, roots),
        Fraction(len(unequal), roots),
        tuple(_moved_to_origin(pattern) for pattern in patterns),
    )


def _translated(places: Iterable[Place], period: Place) -> tuple[Place, frozenset[Place]]:
    """Return a layout up to the translations of a lattice with this period."""
    layout = set(places)
    row, column = (min(place[axis] for place in layout) for axis in (0, 1))
    moved = frozenset((place[0] - row, place[1] - column) for place in layout)
    return (row % period[0], column % period[1]), moved


def _moved_to_origin(pattern: LawPattern) -> LawPattern:
    """Return a pattern with its first place at the origin."""
    row, column = min(pattern.first)
    first, second, common = (
        tuple(sorted((place[0] - row, place[1] - column) for place in places))
        for places in (pattern.first, pattern.second, pattern.common)
    )
    return LawPattern(first, second, common)
