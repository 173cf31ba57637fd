"""A proved upper bound on the win rate of every player, from squares that are coin flips.

Four cells that form a square with mines on one of its diagonals give the same clues outside as with
mines on the other diagonal, except in the overlooking cells: the cells next to exactly one of the
four, diagonally outside its corners. If the overlooking cells hold mines as well, no cell that can
be opened distinguishes the two cases, whatever the other cells around hold. A player who has not
clicked one of the four cells has seen the same in both cases, and the first click there hits a mine
in one of them. A layout with k such coin flips that share no cell belongs to a class of 2^k layouts
that differ only in the diagonals, and any strategy wins at most one of the class. Therefore
W <= E[2^(-K)].

At an edge of the board two of the overlooking cells are missing, in a corner three, so coin flips
there need fewer mines:

    where      cells that matter   mines among them
    interior   8                   6
    edge       6                   4
    corner     5                   3

Only the cells that matter must be disjoint, not the blocks around them, and they can be packed
without gaps: in the interior, squares in every other column of every fourth row, shifted by one
column from one such row to the next, use every cell once; along an edge one square fits into every
two columns. Each coin flip of m mines contributes a factor 1 - p^m (1 - p)^2 with independent mines
of density p. With a fixed number of mines the bound is a coefficient of the product of
(1 + t)^c - t^m over all coin flips of c cells: an exact fraction, or for large boards an integral
at the saddle point. Cells that the first-click rule keeps free of mines remove the coin flips they
belong to. The bound holds for grids and tori with at most one mine per cell.

At any fixed density, the win rate of every player falls exponentially with the number of
cells, so the critical density of large boards tends to 0. Louf (arXiv 2506.01634) proves that it
falls like n^(-1/6) on boards of n cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, lgamma, log, log1p, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import defaults
from sapper.boards.kinds import spec_text
from sapper.boards.specs import read_board
from sapper.errors import BoardError, TheoryError
from sapper.games import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.boards import Board, Cell, Spec
    from sapper.types import BoardLike, FirstClickRule

EXACT_CELLS = 1_500
"""Up to this number of cells the bound for a fixed number of mines is also given as a fraction."""

_POINTS = 4_001
"""Number of nodes of the saddle-point integral."""

_WIDTHS = 14.0
"""Its range on either side of the saddle point, in standard deviations."""


@dataclass(frozen=True, slots=True)
class CoinFlip:
    """A kind of coin flip: a square of four cells and its overlooking cells."""

    where: str
    """The place on the board: interior, edge or corner."""

    overlooking: int
    """Number of overlooking cells, which must hold mines."""

    @property
    def mines(self) -> int:
        """Number of mines in the coin flip."""
        return self.overlooking + 2

    @property
    def cells(self) -> int:
        """Number of cells that matter: the square and the overlooking cells."""
        return self.overlooking + 4

    def loss(self, density: float) -> float:
        """Return the share of games that it costs every player, with independent mines."""
        return density**self.mines * (1.0 - density) ** 2


INTERIOR = CoinFlip("interior", 4)
EDGE = CoinFlip("edge", 2)
CORNER = CoinFlip("corner", 1)


@dataclass(frozen=True, slots=True)
class Field:
    """A lattice of coin flips of one kind, one for each pair of a top row and a left column."""

    kind: CoinFlip
    """Their kind."""

    tops: range
    """The first rows of the squares."""

    lefts: range
    """The first columns of the squares."""

    overlooking: tuple[tuple[int, int], ...]
    """The overlooking cells, as (rows, columns) relative to the first cell of the square."""

    @property
    def count(self) -> int:
        """The number of coin flips."""
        return len(self.tops) * len(self.lefts)

    def touched(self, places: Iterable[tuple[int, ...]]) -> int:
        """Count the coin flips that contain at least one of the places."""
        found = set()
        for row, column in places:
            for down, right in (*_SQUARE, *self.overlooking):
                top, left = row - down, column - right
                if top in self.tops and left in self.lefts:
                    found.add((top, left))
        return len(found)


_SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
_OVERLOOKING = {(-1, -1): (-1, -1), (-1, 1): (-1, 2), (1, -1): (2, -1), (1, 1): (2, 2)}
"""The overlooking cells, keyed by their direction (down, right) from the square."""


@dataclass(frozen=True, slots=True)
class WinBound:
    """An upper bound on the win rate of every player."""

    spec: str
    """The board, with its mines if their number is fixed."""

    density: float
    """The mine density, from 0 to 1."""

    coin_flips: dict[str, int]
    """Number of coin flips packed on the board, keyed by place."""

    bound: float
    """The upper bound on the win rate, from 0 to 1."""

    exact: Fraction | None
    """The bound as a fraction, for boards of at most ``EXACT_CELLS`` cells with fixed mines."""

    def summary(self) -> str:
        """Return the bound as one line."""
        counts = ", ".join(f"{count:,} {where}" for where, count in self.coin_flips.items())
        return (
            f"{self.spec}, density {self.density:.5g}: no player wins more than {self.bound:.6g} "
            f"(from {counts} coin flips)"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the bound as JSON values."""
        return {
            "spec": self.spec,
            "density": self.density,
            "coin_flips": self.coin_flips,
            "bound": self.bound,
            "exact": None if self.exact is None else str(self.exact),
        }


def packing(kind: str, shape: tuple[int, ...]) -> list[Field]:
    """Pack a grid or a torus with coin flips that have no cell in common.

    >>> sum(field.count for field in packing("grid", (12, 12)))
    14
    """
    if kind not in ("grid", "torus"):
        raise BoardError(f"the bound needs a grid or a torus, not a {kind} board")
    rows, columns = shape
    if kind == "torus":
        return _laid(_inside(range(1, rows - 2), range(1, columns - 2)))
    (top, bottom), (left, right) = _ends(rows), _ends(columns)
    down, across = range(4, rows - 5, 2), range(4, columns - 5, 2)
    fields = [
        Field(kind, *place, tuple(_OVERLOOKING[way] for way in seen))
        for kind, place, seen in (
            (CORNER, (top, left), [(1, 1)]),
            (CORNER, (top, right), [(1, -1)]),
            (CORNER, (bottom, left), [(-1, 1)]),
            (CORNER, (bottom, right), [(-1, -1)]),
            (EDGE, (top, across), [(1, -1), (1, 1)]),
            (EDGE, (bottom, across), [(-1, -1), (-1, 1)]),
            (EDGE, (down, left), [(-1, 1), (1, 1)]),
            (EDGE, (down, right), [(-1, -1), (1, -1)]),
        )
    ]
    return _laid(fields + _inside(range(4, rows - 5), range(4, columns - 5)))


def _ends(length: int) -> tuple[range, range]:
    """First rows or columns of the squares at both ends of a board; empty if one does not fit."""
    return range(int(length >= 3)), range(length - 2, length - 2 + int(length >= 6))


def _inside(rows: range, columns: range) -> list[Field]:
    """Interior squares with their first cell in these rows and columns."""
    overlooking = tuple(_OVERLOOKING.values())
    return [
        Field(INTERIOR, rows[0::8], columns[0::2], overlooking),
        Field(INTERIOR, rows[4::8], columns[1::2], overlooking),
    ]


def _laid(fields: list[Field]) -> list[Field]:
    return [field for field in fields if field.count]


def coin_flips(
    board: Board | Spec, kept_free: Iterable[tuple[int, ...]] = ()
) -> dict[CoinFlip, int]:
    """Count the coin flips packed on a board, without those that contain a cell kept free."""
    free = list(kept_free)
    counts: dict[CoinFlip, int] = {}
    for field in packing(board.kind, board.shape):
        counts[field.kind] = counts.get(field.kind, 0) + field.count - field.touched(free)
    return {kind: count for kind, count in counts.items() if count}


def density_bound(
    board: BoardLike,
    density: float,
    first: FirstClickRule = defaults.FORMULA_FIRST,
    start: Cell | None = None,
) -> WinBound:
    """Bound the win rate of every player if cells hold mines independently.

    >>> round(density_bound("500x500", 0.159).bound, 3)
    0.449
    """
    if not 0 < density < 1:
        raise TheoryError(f"a density is between 0 and 1, not {density!r}")
    where, free = read_board(board), []
    if first != "any":
        deal = Deal.read(where, mines=0, first=first, start=start)
        free = [deal.board.coordinates(cell) for cell in deal.kept_free]
    counts = coin_flips(where, free)
    log_bound = sum(count * log1p(-kind.loss(density)) for kind, count in counts.items())
    name = spec_text(where.kind, where.shape)
    return WinBound(name, density, _by_place(counts), exp(log_bound), None)


def mines_bound(
    board: BoardLike,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    *,
    mines: int | None = None,
) -> WinBound:
    """Bound the win rate of every player with a fixed number of mines.

    >>> found = mines_bound("4x4/6", first="any")
    >>> found.exact
    Fraction(713, 728)
    """
    deal = Deal.read(board, mines=mines, first=first, start=start)
    if deal.full:
        return WinBound(deal.spec, 1.0, {}, 1.0, Fraction(1))
    counts = coin_flips(deal.board, [deal.board.coordinates(cell) for cell in deal.kept_free])
    cells = deal.board.size - len(deal.kept_free)
    exact = None
    if cells <= EXACT_CELLS:
        exact = _coefficient(counts, cells, deal.mines)
    bound = _saddle_point(counts, cells, deal.mines) if exact is None else float(exact)
    density = deal.mines / deal.board.size
    return WinBound(deal.spec, density, _by_place(counts), bound, exact)


def refuted_from(density: float, kind: str = "grid", rate: float = 0.5) -> int:
    """Return the least side q such that no player wins a share of ``rate`` on q x q boards.

    Mines are independent. The bound decreases with q, so it holds for all larger boards.

    >>> refuted_from(0.159), refuted_from(0.159, "torus")
    (452, 700)
    """

    def bound(side: int) -> float:
        return density_bound(f"{kind}:{side}x{side}", density).bound

    low, high = 1, 8
    while bound(high) >= rate:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if bound(middle) < rate else (middle, high)
    return high


def bound_density(board: BoardLike, rate: float = 0.5) -> float | None:
    """Return the least density at which no player wins more than ``rate``; None if there is none.

    Mines are independent. The bound has its minimum at the density of the likeliest coin flips, at
    most 3/4, and rises above it, so higher densities are not searched.

    >>> round(bound_density("500x500"), 4), bound_density("10x10")
    (0.1539, None)
    """
    if not 0 < rate < 1:
        raise TheoryError(f"a share of games is between 0 and 1, not {rate!r}")
    low, high = 1e-6, 0.75
    if density_bound(board, high).bound > rate:
        return None
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if density_bound(board, middle).bound > rate else (low, middle)
    return high


def _by_place(counts: dict[CoinFlip, int]) -> dict[str, int]:
    return {kind.where: count for kind, count in counts.items()}


def _coefficient(counts: dict[CoinFlip, int], cells: int, mines: int) -> Fraction:
    """The coefficient of t^mines, divided by the number of layouts, by inclusion-exclusion."""
    parts = [(0, 0, 1)]  # cells and mines in the chosen coin flips, signed number of choices
    for kind, count in counts.items():
        parts = [
            (c + k * kind.cells, m + k * kind.mines, (-1) ** k * comb(count, k) * ways)
            for c, m, ways in parts
            for k in range(min(count, (mines - m) // kind.mines) + 1)
        ]
    total = sum(ways * comb(cells - c, mines - m) for c, m, ways in parts)
    return Fraction(total, comb(cells, mines))


def _saddle_point(counts: dict[CoinFlip, int], cells: int, mines: int) -> float:
    """The same by Cauchy's integral over the circle through the saddle point.

    On that circle the mean number of mines is ``mines``. The integrand is close to a Gaussian
    around the positive real axis, so the trapezoidal rule is accurate to full precision.
    """
    if mines in (0, cells):
        return 1.0
    density = mines / cells
    spread = sqrt(cells * density * (1 - density))
    reach = min(np.pi, _WIDTHS / spread) if spread else np.pi
    angles = np.linspace(-reach, reach, _POINTS, endpoint=False)
    turn = np.exp(1j * angles)
    t = density / (1 - density) * turn
    exponent = cells * np.log1p((turn - 1) * density) - 1j * mines * angles
    for kind, count in counts.items():
        exponent = exponent + count * np.log1p(-(t**kind.mines) / (1 + t) ** kind.cells)
    integral = float(np.sum(np.exp(exponent)).real) * float(angles[1] - angles[0]) / (2 * np.pi)
    # Divided by the probability that independent mines sum to `mines`.
    log_probability = (
        lgamma(cells + 1)
        - lgamma(mines + 1)
        - lgamma(cells - mines + 1)
        + mines * log(density)
        + (cells - mines) * log1p(-density)
    )
    return min(1.0, integral * exp(-log_probability))
