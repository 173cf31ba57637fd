"""The reference implementation of the counting: backtracking enumeration, as an oracle for tests.

All arrangements of mines in the frontier are enumerated cell by cell; a branch is cut as soon as a
clue is exceeded or can no longer be reached. Floating cells are counted in closed form. All results
are exact integers or fractions. The cost is exponential in the size of the frontier, so this is
only for small positions. It shares no code with the engine.

The K mines are distinct objects that are placed one by one, so a layout with n_i mines in cell i
arises in K! / prod(n_i!) ways. With at most one mine per cell this is K! for every layout, and the
number of layouts is the number of ways divided by K!.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from sapper.errors import ContradictionError, PositionError
from sapper.positions.states import UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position

Arrangement = dict[int, int]
"""The number of mines in every frontier cell."""

FloatingCounts = tuple[int, int]
"""A number of floating cells without a flag, and a number of floating cells with one."""


def count(position: Position) -> int:
    r"""Return the number of consistent layouts, at least 0.

    If cells can hold several mines, it is the number of ways to place the mines one by one as
    distinct objects. With a density, layouts with any number of mines count.

    >>> from sapper.positions import parse
    >>> count(parse("1#\n##", mines=1)), count(parse("2#\n##", mines=1))
    (3, 0)
    """
    position = position.without_window()
    if position.totals is not None:
        return sum(count(known) for known in _with_each_number(position))
    if position.density is not None:
        _density(position)
        free, _ = _floating_counts(position, position.floating)
        return sum(2**free for _ in arrangements(position))
    total = _total_weight(position)
    return int(total if position.max_per_cell > 1 else total / factorial(_mines(position)))


def mine_probability(position: Position) -> list[Fraction | None]:
    """Return P(at least one mine) for each cell, with None for revealed cells.

    >>> from sapper.positions import parse
    >>> mine_probability(parse("1###", mines=2))
    [None, Fraction(1, 1), Fraction(1, 2), Fraction(1, 2)]
    """
    position = position.without_window()
    if position.totals is not None:
        parts = [(share, mine_probability(known)) for share, known in _mixture(position)]
        columns = zip(*(chances for _, chances in parts), strict=True)
        shares = [share for share, _ in parts]
        return [
            None
            if column[0] is None
            else sum((s * (p or 0) for s, p in zip(shares, column, strict=True)), Fraction())
            for column in columns
        ]
    total = _positive_total(position)
    floating = _floating_counts(position, position.floating)
    result: list[Fraction | None] = [None] * position.board.size
    mined: dict[int, Fraction] = dict.fromkeys(position.frontier, Fraction())
    empty_floating = Fraction()
    for arrangement in arrangements(position):
        weight = _frontier_weight(position, arrangement)
        used = sum(arrangement.values())
        whole = weight * sum(_floating_weights(position, used, (0, 0), floating).values())
        for cell, mines in arrangement.items():
            mined[cell] += whole if mines else 0
        if floating[0]:
            others = (floating[0] - 1, floating[1])
            empty_floating += weight * sum(
                _floating_weights(position, used, (0, 0), others, emptied=1).values()
            )
    flags = set(position.flags)
    for cell in position.floating:
        result[cell] = Fraction(1) if cell in flags else 1 - empty_floating / total
    for cell, weight in mined.items():
        result[cell] = weight / total
    return result


def clue_distribution(position: Position, cell: int) -> dict[int, Fraction]:
    """Return P(a covered cell is safe and shows v) for every possible v.

    >>> from sapper.positions import parse
    >>> clue_distribution(parse("1###", mines=2), 2)
    {2: Fraction(1, 2)}
    """
    position = position.without_window()
    cell = position.board.cell(cell)
    if position.clue(cell) is not None:
        raise PositionError(f"cell {position.board.name(cell)} is already revealed")
    if position.totals is not None:
        return _mixed([(p, clue_distribution(known, cell)) for p, known in _mixture(position)])
    total = _positive_total(position)
    if cell in position.flags:
        return {}
    result: dict[int, Fraction] = defaultdict(Fraction)
    around = position.board.neighbors(cell)
    others = [other for other in position.floating if other != cell]
    near = _floating_counts(position, [other for other in others if other in around])
    far = _floating_counts(position, [other for other in others if other not in around])
    emptied = 1 if cell in position.floating else 0
    for arrangement in arrangements(position):
        if arrangement.get(cell, 0):
            continue
        weight = _frontier_weight(position, arrangement)
        seen = sum(arrangement.get(other, 0) for other in around)
        used = sum(arrangement.values())
        for mines, ways in _floating_weights(position, used, near, far, emptied).items():
            result[seen + mines] += weight * ways / total
    return {number: result[number] for number in sorted(result) if result[number]}


def frontier_mines(position: Position) -> dict[int, Fraction]:
    """Return P(the frontier holds m mines) for every possible m.

    >>> from sapper.positions import parse
    >>> frontier_mines(parse("1###", mines=2))
    {1: Fraction(1, 1)}
    """
    position = position.without_window()
    if position.totals is not None:
        return _mixed([(p, frontier_mines(known)) for p, known in _mixture(position)])
    total = _positive_total(position)
    floating = _floating_counts(position, position.floating)
    result: dict[int, Fraction] = defaultdict(Fraction)
    for arrangement in arrangements(position):
        used = sum(arrangement.values())
        ways = sum(_floating_weights(position, used, (0, 0), floating).values())
        result[used] += _frontier_weight(position, arrangement) * ways / total
    return {mines: result[mines] for mines in sorted(result) if result[mines]}


def layouts(position: Position) -> Iterator[tuple[int, ...]]:
    """Yield every consistent layout, as the number of mines in each cell; for tiny boards only.

    All numbers of mines in all covered cells are tried.

    >>> from sapper.positions import parse
    >>> list(layouts(parse("1##", mines=1)))
    [(0, 1, 0)]
    """
    position = position.without_window()
    clues, flags = position.clues, set(position.flags)
    choices = [
        [0] if clue is not None else list(range(int(cell in flags), position.max_per_cell + 1))
        for cell, clue in enumerate(clues)
    ]
    for layout in product(*choices):
        if position.mines is not None and sum(layout) != position.mines:
            continue
        if position.totals is not None and sum(layout) not in position.totals:
            continue
        if all(
            clue is None
            or clue == UNREAD
            or clue == sum(layout[other] for other in position.board.neighbors(cell))
            for cell, clue in enumerate(clues)
        ):
            yield layout


def arrangements(position: Position) -> Iterator[Arrangement]:
    """Yield every arrangement of mines in the frontier that satisfies the clues.

    The total number of mines is not taken into account.

    >>> from sapper.positions import parse
    >>> list(arrangements(parse("#1##", mines=2)))
    [{0: 0, 2: 1}, {0: 1, 2: 0}]
    """
    limit = position.max_per_cell
    position = position.without_window()
    numbers = {cell: int(position.states[cell]) for cell in position.revealed}
    hidden = set(position.covered)
    around = {clue: position.board.neighbors(clue) for clue in numbers}
    missing = dict(numbers)
    undecided = {clue: sum(c in hidden for c in around[clue]) for clue in numbers}
    # Clue by clue, so that violated clues cut branches as early as possible.
    cells = list(dict.fromkeys(c for clue in numbers for c in around[clue] if c in hidden))
    clues_of = {cell: [c for c in position.board.neighbors(cell) if c in numbers] for cell in cells}
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
            for clue in clues_of[cell]:
                missing[clue] -= mines
                undecided[clue] -= 1
            if all(map(possible, clues_of[cell])):
                yield from extend(depth + 1)
            for clue in clues_of[cell]:
                missing[clue] += mines
                undecided[clue] += 1

    if all(map(possible, numbers)):
        yield from extend(0)


@lru_cache(maxsize=1024)
def labeled_ways(cells: FloatingCounts, most: int, limit: int) -> tuple[int, ...]:
    """Return the number of ways to place m distinct mines in some cells, for m from 0 to ``most``.

    A cell holds up to ``limit`` mines, and a flagged one at least 1. Cells are added one by one: a
    new cell takes j of the m mines in C(m, j) ways, and the cells before it hold the others.

    >>> labeled_ways((8, 0), 6, 3)[6]
    255920
    """
    free, flagged = cells
    ways = [1] + [0] * most
    for least in [0] * free + [1] * flagged:
        ways = [
            sum(comb(m, j) * ways[m - j] for j in range(least, min(limit, m) + 1))
            for m in range(most + 1)
        ]
    return tuple(ways)


def _frontier_weight(position: Position, arrangement: Arrangement) -> Fraction:
    """Return the weight of an arrangement: the ways to choose its mines, or its probability."""
    used = sum(arrangement.values())
    if position.density is not None:
        density = _density(position)
        return density**used * (1 - density) ** (len(arrangement) - used)
    mines = _mines(position)
    if used > mines:
        return Fraction()
    shared = prod(map(factorial, arrangement.values())) * factorial(mines - used)
    return Fraction(factorial(mines), shared)


def _floating_weights(
    position: Position, used: int, near: FloatingCounts, far: FloatingCounts, emptied: int = 0
) -> dict[int, Fraction]:
    """Return the weight of the floating cells, by number of mines in the ``near`` ones.

    ``used`` mines are in the frontier. The ``emptied`` floating cells, which are neither near nor
    far, hold no mine.
    """
    if position.density is not None:
        density = _density(position)
        fixed = density ** (near[1] + far[1]) * (1 - density) ** emptied
        return {
            near[1] + m: fixed * comb(near[0], m) * density**m * (1 - density) ** (near[0] - m)
            for m in range(near[0] + 1)
        }
    mines, limit = _mines(position), position.max_per_cell
    left = mines - used
    near_ways, far_ways = labeled_ways(near, mines, limit), labeled_ways(far, mines, limit)
    most = min(left, sum(near) * limit)
    return {m: Fraction(comb(left, m) * near_ways[m] * far_ways[left - m]) for m in range(most + 1)}


def _total_weight(position: Position) -> Fraction:
    floating = _floating_counts(position, position.floating)
    return sum(
        (
            _frontier_weight(position, arrangement)
            * sum(_floating_weights(position, sum(arrangement.values()), (0, 0), floating).values())
            for arrangement in arrangements(position)
        ),
        Fraction(),
    )


def _positive_total(position: Position) -> Fraction:
    """Return the total weight; raise ContradictionError if it is 0."""
    total = _total_weight(position)
    if not total:
        raise ContradictionError(f"no layout fits the position\n{position}")
    return total


def _floating_counts(position: Position, cells: list[int]) -> FloatingCounts:
    flags = set(position.flags)
    flagged = sum(cell in flags for cell in cells)
    return len(cells) - flagged, flagged


def _mixed(parts: list[tuple[Fraction, dict[int, Fraction]]]) -> dict[int, Fraction]:
    """Return the mixture of some distributions with the given probabilities."""
    result: dict[int, Fraction] = defaultdict(Fraction)
    for share, distribution in parts:
        for number, probability in distribution.items():
            result[number] += share * probability
    return {number: result[number] for number in sorted(result)}


def _with_each_number(position: Position) -> list[Position]:
    """Return the position with each possible number of mines that the board can hold."""
    assert position.totals is not None
    room = position.board.size * position.max_per_cell
    limit, states = position.max_per_cell, position.states
    return [
        type(position).from_states(position.board, states, mines, max_per_cell=limit)
        for mines in position.totals.up_to(room)
    ]


def _mixture(position: Position) -> list[tuple[Fraction, Position]]:
    """Return the position with each possible number of mines, and the probability of that number.

    Raises ContradictionError if no layout is consistent with any of them.
    """
    assert position.totals is not None
    limit, size = position.max_per_cell, position.board.size
    weights: list[tuple[Fraction, Position]] = []
    for known in _with_each_number(position):
        mines = _mines(known)
        weight = Fraction(count(known))
        if position.totals.probabilities is not None:
            whole = labeled_ways((size, 0), mines, limit)[mines]
            weight *= position.totals.by_number[mines]
            weight /= whole if limit > 1 else Fraction(whole, factorial(mines))
        if weight:
            weights.append((weight, known))
    total = sum((weight for weight, _ in weights), Fraction())
    if not total:
        raise ContradictionError(f"no layout fits the position\n{position}")
    return [(weight / total, known) for weight, known in weights]


def _mines(position: Position) -> int:
    assert position.mines is not None
    return position.mines


def _density(position: Position) -> Fraction:
    """Return the density as a fraction; a float is read as the decimal that it prints as."""
    if position.max_per_cell > 1:
        raise PositionError("a density is defined only for at most one mine per cell")
    density = position.density
    return density if isinstance(density, Fraction) else Fraction(str(density))
