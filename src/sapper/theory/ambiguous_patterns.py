"""Forced guesses: a census of ambiguous patterns, and the win rate it predicts.

An ambiguous pattern is a pair of mine sets that no click outside them can distinguish, so it forces
every player to guess. The core enumerates all patterns up to a number of mines
(``core/theory/ambiguous_patterns.hpp``). A pattern with m mines in either case, k cells mined only
in the first case and k only in the second, occurs at a given place with probability
2 p^m (1 - p)^k at mine density p. The census counts patterns in the interior, at the edges and in
the corners, so the mean number of patterns on a board follows without a fitted parameter. The
smallest patterns dominate on large boards: on a grid of n cells six mines in the interior, four at
an edge, three in a corner, which gives terms of n p^6, sqrt(n) p^4 and p^3.

The two cases of an unequal pattern hold different numbers of mines, so only the mine count
distinguishes them, and only if the rest of the board is known. The smallest ones are single cells
enclosed by mines. With A unequal patterns in their smaller case and J in their larger one, the mine
count gives J, and a player who opens their cells wins with probability 1 / C(A + J, J). For Poisson
numbers with means a and j the mean of this is

    exp(-j) (1 - r exp(j - a)) / (1 - r)   with r = j / a,

which tends to exp(-j) as a grows: each larger case costs a game.

The mean number of pairs of layouts that differ by a pattern of the census is exact for independent
mines. The win rates are approximations for small means: a Poisson approximation gives a board
without patterns the probability exp(-mean), and if each equal pattern is a coin flip, a player who
makes no other guess wins exp(-mean / 2) of the games, times the factor above for unequal ones. The
census leaves out larger patterns, so the mean is slightly too low.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass, field
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
    from collections.abc import Iterable, Iterator

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
search is slow; see ``critical_law`` for their smallest pattern in the interior."""

UNEQUAL_SIZES = {
    "grid": (8, 6, 4),
    "rook": (8, 6, 4),
    "hex": (8, 5, 4),
    "tri": (7, 4, 4),
}
"""The mine limits of the unequal patterns, for the larger of the two cases."""

WRAPPED = {"torus": "grid", "hexwrap": "hex", "triwrap": "tri", "rookwrap": "rook"}
"""The kinds without edges, with the kinds whose interior they share."""

_PLACES = ("interior", "edge", "corner")
_COLUMNS = ("mines", "disputed", "rows", "columns", "fewest")
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
    """Number of mines in the larger case."""

    disputed: int
    """Number of cells mined in the larger case only."""

    rows: int
    """Extent of the disputed cells in rows; for a pattern at an edge, perpendicular to the edge."""

    columns: int
    """Extent of the disputed cells in columns."""

    fewest: int
    """Number of mines in the smaller case; equal to ``mines`` unless the pattern is unequal."""

    def larger_case(self, density: float) -> float:
        """Return the probability of the larger case at a given place."""
        return density**self.mines * (1 - density) ** (self.disputed - self.mines + self.fewest)

    def smaller_case(self, density: float) -> float:
        """Return the probability of the smaller case at a given place."""
        return density**self.fewest * (1 - density) ** self.disputed


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

    unequal: dict[str, dict[Shape, float]] = field(default_factory=dict)
    """Unequal patterns, by place."""

    @property
    def places(self) -> dict[str, dict[Shape, float]]:
        """The equal patterns by place: interior, edge and corner."""
        return dict(zip(_PLACES, (self.interior, self.edge, self.corner), strict=True))

    def mean(self, board: BoardLike, density: float) -> float:
        """Return the mean number of equal patterns on a board, with independent mines.

        >>> round(census("grid").mean("1000x1000", 0.08), 2)
        1.2
        """
        kind, sides = self._shape(board, density)
        return sum(
            number * (shape.larger_case(density) + shape.smaller_case(density))
            for shape, number in _numbers(self.places, kind, sides)
        )

    def unequal_means(self, board: BoardLike, density: float) -> dict[int, tuple[float, float]]:
        """Return the mean numbers of unequal patterns, with independent mines.

        Keyed by the difference of their cases in mines; the first number counts smaller cases, the
        second larger ones.

        >>> means = census("hex").unequal_means("hexwrap:100x100", 0.2)
        >>> [round(mean, 2) for mean in means[1]]
        [0.76, 0.19]
        """
        kind, sides = self._shape(board, density)
        found: dict[int, tuple[float, float]] = {}
        for shape, number in _numbers(self.unequal, kind, sides):
            smaller, larger = found.get(shape.mines - shape.fewest, (0.0, 0.0))
            found[shape.mines - shape.fewest] = (
                smaller + number * shape.smaller_case(density),
                larger + number * shape.larger_case(density),
            )
        return found

    def guess_free(self, board: BoardLike, density: float) -> float:
        """Return the approximate share of games without a guess."""
        share = exp(-self.mean(board, density))
        for smaller, larger in self.unequal_means(board, density).values():
            share *= exp(-smaller) + exp(-larger) - exp(-smaller - larger)
        return share

    def win_rate(self, board: BoardLike, density: float) -> float:
        """Return the approximate win rate if these patterns are the only guesses."""
        rate = exp(-self.mean(board, density) / 2)
        for smaller, larger in self.unequal_means(board, density).values():
            rate *= count_resolves(smaller, larger)
        return rate

    def _shape(self, board: BoardLike, density: float) -> tuple[str, tuple[int, int]]:
        """The kind of a board and its rows and columns; checks the arguments."""
        if not 0 < density < 1:
            raise TheoryError(f"a density is between 0 and 1, not {density!r}")
        where = read_board(board)
        if WRAPPED.get(where.kind, where.kind) != self.kind or len(where.shape) != 2:
            raise BoardError(
                f"the census of {self.kind} boards is not for {where.kind} boards of "
                f"{len(where.shape)} dimensions"
            )
        rows, columns = where.shape
        return where.kind, (rows, columns)

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
                    for (mines, disputed, _), count in sorted(_by_size(shapes).items())
                ]
                for place, shapes in self.places.items()
            },
            "unequal": {
                place: [
                    {"mines": mines, "fewest": fewest, "disputed": disputed, "count": count}
                    for (mines, disputed, fewest), count in sorted(_by_size(shapes).items())
                ]
                for place, shapes in self.unequal.items()
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
        for place, shapes in self.unequal.items():
            pairs = Counter[tuple[int, int]]()
            for shape, count in shapes.items():
                pairs[shape.mines, shape.fewest] += count  # type: ignore[assignment]
            known = [
                f"{count:g} of {mines} or {fewest} mines"
                for (mines, fewest), count in sorted(pairs.items())
            ]
            lines.append(f"{place}, unequal: {', '.join(known) or 'none'}")
        return "\n".join(lines)


def census(kind: str = "grid") -> Census:
    """Return the census of a kind of board that comes with the package.

    A kind without edges has the census of the kind whose interior it shares.

    >>> print(census("grid").summary().splitlines()[1])
    interior: 1 of 6 mines, 2 of 7 mines, 4 of 8 mines, 14 of 9 mines
    """
    kind = WRAPPED.get(kind, kind)
    shipped = _shipped()
    if kind not in shipped:
        raise BoardError(f"there are censuses of {', '.join(shipped)} boards, not of {kind!r}")
    return shipped[kind]


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Census]:
    text = resources.files("sapper").joinpath("data", FILE).read_text(encoding="utf-8")
    found: dict[str, Census] = {}
    for row in csv.DictReader(text.splitlines()):
        kind = row["kind"]
        of_kind = found.setdefault(kind, Census(kind, {}, {}, {}, {place: {} for place in _PLACES}))
        shape = Shape(*(int(row[column]) for column in _COLUMNS))
        places = of_kind.places if shape.fewest == shape.mines else of_kind.unequal
        places[row["place"]][shape] = float(row["count"])
    return found


def write_census(path: str, kinds: Iterable[str] = SIZES) -> None:
    """Recompute the census that comes with the package and write it to a file."""
    with io.StringIO() as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["kind", "place", *_COLUMNS, "count"])
        for kind in kinds:
            found = take_census(kind, *SIZES[kind], unequal=UNEQUAL_SIZES[kind])
            for places in (found.places, found.unequal):
                for place, shapes in places.items():
                    for shape, count in shapes.items():
                        sizes = [getattr(shape, column) for column in _COLUMNS]
                        writer.writerow([kind, place, *sizes, f"{count:g}"])
        write(path, stream.getvalue())


def take_census(
    kind: str,
    interior: int,
    edge: int,
    corner: int,
    *,
    unequal: tuple[int, int, int] | None = None,
) -> Census:
    """Find all patterns up to the given numbers of mines, for a two-dimensional kind of board.

    ``unequal`` has the limits of the unequal patterns at the three places; by default they are not
    searched. If the edges differ, as on hexagonal boards, the counts at an edge and in a corner are
    averages over all four. A torus has interior patterns only.

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
    equal = _places_of(kind, (interior, edge, corner), unequal=False)
    return Census(
        kind,
        **equal,
        unequal={} if unequal is None else _places_of(kind, unequal, unequal=True),
    )


def _places_of(
    kind: str, limits: tuple[int, int, int], *, unequal: bool
) -> dict[str, dict[Shape, float]]:
    """The patterns of a kind of board by place, up to these numbers of mines."""
    facts = KINDS[kind]
    board = lattice(kind, (_SIDE, _SIDE))
    interior, edge, corner = (Search(board, most, unequal) for most in limits)
    period = range(1 if facts.symmetric else _PERIOD)
    middles = [_SIDE // 2 + step for step in period]
    inside = _average([_found(interior, (r, c), []) for r in middles for c in middles])
    sides = _SIDES[:1] if facts.symmetric else _SIDES
    at_edge = _average([_at_side(edge, side, middles) for side in sides])
    at_edge = {shape: count / len(period) for shape, count in at_edge.items()}
    corners = [pair for pair in _CORNERS if not facts.symmetric or pair == _CORNERS[0]]
    in_corner = _average([_in_corner(corner, pair) for pair in corners])
    return dict(zip(_PLACES, (inside, at_edge, in_corner), strict=True))


class Search(NamedTuple):
    """The patterns that are searched."""

    board: Board
    """The board."""

    most_mines: int
    """The largest number of mines of a case."""

    unequal: bool
    """Whether the cases have different numbers of mines."""


def _at_side(search: Search, side: Side, middles: list[int]) -> Counter[Shape]:
    """Shapes of the patterns that touch one edge, with the smallest cell in the given columns."""
    found: Counter[Shape] = Counter()
    depths = range(1 if side == _SIDES[0] else _DEPTH)
    for depth in depths:
        for middle in middles:
            found += _found(search, side.place(depth, middle), [side])
    return found


def _in_corner(search: Search, sides: tuple[Side, Side]) -> Counter[Shape]:
    """Shapes of the patterns that touch two edges."""
    found: Counter[Shape] = Counter()
    depths = range(1 if sides[0] == _SIDES[0] else _DEPTH)
    for depth in depths:
        for along in range(_DEPTH):
            root = sides[0].place(depth, sides[1].place(along, 0)[sides[1].axis])
            found += _found(search, root, list(sides))
    return found


def _found(search: Search, root: tuple[int, int], sides: list[Side]) -> Counter[Shape]:
    """Shapes of the patterns with smallest cell ``root`` that touch exactly these edges."""
    found: Counter[Shape] = Counter()
    board = search.board
    for pattern in ambiguous_patterns(board, root, search.most_mines, unequal=search.unequal):
        places = [board.coordinates(cell) for cell in pattern.disputed]
        if [side for side in _SIDES if any(side.contains(place) for place in places)] != sides:
            continue
        rows, columns = ([place[axis] for place in places] for axis in (0, 1))
        height, width = (max(spread) - min(spread) + 1 for spread in (rows, columns))
        if sides and sides[0].axis == 1:
            height, width = width, height
        larger = max(len(pattern.first), len(pattern.second))
        found[Shape(pattern.mines, larger, height, width, pattern.fewest_mines)] += 1
    return found


def _average(counts: list[Counter[Shape]]) -> dict[Shape, float]:
    total = sum(counts, Counter[Shape]())
    return {shape: total[shape] / len(counts) for shape in sorted(total)}


def _numbers(
    places: dict[str, dict[Shape, float]], kind: str, sides: tuple[int, int]
) -> Iterator[tuple[Shape, float]]:
    """Yield the shapes of a census, each with its number on a board of this kind and size."""
    if not places:
        return
    rows, columns = sides
    if kind in WRAPPED:
        yield from ((shape, count * rows * columns) for shape, count in places["interior"].items())
        return
    for shape, count in places["interior"].items():
        fitting = max(0, rows - 1 - shape.rows) * max(0, columns - 1 - shape.columns)
        yield shape, count * fitting
    for length in sides:
        for shape, count in places["edge"].items():
            yield shape, 2 * count * max(0, length - 1 - shape.columns)
    yield from ((shape, 4 * count) for shape, count in places["corner"].items())


def count_resolves(smaller: float, larger: float) -> float:
    """Return the probability of winning a board whose only guesses are unequal patterns.

    Their numbers in the smaller and in the larger case are Poisson with these means; the mine count
    gives how many are in the larger case.

    >>> round(count_resolves(0.1, 0.02), 5), round(count_resolves(1e6, 0.5), 4)
    (0.99904, 0.6065)
    """
    if larger == 0:
        return 1.0
    if abs(smaller - larger) < 1e-9 * larger:
        return exp(-larger) * (1 + larger)
    return exp(-larger) * (smaller - larger * exp(larger - smaller)) / (smaller - larger)


def _by_size(shapes: dict[Shape, float]) -> dict[tuple[int, int, int], float]:
    sizes: dict[tuple[int, int, int], float] = {}
    for shape, count in shapes.items():
        key = shape.mines, shape.disputed, shape.fewest
        sizes[key] = sizes.get(key, 0.0) + count
    return sizes
