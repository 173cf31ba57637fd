"""Forced guesses: a census of ambiguous patterns, and the win rate it predicts.

An ambiguous pattern is a pair of mine sets that no click outside them can distinguish, so it forces
every player to guess. The core enumerates all patterns up to a number of mines
(``core/theory/ambiguous_patterns.hpp``). A pattern with m mines in either case, k cells mined only
in the first case and k only in the second, occurs at a given place with probability
2 p^m (1 - p)^k at mine density p. The census counts patterns in the interior, at the edges and in
the corners, so the mean number of patterns on a board follows without a fitted parameter. The
smallest patterns dominate on large boards: on a grid of n cells six mines in the interior, four at
an edge, three in a corner, which gives terms of n p^6, sqrt(n) p^4 and p^3.

The mean number of pairs of layouts that differ by a pattern of the census is exact for independent
mines. The win rates are approximations for small means: a Poisson approximation gives a board
without patterns the probability exp(-mean), and if each pattern is a coin flip, a player who makes
no other guess wins exp(-mean / 2) of the games. The census leaves out larger patterns, and pairs of
distant walled-in cells of which the mine count alone says that one holds a mine, so the mean is
slightly too low.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from sapper.analysis.ambiguity import ambiguous_patterns
from sapper.boards import lattice
from sapper.boards.kinds import KINDS
from sapper.boards.specs import read_board
from sapper.errors import BoardError, TheoryError
from sapper.files import write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.boards import Board
    from sapper.types import BoardLike

FILE = "ambiguous_patterns.csv"
"""The file of the census that comes with the package; ``make patterns`` recomputes it."""

SIZES = {
    "grid": (9, 7, 5),
    "rook": (8, 6, 5),
    "hex": (9, 6, 5),
    "tri": (7, 5, 4),
}
"""The kinds of board in the census, with the mine limits in the interior, at an edge, in a corner.

Knight boards have no pattern of up to 6, 4 and 3 mines. On boards with 24 neighbours per cell the
search is too slow to reach the first pattern."""

_PLACES = ("interior", "edge", "corner")
_SIDE = 41
_PERIOD = 2
_DEPTH = 12
"""Search depth, in cells from an edge, for the smallest cell of a pattern that touches the edge.

Patterns of the census are much smaller."""


class Side(NamedTuple):
    """An edge of the board, on which one coordinate has its smallest or largest value."""

    axis: int
    value: int

    def contains(self, place: tuple[int, ...]) -> bool:
        """Return whether a place is on this edge."""
        return place[self.axis] == self.value

    def place(self, depth: int, along: int) -> tuple[int, int]:
        """Return the place ``depth`` cells from the edge, with this value of the other axis."""
        value = depth if self.value == 0 else self.value - depth
        return (value, along) if self.axis == 0 else (along, value)


_SIDES = (Side(0, 0), Side(0, _SIDE - 1), Side(1, 0), Side(1, _SIDE - 1))
_CORNERS = tuple((rows, columns) for rows in _SIDES[:2] for columns in _SIDES[2:])


@dataclass(frozen=True, slots=True, order=True)
class Shape:
    """A class of patterns of the same size and extent."""

    mines: int
    """Number of mines in either case."""

    disputed: int
    """Number of cells mined in the first case only."""

    rows: int
    """Extent of the disputed cells in rows; for a pattern at an edge, perpendicular to the edge."""

    columns: int
    """Extent of the disputed cells in columns."""

    def probability(self, density: float) -> float:
        """Return the probability of such a pattern at a given place, in either of its cases."""
        return 2 * density**self.mines * (1 - density) ** self.disputed


@dataclass(frozen=True, slots=True)
class Census:
    """The ambiguous patterns of a kind of board; counts are averages over places."""

    kind: str
    """The kind of board."""

    interior: dict[Shape, float]
    """Patterns without a disputed cell at an edge: number per cell."""

    edge: dict[Shape, float]
    """Patterns with disputed cells at one edge: number per cell of the edge."""

    corner: dict[Shape, float]
    """Patterns with disputed cells at two edges: number per corner."""

    @property
    def places(self) -> dict[str, dict[Shape, float]]:
        """The patterns by place: interior, edge and corner."""
        return dict(zip(_PLACES, (self.interior, self.edge, self.corner), strict=True))

    def mean(self, board: BoardLike, density: float) -> float:
        """Return the mean number of patterns on a board, with independent mines.

        >>> round(census("grid").mean("1000x1000", 0.08), 2)
        1.2
        """
        if not 0 < density < 1:
            raise TheoryError(f"a density is between 0 and 1, not {density!r}")
        where = read_board(board)
        if where.kind not in (self.kind, "torus"):
            raise BoardError(f"the census of {self.kind} boards is not for {where.kind}")
        rows, columns = where.shape
        if where.kind == "torus":
            return rows * columns * _total(self.interior, density)
        total = 0.0
        for shape, count in self.interior.items():
            places = max(0, rows - 1 - shape.rows) * max(0, columns - 1 - shape.columns)
            total += count * places * shape.probability(density)
        for length in (rows, columns):
            for shape, count in self.edge.items():
                places = 2 * max(0, length - 1 - shape.columns)
                total += count * places * shape.probability(density)
        return total + 4 * _total(self.corner, density)

    def guess_free(self, board: BoardLike, density: float) -> float:
        """Return the approximate share of games without such a pattern."""
        return exp(-self.mean(board, density))

    def win_rate(self, board: BoardLike, density: float) -> float:
        """Return the approximate win rate if these patterns are the only guesses."""
        return exp(-self.mean(board, density) / 2)

    def density(self, board: BoardLike, rate: float = 0.5) -> float:
        """Return the density at which ``win_rate`` equals ``rate``.

        >>> [round(census().density(f"{side}x{side}"), 3) for side in (100, 1000)]
        [0.156, 0.082]
        """
        low, high = 0.0, 0.5
        while high - low > 1e-12:
            middle = (low + high) / 2
            low, high = (middle, high) if self.win_rate(board, middle) > rate else (low, middle)
        return high

    def to_dict(self) -> dict[str, Any]:
        """Return the census as JSON values: per place, counts by mines and disputed cells."""
        return {
            "kind": self.kind,
            **{
                place: [
                    {"mines": mines, "disputed": disputed, "count": count}
                    for (mines, disputed), count in sorted(_by_size(shapes).items())
                ]
                for place, shapes in self.places.items()
            },
        }

    def summary(self) -> str:
        """Return the census as text."""
        counts = self.to_dict()
        lines = [f"ambiguous patterns of {self.kind} boards"]
        for place in _PLACES:
            sizes = Counter[int]()
            for entry in counts[place]:
                sizes[entry["mines"]] += entry["count"]
            known = [f"{count:g} of {mines} mines" for mines, count in sorted(sizes.items())]
            lines.append(f"{place}: {', '.join(known) or 'none'}")
        return "\n".join(lines)


def census(kind: str = "grid") -> Census:
    """Return the census of a kind of board that comes with the package.

    >>> print(census("grid").summary().splitlines()[1])
    interior: 1 of 6 mines, 2 of 7 mines, 4 of 8 mines, 14 of 9 mines
    """
    shipped = _shipped()
    if kind not in shipped:
        raise BoardError(f"there are censuses of {', '.join(shipped)} boards, not of {kind!r}")
    return shipped[kind]


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Census]:
    text = resources.files("sapper").joinpath("data", FILE).read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[Shape, float]]] = {}
    for row in csv.DictReader(text.splitlines()):
        places = found.setdefault(row["kind"], {place: {} for place in _PLACES})
        sizes = (int(row[column]) for column in ("mines", "disputed", "rows", "columns"))
        places[row["place"]][Shape(*sizes)] = float(row["count"])
    return {kind: Census(kind, **places) for kind, places in found.items()}


def write_census(path: str, kinds: Iterable[str] = SIZES) -> None:
    """Recompute the census that comes with the package and write it to a file."""
    with io.StringIO() as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["kind", "place", "mines", "disputed", "rows", "columns", "count"])
        for kind in kinds:
            found = take_census(kind, *SIZES[kind])
            for place, shapes in found.places.items():
                for shape, count in shapes.items():
                    sizes = (shape.mines, shape.disputed, shape.rows, shape.columns)
                    writer.writerow([kind, place, *sizes, f"{count:g}"])
        write(path, stream.getvalue())


def take_census(kind: str, interior: int, edge: int, corner: int) -> Census:
    """Find all patterns up to the given numbers of mines, for a two-dimensional kind of board.

    If the edges differ, as on hexagonal boards, the counts at an edge and in a corner are averages
    over all four. A torus has interior patterns only.

    >>> print(take_census("grid", 7, 4, 3).summary())
    ambiguous patterns of grid boards
    interior: 1 of 6 mines, 2 of 7 mines
    edge: 2 of 4 mines
    corner: 3 of 3 mines
    """
    facts = KINDS.get(kind)
    if facts is None or not facts.flat or facts.wraps:
        flat = ", ".join(name for name, each in KINDS.items() if each.flat and not each.wraps)
        raise BoardError(f"a census can be taken of {flat} boards, not of {kind!r}")
    board = lattice(kind, (_SIDE, _SIDE))
    period = range(1 if facts.symmetric else _PERIOD)
    middles = [_SIDE // 2 + step for step in period]
    inside = _average([_found(board, (r, c), interior, []) for r in middles for c in middles])
    sides = _SIDES[:1] if facts.symmetric else _SIDES
    at_edge = _average([_at_side(board, side, middles, edge) for side in sides])
    at_edge = {shape: count / len(period) for shape, count in at_edge.items()}
    corners = [pair for pair in _CORNERS if not facts.symmetric or pair == _CORNERS[0]]
    in_corner = _average([_in_corner(board, pair, corner) for pair in corners])
    return Census(kind, inside, at_edge, in_corner)


def _at_side(board: Board, side: Side, middles: list[int], most_mines: int) -> Counter[Shape]:
    """Shapes of the patterns that touch one edge, with the smallest cell in the given columns."""
    found: Counter[Shape] = Counter()
    depths = range(1 if side == _SIDES[0] else _DEPTH)
    for depth in depths:
        for middle in middles:
            found += _found(board, side.place(depth, middle), most_mines, [side])
    return found


def _in_corner(board: Board, sides: tuple[Side, Side], most_mines: int) -> Counter[Shape]:
    """Shapes of the patterns that touch two edges."""
    found: Counter[Shape] = Counter()
    depths = range(1 if sides[0] == _SIDES[0] else _DEPTH)
    for depth in depths:
        for along in range(_DEPTH):
            root = sides[0].place(depth, sides[1].place(along, 0)[sides[1].axis])
            found += _found(board, root, most_mines, list(sides))
    return found


def _found(
    board: Board, root: tuple[int, int], most_mines: int, sides: list[Side]
) -> Counter[Shape]:
    """Shapes of the patterns with smallest cell ``root`` that touch exactly these edges."""
    found: Counter[Shape] = Counter()
    for pattern in ambiguous_patterns(board, root, most_mines):
        places = [board.coordinates(cell) for cell in pattern.disputed]
        if [side for side in _SIDES if any(side.contains(place) for place in places)] != sides:
            continue
        rows, columns = ([place[axis] for place in places] for axis in (0, 1))
        height, width = (max(spread) - min(spread) + 1 for spread in (rows, columns))
        if sides and sides[0].axis == 1:
            height, width = width, height
        found[Shape(pattern.mines, len(pattern.first), height, width)] += 1
    return found


def _average(counts: list[Counter[Shape]]) -> dict[Shape, float]:
    total = sum(counts, Counter[Shape]())
    return {shape: total[shape] / len(counts) for shape in sorted(total)}


def _total(shapes: dict[Shape, float], density: float) -> float:
    return sum(count * shape.probability(density) for shape, count in shapes.items())


def _by_size(shapes: dict[Shape, float]) -> dict[tuple[int, int], float]:
    sizes: dict[tuple[int, int], float] = {}
    for shape, count in shapes.items():
        key = shape.mines, shape.disputed
        sizes[key] = sizes.get(key, 0.0) + count
    return sizes
