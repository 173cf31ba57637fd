"""The slow, obvious oracle: the numbers of the fast engine by plain enumeration.

Every way to mine the frontier is listed, one covered cell after the other, and dropped as soon as
a clue has too much or can no longer get enough. The cells next to no clue are counted, not listed.
Everything is an exact integer or fraction. The cost is exponential in the size of the frontier:
this is for small positions, to check the fast engine by, and shares no code with it.

The mines are dropped one by one as distinct objects, so a layout with n_i mines in cell i arises
in K! / prod(n_i!) ways. With at most one mine in a cell that is K! for every layout, and dividing
by it leaves the number of layouts.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from sapper.errors import ContradictionError, PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position

Arrangement = dict[int, int]
"""The number of mines in every frontier cell."""

Crowd = tuple[int, int]
"""A number of floating cells without a flag, and a number of floating cells with one."""


def count(position: Position) -> int:
    r"""Count the layouts that fit; 0 where none does.

    With more than one mine in a cell, the ways to drop the mines one by one as distinct objects.
    With a density, the layouts with any number of mines.

    >>> from sapper.positions import parse
    >>> count(parse("1#\n##", mines=1)), count(parse("2#\n##", mines=1))
    (3, 0)
    """
    if position.density is not None:
        _chance(position)
        free, _ = _crowd(position, position.floating)
        return sum(2**free for _ in arrangements(position))
    total = _total(position)
    return int(total if position.max_per_cell > 1 else total / factorial(_mines(position)))


def mine_probability(position: Position) -> list[Fraction | None]:
    """Return for each cell the probability of at least one mine; None where it is revealed.

    >>> from sapper.positions import parse
    >>> mine_probability(parse("1###", mines=2))
    [None, Fraction(1, 1), Fraction(1, 2), Fraction(1, 2)]
    """
    total = _possible(position)
    crowd = _crowd(position, position.floating)
    result: list[Fraction | None] = [None] * position.board.size
    mined: dict[int, Fraction] = dict.fromkeys(position.frontier, Fraction())
    empty_floating = Fraction()
    for arrangement in arrangements(position):
        weight = _inside(position, arrangement)
        used = sum(arrangement.values())
        whole = weight * sum(_outside(position, used, (0, 0), crowd).values())
        for cell, mines in arrangement.items():
            mined[cell] += whole if mines else 0
        if crowd[0]:
            others = (crowd[0] - 1, crowd[1])
            empty_floating += weight * sum(
                _outside(position, used, (0, 0), others, emptied=1).values()
            )
    flags = set(position.flags)
    for cell in position.floating:
        result[cell] = Fraction(1) if cell in flags else 1 - empty_floating / total
    for cell, weight in mined.items():
        result[cell] = weight / total
    return result


def clue_distribution(position: Position, cell: int) -> dict[int, Fraction]:
    """Return the probability that a covered cell holds no mine and would show v, for every v.

    >>> from sapper.positions import parse
    >>> clue_distribution(parse("1###", mines=2), 2)
    {2: Fraction(1, 2)}
    """
    cell = position.board.cell(cell)
    if position.clue(cell) is not None:
        raise PositionError(f"cell {position.board.name(cell)} is already revealed")
    total = _possible(position)
    if cell in position.flags:
        return {}
    result: dict[int, Fraction] = defaultdict(Fraction)
    around = position.board.neighbors(cell)
    others = [other for other in position.floating if other != cell]
    near = _crowd(position, [other for other in others if other in around])
    far = _crowd(position, [other for other in others if other not in around])
    emptied = 1 if cell in position.floating else 0
    for arrangement in arrangements(position):
        if arrangement.get(cell, 0):
            continue
        weight = _inside(position, arrangement)
        seen = sum(arrangement.get(other, 0) for other in around)
        used = sum(arrangement.values())
        for mines, ways in _outside(position, used, near, far, emptied).items():
            result[seen + mines] += weight * ways / total
    return {number: result[number] for number in sorted(result) if result[number]}


def frontier_mines(position: Position) -> dict[int, Fraction]:
    """Return the probability that the frontier holds m mines altogether, for every m.

    >>> from sapper.positions import parse
    >>> frontier_mines(parse("1###", mines=2))
    {1: Fraction(1, 1)}
    """
    total = _possible(position)
    crowd = _crowd(position, position.floating)
    result: dict[int, Fraction] = defaultdict(Fraction)
    for arrangement in arrangements(position):
        used = sum(arrangement.values())
        ways = sum(_outside(position, used, (0, 0), crowd).values())
        result[used] += _inside(position, arrangement) * ways / total
    return {mines: result[mines] for mines in sorted(result) if result[mines]}


def layouts(position: Position) -> Iterator[tuple[int, ...]]:
    """Yield every layout that fits, as the number of mines in each cell; for tiny boards only.

    Nothing clever: all numbers of mines in all covered cells are tried.

    >>> from sapper.positions import parse
    >>> list(layouts(parse("1##", mines=1)))
    [(0, 1, 0)]
    """
    clues, flags = position.clues, set(position.flags)
    choices = [
        [0] if clue is not None else list(range(int(cell in flags), position.max_per_cell + 1))
        for cell, clue in enumerate(clues)
    ]
    for layout in product(*choices):
        if position.mines is not None and sum(layout) != position.mines:
            continue
        if all(
            clue is None or clue == sum(layout[other] for other in position.board.neighbors(cell))
            for cell, clue in enumerate(clues)
        ):
            yield layout


def arrangements(position: Position) -> Iterator[Arrangement]:
    """Yield every way to mine the frontier that the clues allow, whatever the number of mines.

    >>> from sapper.positions import parse
    >>> list(arrangements(parse("#1##", mines=2)))
    [{0: 0, 2: 1}, {0: 1, 2: 0}]
    """
    limit = position.max_per_cell
    numbers = {cell: clue for cell, clue in enumerate(position.clues) if clue is not None}
    around = {clue: position.board.neighbors(clue) for clue in numbers}
    missing = dict(numbers)
    undecided = {clue: sum(c not in numbers for c in around[clue]) for clue in numbers}
    # Clue by clue, so that each clue is settled, and can be found wrong, as early as may be.
    cells = list(dict.fromkeys(c for clue in numbers for c in around[clue] if c not in numbers))
    beside = {cell: [c for c in position.board.neighbors(cell) if c in numbers] for cell in cells}
    flags = set(position.flags)
    chosen: Arrangement = {}

    def possible(clue: int) -> bool:
        return 0 <= missing[clue] <= undecided[clue] * limit

    def extend(depth: int) -> Iterator[Arrangement]:
        if depth == len(cells):
            yield dict(chosen)
            return
        cell = cells[depth]
        for mines in range(1 if cell in flags else 0, limit + 1):
            chosen[cell] = mines
            for clue in beside[cell]:
                missing[clue] -= mines
                undecided[clue] -= 1
            if all(map(possible, beside[cell])):
                yield from extend(depth + 1)
            for clue in beside[cell]:
                missing[clue] += mines
                undecided[clue] += 1

    if all(map(possible, numbers)):
        yield from extend(0)


@lru_cache(maxsize=1024)
def drops(crowd: Crowd, most: int, limit: int) -> tuple[int, ...]:
    """Count, for m from 0 to ``most``, the ways to drop m distinct mines into a crowd of cells.

    A cell takes up to ``limit`` mines, a flagged one at least 1. Cell after cell joins: the newest
    takes j of the m mines, which can be chosen in C(m, j) ways, and the others share the rest.

    >>> drops((8, 0), 6, 3)[6]
    255920
    """
    free, flagged = crowd
    ways = [1] + [0] * most
    for least in [0] * free + [1] * flagged:
        ways = [
            sum(comb(m, j) * ways[m - j] for j in range(least, min(limit, m) + 1))
            for m in range(most + 1)
        ]
    return tuple(ways)


def _inside(position: Position, arrangement: Arrangement) -> Fraction:
    """Weigh the frontier: the ways to choose its mines, or its probability at a density."""
    used = sum(arrangement.values())
    if position.density is not None:
        chance = _chance(position)
        return chance**used * (1 - chance) ** (len(arrangement) - used)
    mines = _mines(position)
    if used > mines:
        return Fraction()
    shared = prod(map(factorial, arrangement.values())) * factorial(mines - used)
    return Fraction(factorial(mines), shared)


def _outside(
    position: Position, used: int, near: Crowd, far: Crowd, emptied: int = 0
) -> dict[int, Fraction]:
    """Weigh the floating cells for each number of mines in the near ones.

    ``used`` mines are in the frontier and none in the ``emptied`` floating cells, which belong to
    neither crowd.
    """
    if position.density is not None:
        chance = _chance(position)
        fixed = chance ** (near[1] + far[1]) * (1 - chance) ** emptied
        return {
            near[1] + m: fixed * comb(near[0], m) * chance**m * (1 - chance) ** (near[0] - m)
            for m in range(near[0] + 1)
        }
    mines, limit = _mines(position), position.max_per_cell
    left = mines - used
    near_ways, far_ways = drops(near, mines, limit), drops(far, mines, limit)
    most = min(left, sum(near) * limit)
    return {m: Fraction(comb(left, m) * near_ways[m] * far_ways[left - m]) for m in range(most + 1)}


def _total(position: Position) -> Fraction:
    crowd = _crowd(position, position.floating)
    return sum(
        (
            _inside(position, arrangement)
            * sum(_outside(position, sum(arrangement.values()), (0, 0), crowd).values())
            for arrangement in arrangements(position)
        ),
        Fraction(),
    )


def _possible(position: Position) -> Fraction:
    """Weigh all that fits; ContradictionError where nothing does."""
    total = _total(position)
    if not total:
        raise ContradictionError(f"no layout fits the position\n{position}")
    return total


def _crowd(position: Position, cells: list[int]) -> Crowd:
    flags = set(position.flags)
    flagged = sum(cell in flags for cell in cells)
    return len(cells) - flagged, flagged


def _mines(position: Position) -> int:
    assert position.mines is not None
    return position.mines


def _chance(position: Position) -> Fraction:
    """Return the chance of a mine as a fraction; a float stands for the decimal it prints as."""
    if position.max_per_cell > 1:
        raise PositionError("a density is defined for at most one mine in a cell only")
    density = position.density
    return density if isinstance(density, Fraction) else Fraction(str(density))
