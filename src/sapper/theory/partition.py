"""Partitions of the perimeter, and how many arrangements each method has to test.

Fowler & Young 2004, section IV. Squares next to the same single number can be counted together as
one unknown of several values; squares next to several numbers stay single there. Nothing forbids to
join those with the same numbers too, which is what groups are. With the bounds of the integer
programs, only arrangements of so many mines need a test. The engine tests none: it visits states of
its tables.
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
    """Cells that count as one unknown."""

    cells: tuple[int, ...]
    """The cells."""

    clues: tuple[int, ...]
    """The clues they are next to."""

    most: int
    """The most mines they can hold, as far as their size and their single clues tell."""

    @property
    def values(self) -> int:
        """How many values the unknown can take."""
        return self.most + 1


@dataclass(frozen=True, slots=True)
class ArrangementsTested:
    """How many arrangements of the perimeter each method tests, flagged cells left out."""

    cells: int
    """The cells of the perimeter, n."""

    least: int
    """The fewest mines that the clues allow in them (IV.1)."""

    most: int
    """The most mines that the clues allow in them."""

    exhaustive: int
    """All 2^n (EPP)."""

    bounded: int
    """Those with at least ``least`` and at most ``most`` mines (IV.1)."""

    partitioned: int
    """All values of the paper's partition (PPP, IV.3)."""

    partitioned_bounded: int
    """Those within the bounds."""

    grouped: int
    """All values of the groups: also cells with the same several clues are joined."""

    grouped_bounded: int
    """Those within the bounds."""

    fitting: int
    """Arrangements that the clues allow: what every method ends with."""

    engine: int
    """Entries of the tables that the engine visits to count them all."""

    @property
    def saved(self) -> float:
        """The share of the exhaustive tests that the bounds save."""
        return 1 - self.bounded / self.exhaustive

    def summary(self) -> str:
        """Return a line for each method."""
        names = {
            "all arrangements": self.exhaustive,
            "within the bounds": self.bounded,
            "partitioned": self.partitioned,
            "partitioned, within the bounds": self.partitioned_bounded,
            "grouped": self.grouped,
            "grouped, within the bounds": self.grouped_bounded,
            "entries of the engine": self.engine,
            "fitting arrangements": self.fitting,
        }
        return "\n".join(f"{name:30} {count:,}" for name, count in names.items())

    def to_dict(self) -> dict[str, Any]:
        """Return the counts by name."""
        return asdict(self)


def partition(position: Position) -> tuple[Part, ...]:
    r"""Return the paper's partition: cells next to one clue joined, all others single.

    The unknowns are in the order of their first cells, as the paper relabels them.

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
    if position.max_per_cell > 1:
        limit = position.max_per_cell
        raise PositionError(f"partitions are for one mine a cell, not for up to {limit}")
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
    r"""Return how many arrangements each method tests; ContradictionError where none fits.

    >>> import sapper
    >>> tested = arrangements_tested(
    ...     sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11)
    ... )
    >>> tested.exhaustive, tested.bounded, tested.partitioned, tested.grouped, tested.engine
    (4096, 715, 384, 144, 4)
    """
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
        _bounded(paper, within),
        prod(part.values for part in groups),
        _bounded(groups, within),
        prod(sum(component.arrangements.values()) for component in free),
        analysis._solution.entries,
    )


def _bounded(parts: Iterable[Part], within: range) -> int:
    """Count the values of all parts together whose sum is within the bounds."""
    by_sum = [1]
    for part in parts:
        total = [0] * (len(by_sum) + part.most)
        for mines, count in enumerate(by_sum):
            for more in range(part.values):
                total[mines + more] += count
        by_sum = total
    return sum(by_sum[mines] for mines in within if mines < len(by_sum))
