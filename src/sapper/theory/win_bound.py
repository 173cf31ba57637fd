"""A bound on what any player wins, proved from squares that are a coin flip for everybody.

Four cells that form a square, with mines on one of its diagonals, look the same from outside as
with mines on the other, except from the cells that touch just one of the four: those diagonally
outside its corners. If these hold mines, too, nothing that can be opened tells the two apart,
whatever the other cells around hold. A player who has not clicked on one of the four has seen the
same in both cases, and the first click there hits a mine in one of them. So a layout with k such
coin flips, none of which shares one of these cells with another, has the fate of 2^k layouts that
differ only in the diagonals, and of those at most one is won: whatever the strategy,
W <= E[2^(-K)].

At an edge of the board two of the overlooking cells are missing and in a corner of it three are, so
that coin flips there need fewer mines:

    where      cells that matter   mines among them
    interior   8                   6
    edge       6                   4
    corner     5                   3

Only these cells must be disjoint, not the blocks around them, and they can be packed without a gap:
inside, squares in every other column of every fourth row, shifted by one from row to row, use every
cell once; along an edge one square fits into every two columns. Each gives a factor
1 - p^m (1 - p)^2 with independent mines of density p. With a fixed number of mines the bound is a
coefficient of the product of (1 + t)^c - t^m, exact as a fraction and, for large boards, by an
integral over a circle. Cells that the rule of the first click keeps free of mines cost the coin
flips that they belong to. Grids and tori, one mine a cell.

So at any fixed density the win rate of every player falls exponentially with the number of cells,
and there is no critical density that large boards tend to, but 0. Louf (arXiv 2506.01634) proves
the power of n.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, lgamma, log, log1p, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.boards.kinds import spec_text
from sapper.boards.specs import read_board
from sapper.errors import BoardError, TheoryError
from sapper.games import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.boards import Board, Spec

EXACT_CELLS = 1_500
"""Boards up to this size have the bound for a fixed number of mines as a fraction, too."""

_POINTS = 4_001
_WIDTHS = 14.0


@dataclass(frozen=True, slots=True)
class CoinFlip:
    """Four cells in a square and those that overlook one of them, by their place on the board."""

    where: str
    """interior, edge or corner."""

    overlooking: int
    """The cells that touch just one of the four, and must hold mines."""

    @property
    def mines(self) -> int:
        """The mines that make it a coin flip."""
        return self.overlooking + 2

    @property
    def cells(self) -> int:
        """The cells that matter: those with mines, and the two of the other diagonal without."""
        return self.overlooking + 4

    def loss(self, density: float) -> float:
        """Return the share of games that it costs every player, with independent mines."""
        return density**self.mines * (1.0 - density) ** 2


INTERIOR = CoinFlip("interior", 4)
EDGE = CoinFlip("edge", 2)
CORNER = CoinFlip("corner", 1)


@dataclass(frozen=True, slots=True)
class Field:
    """Coin flips of one kind in a pattern of rows and columns: one for each top and each left."""

    kind: CoinFlip
    """What they are."""

    tops: range
    """The first rows of the squares."""

    lefts: range
    """The first columns of the squares."""

    overlooking: tuple[tuple[int, int], ...]
    """Where the overlooking cells are, as (rows, columns) from the first of the four."""

    @property
    def count(self) -> int:
        """How many coin flips there are."""
        return len(self.tops) * len(self.lefts)

    def touched(self, places: Iterable[tuple[int, ...]]) -> int:
        """Count the coin flips to which at least one of the places matters."""
        found = set()
        for row, column in places:
            for down, right in (*_SQUARE, *self.overlooking):
                top, left = row - down, column - right
                if top in self.tops and left in self.lefts:
                    found.add((top, left))
        return len(found)


_SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
_OVERLOOKING = {(-1, -1): (-1, -1), (-1, 1): (-1, 2), (1, -1): (2, -1), (1, 1): (2, 2)}
"""The overlooking cells, by the direction in which they lie."""


@dataclass(frozen=True, slots=True)
class WinBound:
    """An upper bound on the win rate of every player."""

    spec: str
    """The board, with its mines where they are a fixed number."""

    density: float
    """The density of the mines."""

    coin_flips: dict[str, int]
    """How many coin flips the board was packed with, by place."""

    bound: float
    """No player wins more."""

    exact: Fraction | None
    """The same as a fraction, for small boards with a fixed number of mines."""

    def summary(self) -> str:
        """Return the bound in a line."""
        laid = ", ".join(f"{count:,} {where}" for where, count in self.coin_flips.items())
        return (
            f"{self.spec}, density {self.density:.5g}: no player wins more than {self.bound:.6g} "
            f"(from {laid} coin flips)"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the bound for machines."""
        return {
            "spec": self.spec,
            "density": self.density,
            "coin_flips": self.coin_flips,
            "bound": self.bound,
            "exact": None if self.exact is None else str(self.exact),
        }


def packing(kind: str, shape: tuple[int, ...]) -> list[Field]:
    """Pack a grid or a torus with coin flips that share none of the cells that matter.

    >>> sum(field.count for field in packing("grid", (12, 12)))
    14
    """
    if kind not in ("grid", "torus"):
        raise BoardError(f"the coin flips are made for grids and tori, not for {kind} boards")
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
    """The first rows, or columns, of squares at both ends of a board; two do not always fit."""
    return range(int(length >= 3)), range(length - 2, length - 2 + int(length >= 6))


def _inside(rows: range, columns: range) -> list[Field]:
    """Squares of the interior whose first cell is in these rows and columns."""
    every = tuple(_OVERLOOKING.values())
    return [
        Field(INTERIOR, rows[0::8], columns[0::2], every),
        Field(INTERIOR, rows[4::8], columns[1::2], every),
    ]


def _laid(fields: list[Field]) -> list[Field]:
    return [field for field in fields if field.count]


def coin_flips(
    board: Board | Spec, kept_free: Iterable[tuple[int, ...]] = ()
) -> dict[CoinFlip, int]:
    """Count the coin flips packed on a board, without those that a cell kept free rules out."""
    free = list(kept_free)
    counts: dict[CoinFlip, int] = {}
    for field in packing(board.kind, board.shape):
        counts[field.kind] = counts.get(field.kind, 0) + field.count - field.touched(free)
    return {kind: count for kind, count in counts.items() if count}


def density_bound(
    board: str | Spec | Board,
    density: float,
    first: str = "any",
    start: int | Sequence[int] | None = None,
) -> WinBound:
    """Bound the win rate of every player where each cell holds a mine with the same chance.

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
    board: str | Spec | Board,
    first: str = "safe",
    start: int | Sequence[int] | None = None,
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
    bound = _on_circle(counts, cells, deal.mines) if exact is None else float(exact)
    density = deal.mines / deal.board.size
    return WinBound(deal.spec, density, _by_place(counts), bound, exact)


def refuted_from(density: float, kind: str = "grid", rate: float = 0.5) -> int:
    """Return the least side q from which on no player wins a share of ``rate`` on q x q boards.

    Independent mines; from there on the bound only falls.

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


def bound_density(board: str | Spec | Board, rate: float = 0.5) -> float | None:
    """Return the least density at which no player wins more than ``rate``; None if there is none.

    Independent mines. The bound is lowest where coin flips are likeliest, at a density of 3/4 at
    most, and rises again beyond: crowded boards are not what it is about.

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
    """The coefficient of t^mines, over all layouts: sums over how many are coin flips."""
    parts = [(0, 0, 1)]  # cells and mines taken by coin flips, and their signed number of choices
    for kind, count in counts.items():
        parts = [
            (c + k * kind.cells, m + k * kind.mines, (-1) ** k * comb(count, k) * ways)
            for c, m, ways in parts
            for k in range(min(count, (mines - m) // kind.mines) + 1)
        ]
    total = sum(ways * comb(cells - c, mines - m) for c, m, ways in parts)
    return Fraction(total, comb(cells, mines))


def _on_circle(counts: dict[CoinFlip, int], cells: int, mines: int) -> float:
    """The same by Cauchy's integral on the circle where the mean number of mines is right.

    The integrand is a Gaussian around the real axis, and equal steps sum it to full precision.
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
    # Over the chance that independent mines are just so many.
    log_chance = (
        lgamma(cells + 1)
        - lgamma(mines + 1)
        - lgamma(cells - mines + 1)
        + mines * log(density)
        + (cells - mines) * log1p(-density)
    )
    return min(1.0, integral * exp(-log_chance))
