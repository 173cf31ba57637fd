"""The points of a sweep: a grid of boards, mines, rules and strategies."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from sapper import defaults
from sapper.boards.carrying import adopt, is_built_in
from sapper.boards.specs import read_spec
from sapper.deprecation import renamed_keywords
from sapper.errors import GameError, SpecError
from sapper.games.deals import FIRST_CLICKS, Deal, check_max_per_cell, check_whole
from sapper.lab.store.blocks import Point
from sapper.strategies.registry import find, made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sapper.boards import Spec
    from sapper.types import BoardLike, Cell, FirstClickRule

MAX_POINTS = 1_000_000

MOST_NUMBERS = 200
"""Upper limit on the numbers of mines that ``mine_numbers`` returns."""


@renamed_keywords(mines="mine_counts")
def points(
    boards: Iterable[BoardLike],
    mine_counts: Callable[[Spec], Iterable[int]] | Iterable[int] | None = None,
    strategies: Iterable[str] = (defaults.STRATEGY,),
    first: Iterable[FirstClickRule] = (defaults.FIRST,),
    seed: int = defaults.SEED,
    start: Cell | None = None,
    max_per_cell: int = 1,
) -> list[Point]:
    """Return every combination, boards first.

    A graph is a board as any other; it is known by its spec until the process ends, and a store
    keeps it. ``mine_counts`` is a list for all boards, or a function of the board. By default a
    board has the mines of its spec, if any, else every number from 1 that fits next to the first
    click and leaves a safe cell. ``start`` is the first cell on all boards; by default each
    strategy starts in its own first cell, if it has one, else in the rule's. A cell holds up to
    ``max_per_cell`` mines. Raises GameError or SpecError if a given number of mines does not fit on
    a board.

    >>> [str(point.mines) + point.first for point in points(["2x2"], first=["safe", "open"])]
    ['1safe', '2safe', '3safe']
    >>> points(["4x4", "5x5"], [10, 20])
    Traceback (most recent call last):
    sapper.errors.GameError: 20 mines do not fit on 4x4: there is room for 15 next to the safe \
first cell (0, 0)
    """
    counts = mine_counts
    fixed = None if counts is None or callable(counts) else [_mine_number(m) for m in counts]

    def numbers(spec: Spec, deal: Deal) -> Iterable[int]:
        if fixed is None and counts is None and spec.mines is None:
            return range(1, _last_number(deal) + 1)
        if fixed is not None:
            given: Iterable[int] = fixed
        elif callable(counts):
            given = map(_mine_number, counts(spec))
        else:
            given = [] if spec.mines is None else [spec.mines]
        return [_fitting(deal, number) for number in given]

    return _grid(boards, numbers, strategies, first, seed, start, max_per_cell)


def spread_points(
    boards: Iterable[BoardLike],
    strategies: Iterable[str] = (defaults.STRATEGY,),
    first: Iterable[FirstClickRule] = (defaults.FIRST,),
    seed: int = defaults.SEED,
    start: Cell | None = None,
    max_per_cell: int = 1,
) -> list[Point]:
    """Return the points at which whole curves are swept; a spec with mines has only these.

    >>> len(spread_points(["4x4", "5x5/3"])), len(spread_points(["30x30"]))
    (16, 200)
    """

    def numbers(spec: Spec, deal: Deal) -> Iterable[int]:
        if spec.mines is not None:
            return [_fitting(deal, spec.mines)]
        return mine_numbers(spec.size * max_per_cell, _last_number(deal))

    return _grid(boards, numbers, strategies, first, seed, start, max_per_cell)


def mine_numbers(capacity: int, last: int) -> list[int]:
    """Return the numbers of mines at which a board is swept, up to ``last``.

    ``capacity`` is the number of mines of a full board. Large boards have at most ``MOST_NUMBERS``,
    up to a half of it: beyond that they are not won.

    >>> mine_numbers(6, 5), len(mine_numbers(900, 899))
    ([1, 2, 3, 4, 5], 200)
    """
    if capacity - 1 <= MOST_NUMBERS:
        return list(range(1, last + 1))
    spread = np.linspace(1, capacity // 2, MOST_NUMBERS).round().astype(int).tolist()
    return [number for number in dict.fromkeys(spread) if number <= last]


def _grid(
    boards: Iterable[BoardLike],
    numbers: Callable[[Spec, Deal], Iterable[int]],
    strategies: Iterable[str],
    first: Iterable[FirstClickRule],
    seed: int,
    start: Cell | None,
    max_per_cell: int,
) -> list[Point]:
    """Return every combination; ``numbers`` returns the mines of a board under a rule."""
    entries = [made(find(name)) for name in strategies]
    rules = list(first)
    for rule in rules:
        if rule not in FIRST_CLICKS:
            raise GameError(f"the first click is {' or '.join(FIRST_CLICKS)}, not {rule!r}")
    check_whole(seed, "the seed", 0)
    check_max_per_cell(max_per_cell)
    found: list[Point] = []
    for given in boards:
        spec = read_spec(given, max_per_cell)
        bare = spec.with_mines(None)
        if not is_built_in(bare.board_text):
            adopt([bare.board()])
        for rule in rules:
            deals = [
                Deal.read(
                    bare,
                    mines=0,
                    max_per_cell=max_per_cell,
                    first=rule,
                    start=start,
                    strategy=entry,
                )
                for entry in entries
            ]
            chosen = [dict.fromkeys(numbers(spec, deal)) for deal in deals]
            for number in dict.fromkeys(chain.from_iterable(chosen)):
                found += [
                    Point(bare.board_text, number, entry.name, rule, deal.start, seed, max_per_cell)
                    for entry, deal, own in zip(entries, deals, chosen, strict=True)
                    if number in own
                ]
                if len(found) > MAX_POINTS:
                    raise SpecError(f"a sweep has at most {MAX_POINTS:,} points")
    if not found:
        raise SpecError("the sweep has no point: no board, no strategy, or no room for the mines")
    return list(dict.fromkeys(found))


def _last_number(deal: Deal) -> int:
    """Return the largest number of mines that fits and leaves a safe cell."""
    return min(deal.room, deal.board.size * deal.max_per_cell - 1)


def _fitting(deal: Deal, number: int) -> int:
    """Return a number of mines that fits; raise GameError otherwise."""
    if number > deal.room:
        Deal.read(
            deal.board,
            mines=number,
            max_per_cell=deal.max_per_cell,
            first=deal.first,
            start=deal.start,
        )
    return number


def _mine_number(value: int) -> int:
    return check_whole(value, "a number of mines", 0)
