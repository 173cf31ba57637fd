"""Mine probabilities by testing arrangements of the perimeter: EPP and PPP of Fowler & Young 2004.

The perimeter is the covered cells next to a clue, without flagged ones. Both methods enumerate and
test by brute force, exactly as the thesis describes them:

- EPP (III.3) tests all 2^n arrangements of the n squares; with bounds on the number of mines (IV.1)
  only those within the bounds.
- PPP (IV.3) gives one unknown to all squares next to one and the same clue, and tests all values of
  the unknowns. An unknown of k squares with m mines stands for C(k, m) arrangements.

An arrangement of j mines has C(f, left - j) layouts, where f is the number of covered cells off the
perimeter and ``left`` the number of unflagged mines; the mine probability of a square is its share
of the layouts. The cost is exponential in the perimeter; ``sapper.analyze`` returns the same
probabilities by variable elimination.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice, product
from math import comb, prod
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sapper.errors import ContradictionError, PositionError, TheoryError, TooHardError
from sapper.stopping import check_stop
from sapper.theory.partition import bounded_values, partition
from sapper.theory.perimeter import MineBounds, linear_system

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy.typing as npt

    from sapper.positions import Position

    Table = npt.NDArray[np.int64]

MOST_TESTED = 1 << 22
"""Default limit on the number of tests of ``epp`` and ``ppp``: about ten seconds."""

_AT_ONCE = 1 << 14


@dataclass(frozen=True, slots=True)
class PerimeterProbability:
    """Mine probabilities of a position, found by testing arrangements of its perimeter."""

    position: Position
    """The position."""

    method: Literal["EPP", "PPP"]
    """EPP tests single squares, PPP the unknowns of the partition."""

    bounds: MineBounds | None
    """The tested numbers of mines in the perimeter, flags included; None if all are tested."""

    perimeter: tuple[int, ...]
    """The covered cells next to a clue, without flagged ones, ascending."""

    tested: int
    """The number of arrangements (EPP) or of values of the unknowns (PPP) that were tested."""

    arrangements: Mapping[int, int]
    """The number of consistent arrangements by their mines, flags not included."""

    layouts: int
    """The number of layouts of the board, T in the thesis."""

    mine_probability: Mapping[int, Fraction]
    """P(the cell holds a mine), for every covered cell without a flag."""

    @property
    def safe(self) -> tuple[int, ...]:
        """The cells with probability 0, which the Perimeter Strategy clicks."""
        return tuple(cell for cell, chance in self.mine_probability.items() if chance == 0)

    @property
    def mines(self) -> tuple[int, ...]:
        """The cells with probability 1, which the Perimeter Strategy flags."""
        return tuple(cell for cell, chance in self.mine_probability.items() if chance == 1)

    @property
    def best(self) -> tuple[int, ...]:
        """All cells with the lowest probability; step C of the strategy clicks one at random."""
        least = min(self.mine_probability.values(), default=None)
        return tuple(c for c, chance in self.mine_probability.items() if chance == least)

    def summary(self) -> str:
        """Return the numbers of arrangements and the probability of every cell."""
        name = self.position.board.name
        inside = set(self.perimeter)
        within = ""
        if self.bounds is not None:
            within = f" with {self.bounds.least} to {self.bounds.most} mines"
        lines = [f"{self.method}: {self.tested:,} tested{within}"]
        lines += [
            f"  consistent with {mines} mine{'s' * (mines != 1)}: {count:,}"
            for mines, count in self.arrangements.items()
        ]
        lines.append(f"layouts: {self.layouts:,}")
        lines.append("mine probability")
        lines += [
            f"  x{k} {name(cell)}: {_shown(self.mine_probability[cell])}"
            for k, cell in enumerate(self.perimeter, 1)
        ]
        off = [chance for cell, chance in self.mine_probability.items() if cell not in inside]
        if off:
            lines.append(f"  each of {len(off):,} cells off the perimeter: {_shown(off[0])}")
        lines.append(f"lowest: {', '.join(map(name, self.best)) or 'none'}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values, with large integers and fractions as text."""
        place, inside = self.position.board.coordinates, set(self.perimeter)
        return {
            "method": self.method,
            "bounds": None if self.bounds is None else [self.bounds.least, self.bounds.most],
            "tested": self.tested,
            "arrangements": {str(mines): count for mines, count in self.arrangements.items()},
            "layouts": str(self.layouts),
            "cells": [
                {
                    "cell": list(place(cell)),
                    "index": cell,
                    "perimeter": cell in inside,
                    "mine_probability": float(chance),
                    "exact": str(chance),
                }
                for cell, chance in self.mine_probability.items()
            ],
            "best": [list(place(cell)) for cell in self.best],
        }


def epp(
    position: Position, *, bounds: MineBounds | None = None, most: int = MOST_TESTED
) -> PerimeterProbability:
    r"""Return exhaustive perimeter probabilities (EPP; Fowler & Young 2004, III.3 and IV.1).

    ``bounds`` limits the mines in the perimeter, flags included; those of ``integer_bounds`` keep
    every consistent arrangement. Needs the number of mines and at most one mine per cell. Raises
    TooHardError if more than ``most`` arrangements must be tested, ContradictionError if no layout
    fits.

    >>> import sapper
    >>> position = sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11)
    >>> found = epp(position)
    >>> found.tested, found.arrangements, found.layouts
    (4096, {3: 4, 4: 15}, 2558160)
    >>> bounded = epp(position, bounds=sapper.theory.integer_bounds(position, mine_count=False))
    >>> bounded.tested, bounded.mine_probability == found.mine_probability
    (715, True)
    """
    perimeter = _Perimeter(position, bounds)
    size = len(perimeter.cells)
    if bounds is None:
        counts: Sequence[int] = range(size + 1)
        tested = 1 << size
    else:
        counts = [mines for mines in range(size + 1) if mines in perimeter.within]
        tested = sum(comb(size, mines) for mines in counts)
    _refuse_if_too_many(tested, most)
    matrix = perimeter.matrix
    tally = _Tally(size)
    for mined in _chunks(_arrangements(size, counts)):
        check_stop()
        for held in mined[(mined @ matrix.T == perimeter.right).all(axis=1)]:
            tally.add(held.tolist(), 1)
    return perimeter.result("EPP", tested, tally, [1] * size)


def ppp(
    position: Position, *, bounds: MineBounds | None = None, most: int = MOST_TESTED
) -> PerimeterProbability:
    r"""Return perimeter partition probabilities (PPP; Fowler & Young 2004, IV.3).

    Equal to those of ``epp``, with fewer tests; options and errors as there.

    >>> import sapper
    >>> position = sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11)
    >>> found = ppp(position)
    >>> found.tested, found.arrangements
    (384, {3: 4, 4: 15})
    >>> found.mine_probability == epp(position).mine_probability
    True
    """
    perimeter = _Perimeter(position, bounds)
    parts = partition(position)
    tested = prod(part.values for part in parts)
    if bounds is not None:
        tested = bounded_values(parts, perimeter.within)
    _refuse_if_too_many(tested, most)
    row = {clue: r for r, clue in enumerate(perimeter.clues)}
    matrix = np.zeros((len(row), len(parts)), dtype=np.int64)
    for p, part in enumerate(parts):
        matrix[[row[clue] for clue in part.clues], p] = 1
    sizes = [len(part.cells) for part in parts]
    tally = _Tally(len(parts))
    values = product(*(range(part.values) for part in parts))
    if bounds is not None:
        values = (held for held in values if sum(held) in perimeter.within)  # type: ignore[assignment]
    for table in _chunks(values):
        check_stop()
        for row_of_values in table[(table @ matrix.T == perimeter.right).all(axis=1)]:
            held = row_of_values.tolist()
            tally.add(held, prod(comb(k, m) for k, m in zip(sizes, held, strict=True)))
    cells = [part.cells for part in parts]
    return perimeter.result("PPP", tested, tally, sizes, cells)


class _Tally:
    """Consistent arrangements by their number of mines: how many, and the mines per unknown."""

    def __init__(self, unknowns: int) -> None:
        self._unknowns = unknowns
        self.count: Counter[int] = Counter()
        self.mines: dict[int, list[int]] = {}

    def add(self, held: list[int], ways: int) -> None:
        total = sum(held)
        self.count[total] += ways
        sums = self.mines.setdefault(total, [0] * self._unknowns)
        for unknown, mines in enumerate(held):
            sums[unknown] += mines * ways


class _Perimeter:
    """The equations of a position, and what turns a tally into probabilities."""

    def __init__(self, position: Position, bounds: MineBounds | None) -> None:
        position = position.without_window()
        if position.max_per_cell > 1:
            raise PositionError(
                f"testing arrangements needs at most one mine per cell, not {position.max_per_cell}"
            )
        if position.mines is None:
            raise PositionError("testing arrangements needs the number of mines")
        if bounds is not None and bounds.least > bounds.most:
            raise TheoryError(
                f"bounds on the mines go from the least to the most, not from {bounds.least} to "
                f"{bounds.most}"
            )
        flags = set(position.flags)
        system = linear_system(position)
        self.position, self.bounds = position, bounds
        self.cells, self.clues = system.cells, system.clues
        self.matrix, self.right = system.matrix, system.right
        self._floating = [cell for cell in position.floating if cell not in flags]
        self._left = position.mines - len(flags)
        self.within = range(0)
        if bounds is not None:
            known = len(flags.intersection(position.frontier))
            self.within = range(bounds.least - known, bounds.most - known + 1)
        self._refuse_satisfied_clues(flags)

    def _refuse_satisfied_clues(self, flags: set[int]) -> None:
        """Raise if a clue without unknown neighbours, which is no equation, is wrong."""
        board, equations = self.position.board, set(self.clues)
        for clue in self.position.revealed:
            around = flags.intersection(board.neighbors(clue))
            if clue not in equations and len(around) != self.position.clue(clue):
                raise ContradictionError(
                    f"no layout fits: the clue at {board.name(clue)} is "
                    f"{self.position.clue(clue)}, with {len(around)} flags and no other covered "
                    "neighbour",
                    clues=(clue,),
                )

    def result(
        self,
        method: Literal["EPP", "PPP"],
        tested: int,
        tally: _Tally,
        sizes: Sequence[int],
        cells: Sequence[tuple[int, ...]] | None = None,
    ) -> PerimeterProbability:
        """Weight the tally with the layouts of the cells off the perimeter."""
        weight = {
            mines: comb(len(self._floating), self._left - mines)
            for mines in sorted(tally.count)
            if self._left >= mines
        }
        layouts = sum(weight[mines] * tally.count[mines] for mines in weight)
        if not layouts:
            raise ContradictionError(f"no layout fits the position\n{self.position}")
        chance: dict[int, Fraction] = {}
        for unknown, members in enumerate(cells or [(cell,) for cell in self.cells]):
            with_mine = sum(weight[mines] * tally.mines[mines][unknown] for mines in weight)
            of_each = Fraction(with_mine, layouts * sizes[unknown])
            chance |= dict.fromkeys(members, of_each)
        if self._floating:
            mines_off = self._left - sum(chance.values(), Fraction())
            chance |= dict.fromkeys(self._floating, mines_off / len(self._floating))
        return PerimeterProbability(
            self.position,
            method,
            self.bounds,
            tuple(sorted(self.cells)),
            tested,
            {mines: tally.count[mines] for mines, ways in weight.items() if ways},
            layouts,
            {cell: chance[cell] for cell in sorted(chance)},
        )


def _arrangements(size: int, counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the arrangements with these numbers of mines, each as 0 or 1 per square."""
    for mined in chain.from_iterable(combinations(range(size), mines) for mines in counts):
        held = [0] * size
        for square in mined:
            held[square] = 1
        yield tuple(held)


def _chunks(rows: Iterator[tuple[int, ...]]) -> Iterator[Table]:
    while chunk := list(islice(rows, _AT_ONCE)):
        yield np.array(chunk, dtype=np.int64).reshape(len(chunk), -1)


def _refuse_if_too_many(tested: int, most: int) -> None:
    if tested > most:
        raise TooHardError(
            f"too hard: {tested:,} arrangements to test; at most {most:,} are allowed",
            cost=float(tested),
            budget=float(most),
        )


def _shown(chance: Fraction) -> str:
    return f"{float(chance):.4g} = {chance}" if len(str(chance)) < 24 else f"{float(chance):.4g}"
