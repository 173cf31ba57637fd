"""Partitions of the perimeter, and the number of arrangements each method tests.

Fowler & Young 2004, section IV, join the cells next to one and the same clue into one unknown of
several values; cells next to several clues stay single. Cells with the same several clues can be
joined as well, which gives groups. Given the bounds on the mines from the integer programs, only
arrangements within these bounds need a test. The engine tests no arrangements; it visits the table
entries of its variable elimination.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import comb, prod
from typing import TYPE_CHECKING, Any

from sapper.analysis import analyze
from sapper.errors import PositionError
from sapper.theory.configurations import cell_groups
from sapper.theory.perimeter import integer_bounds, without_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.positions import Position


@dataclass(frozen=True, slots=True)
class Part:
    """Cells that form one unknown."""

    cells: tuple[int, ...]
    """The cells."""

    clues: tuple[int, ...]
    """The clues next to them."""

    most: int
    """Upper bound on their mines by their number and by each single clue."""

    @property
    def values(self) -> int:
        """The number of values of the unknown."""
        return self.most + 1


@dataclass(frozen=True, slots=True)
class ArrangementsTested:
    """Number of arrangements of the perimeter that each method tests, without flagged cells."""

    cells: int
    """Number of cells in the perimeter, n."""

    least: int
    """Fewest mines in them that the clues allow (IV.1)."""

    most: int
    """Most mines in them that the clues allow (IV.1)."""

    exhaustive: int
    """All 2^n arrangements (EPP)."""

    bounded: int
    """Arrangements with ``least`` to ``most`` mines (IV.1)."""

    partitioned: int
    """All values of the paper's partition (PPP, IV.3)."""

    partitioned_bounded: int
    """Values of the paper's partition within the bounds."""

    grouped: int
    """All values of the partition into groups."""

    grouped_bounded: int
    """Values of the partition into groups within the bounds."""

    fitting: int
    """Arrangements consistent with the clues, the result of every method."""

    engine: int
    """Table entries that the engine visits to count them."""

    @property
    def saved(self) -> float:
        """The share of the exhaustive tests that the bounds save, from 0 to 1."""
        return 1 - self.bounded / self.exhaustive

    def summary(self) -> str:
        """Return one line per method."""
        names = {
            "all arrangements": self.exhaustive,
            "within the bounds": self.bounded,
            "partitioned": self.partitioned,
            "partitioned, within the bounds": self.partitioned_bounded,
            "grouped": self.grouped,
            "grouped, within the bounds": self.grouped_bounded,
            "entries of the engine": self.engine,
            "consistent arrangements": self.fitting,
        }
        return "\n".join(f"{name:30} {count:,}" for name, count in names.items())

    def to_dict(self) -> dict[str, Any]:
        """Return the counts, keyed by name."""
        return asdict(self)


def partition(position: Position) -> tuple[Part, ...]:
    r"""Return the paper's partition: cells next to one and the same clue joined, others single.

    The unknowns are in the order of their first cells, as in the paper.

    >>> import sapper
    >>> parts = partition(sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11))
    >>> [part.values for part in parts]
    [2, 2, 2, 3, 2, 2, 2, 2]
    """
    parts = []
    for part in grouped_partition(position):
        if len(part.clues) == 1:
            parts.append(part)
        else:
            parts += [Part((cell,), part.clues, 1) for cell in part.cells]
    return tuple(sorted(parts, key=lambda part: part.cells))


def grouped_partition(position: Position) -> tuple[Part, ...]:
    r"""Return the partition into groups: all cells with the same clues joined.

    >>> import sapper
    >>> parts = grouped_partition(
    ...     sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11)
    ... )
    >>> [(len(part.cells), part.values) for part in parts]
    [(3, 2), (2, 2), (1, 2), (3, 3), (1, 2), (2, 3)]
    """
    position = position.without_window()
    if position.max_per_cell > 1:
        limit = position.max_per_cell
        raise PositionError(f"partitions need at most one mine per cell, not {limit}")
    flags = set(position.flags)
    missing = {
        clue: int(position.states[clue])
        - sum(cell in flags for cell in position.board.neighbors(clue))
        for clue in position.revealed
    }
    return tuple(
        Part(
            group.cells,
            group.clues,
            max(0, min([len(group.cells), *(missing[clue] for clue in group.clues)])),
        )
        for group in cell_groups(position)
        if not group.flagged
    )


def arrangements_tested(position: Position) -> ArrangementsTested:
    r"""Return the number of arrangements each method tests; ContradictionError if none fits.

    >>> import sapper
    >>> tested = arrangements_tested(
    ...     sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11)
    ... )
    >>> tested.exhaustive, tested.bounded, tested.partitioned, tested.grouped, tested.engine
    (4096, 715, 384, 144, 4)
    """
    position = position.without_window()
    paper, groups = partition(position), grouped_partition(position)
    analysis = analyze(position)
    bounds = integer_bounds(position, mine_count=False)
    flagged = len(set(position.flags).intersection(position.frontier))
    least, most = bounds.least - flagged, bounds.most - flagged
    cells = len(position.frontier) - flagged
    within = range(least, most + 1)
    free = analyze(without_count(position)).components
    return ArrangementsTested(
        cells,
        least,
        most,
        2**cells,
        sum(comb(cells, mines) for mines in within),
        prod(part.values for part in paper),
        bounded_values(paper, within),
        prod(part.values for part in groups),
        bounded_values(groups, within),
        prod(sum(component.arrangements.values()) for component in free),
        analysis._solution.entries,
    )


def bounded_values(parts: Iterable[Part], within: range) -> int:
    """Return the number of combinations of values whose sum is in a range, by convolution."""
    by_sum = [1]
    for part in parts:
        total = [0] * (len(by_sum) + part.most)
        for mines, count in enumerate(by_sum):
            for more in range(part.values):
                total[mines + more] += count
        by_sum = total
    return sum(count for mines, count in enumerate(by_sum) if mines in within)
