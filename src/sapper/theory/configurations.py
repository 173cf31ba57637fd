"""Configurations: enumeration of the mines per group (the combinatorics note).

Frontier cells with the same clues form a group; a configuration gives each group a number of mines.
Its weight is the product of C(s_i, m_i) over the groups, or of w_i / m_i! with several mines per
cell (equations 1.3 and 1.10), times a factor for all other cells. The note has three such factors:
the ways of the outer group (1.10), falling factorials (2.2), and a power of the density, as on an
infinite board. The first two are exact and equal; the third is an approximation.

Enumeration by backtracking takes time exponential in the number of groups. ``sapper.analyze``
computes the same probabilities by variable elimination; this module reproduces the note's numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, perm
from typing import TYPE_CHECKING

from sapper.analysis.counting import occupied_row, ways_row
from sapper.deprecation import warn_deprecated
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.theory.outer_group import outer_group_probability, outer_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sapper.positions import Position

MOST_CONFIGURATIONS = 1_000_000
"""Default limit on the number of configurations."""


@dataclass(frozen=True, slots=True)
class CellGroup:
    """Frontier cells with the same clues, all flagged or none."""

    cells: tuple[int, ...]
    """The cells."""

    clues: tuple[int, ...]
    """The revealed cells next to them."""

    flagged: bool
    """Whether the cells are flagged."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A number of mines for every group."""

    group_mines: tuple[int, ...]
    """Number of mines per group."""

    weight: Fraction
    """Product of w / m! over the groups; with one mine per cell its number of arrangements."""

    @property
    def mines(self) -> tuple[int, ...]:
        """Deprecated name of ``group_mines``."""
        warn_deprecated("Configuration.mines")
        return self.group_mines

    @property
    def total(self) -> int:
        """The mines in all groups."""
        return sum(self.group_mines)


@dataclass(frozen=True, slots=True)
class Configurations:
    """All configurations that the clues of a position allow."""

    position: Position
    """The position."""

    groups: tuple[CellGroup, ...]
    """Its groups, in the order of their first cells."""

    listed: tuple[Configuration, ...]
    """The configurations that the clues allow, for any number of mines on the board."""

    def __len__(self) -> int:
        return len(self.listed)

    @property
    def arrangements(self) -> int:
        """Number of arrangements of the frontier that the clues allow; for one mine per cell."""
        self._require_one_mine_per_cell()
        return int(sum(found.weight for found in self.listed))

    def exact(self) -> tuple[Fraction, ...]:
        """Return the exact probability of each configuration by the outer group's ways (1.10)."""
        mines, limit = self._mines(), self.position.max_per_cell
        flags = set(self.position.flags)
        floating = self.position.floating
        flagged = sum(cell in flags for cell in floating)
        row = outer_row(len(floating) - flagged, flagged, mines, limit)
        return self._normal(
            [
                found.weight * Fraction(row[mines - found.total], factorial(mines - found.total))
                if found.total <= mines
                else Fraction()
                for found in self.listed
            ]
        )

    def refined(self) -> tuple[Fraction, ...]:
        """Return the same by falling factorials (equation 2.2, with its binomials inverted).

        With S of the N' covered cells in groups and K mines, a configuration of M mines has the
        weight K_(M) (N' - K)_(S - M) times its arrangements, where x_(k) is the falling factorial.
        Flagged cells outside the frontier are excluded together with their mines.
        """
        self._require_one_mine_per_cell()
        outside = len(set(self.position.flags).intersection(self.position.floating))
        covered = len(self.position.covered) - outside
        mines = self._mines() - outside
        inside = sum(len(group.cells) for group in self.groups)
        safe = max(covered - mines, 0)
        return self._normal(
            [
                found.weight * perm(mines, found.total) * perm(safe, inside - found.total)
                for found in self.listed
            ]
        )

    def at_density(self, density: Fraction) -> tuple[Fraction, ...]:
        """Return the probabilities if cells hold mines independently with this density."""
        self._require_one_mine_per_cell()
        odds = density / (1 - density)
        return self._normal([found.weight * odds**found.total for found in self.listed])

    def mine_probability(self, probabilities: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return P(a cell of the group holds a mine) per group, from configurations' (2.3)."""
        limit = self.position.max_per_cell
        found = []
        for g, group in enumerate(self.groups):
            size = len(group.cells)
            chances = (
                chance * outer_group_probability(size, listed.group_mines[g], limit)
                for listed, chance in zip(self.listed, probabilities, strict=True)
                if chance
            )
            found.append(Fraction(1) if group.flagged else sum(chances, Fraction()))
        return tuple(found)

    def _mines(self) -> int:
        if self.position.mines is None:
            raise PositionError("the number of mines is unknown: use at_density with a density")
        return self.position.mines

    def _require_one_mine_per_cell(self) -> None:
        if self.position.max_per_cell > 1:
            limit = self.position.max_per_cell
            raise PositionError(f"this needs at most one mine per cell, not {limit}")

    def _normal(self, weights: list[Fraction]) -> tuple[Fraction, ...]:
        total = sum(weights, Fraction())
        if not total:
            raise ContradictionError(f"no layout fits the position\n{self.position}")
        return tuple(weight / total for weight in weights)


def configurations(position: Position, *, most: int = MOST_CONFIGURATIONS) -> Configurations:
    r"""List the configurations of a position; TooHardError if there are more than ``most``.

    >>> import sapper
    >>> found = configurations(sapper.parse("####\n#12#\n####", mines=3))
    >>> [group.cells for group in found.groups]
    [(0, 4, 8), (1, 2, 9, 10), (3, 7, 11)]
    >>> [(each.group_mines, int(each.weight)) for each in found.listed]
    [((0, 1, 1), 12), ((1, 0, 2), 9)]
    """
    position = position.without_window()
    groups = cell_groups(position)
    listed: list[Configuration] = []
    for mines in _fitting(position, groups):
        if len(listed) == most:
            raise TooHardError(f"too hard: more than {most} configurations", budget=most)
        weight = Fraction(1)
        for group, held in zip(groups, mines, strict=True):
            weight *= _group_weight(len(group.cells), held, position.max_per_cell, group.flagged)
        listed.append(Configuration(mines, weight))
    return Configurations(position, groups, tuple(listed))


def cell_groups(position: Position) -> tuple[CellGroup, ...]:
    """Return the frontier's groups in the order of their first cells; flagged cells separately."""
    position = position.without_window()
    states, flags = position.states, set(position.flags)
    members: dict[tuple[tuple[int, ...], bool], list[int]] = {}
    for cell in position.frontier:
        clues = tuple(other for other in position.board.neighbors(cell) if states[other] >= 0)
        members.setdefault((clues, cell in flags), []).append(cell)
    return tuple(
        CellGroup(tuple(cells), clues, flagged) for (clues, flagged), cells in members.items()
    )


def _fitting(position: Position, groups: tuple[CellGroup, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the mines per group in lexicographic order, pruned by the clues' need and room."""
    limit = position.max_per_cell
    room = [len(group.cells) * limit for group in groups]
    missing = {cell: int(position.states[cell]) for cell in position.revealed}
    undecided = dict.fromkeys(missing, 0)
    for group, space in zip(groups, room, strict=True):
        for clue in group.clues:
            undecided[clue] += space
    chosen: list[int] = []

    def extend(g: int) -> Iterator[tuple[int, ...]]:
        if g == len(groups):
            yield tuple(chosen)
            return
        group = groups[g]
        for clue in group.clues:
            undecided[clue] -= room[g]
        low = max(
            [len(group.cells) * group.flagged, *(missing[c] - undecided[c] for c in group.clues)]
        )
        high = min([room[g], *(missing[c] for c in group.clues)])
        for mines in range(low, high + 1):
            chosen.append(mines)
            for clue in group.clues:
                missing[clue] -= mines
            yield from extend(g + 1)
            for clue in group.clues:
                missing[clue] += mines
            chosen.pop()
        for clue in group.clues:
            undecided[clue] += room[g]

    if all(0 <= missing[clue] <= undecided[clue] for clue in missing):
        yield from extend(0)


@lru_cache(maxsize=4096)
def _group_weight(cells: int, mines: int, max_per_cell: int, flagged: bool) -> Fraction:
    """Ways to place m distinct mines in a group, over m!; with one mine per cell C(s, m)."""
    row = occupied_row if flagged else ways_row
    return Fraction(row(cells, mines, max_per_cell)[mines], factorial(mines))
