"""The points of a sweep: a grid of boards, mines, rules and strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import defaults
from sapper.boards import Spec, parse_spec
from sapper.errors import GameError, SpecError
from sapper.games.deals import FIRST_CLICKS, Deal, check_whole
from sapper.lab.store.blocks import Point
from sapper.strategies.registry import find, made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sapper.types import Cell, FirstClickRule

MAX_POINTS = 1_000_000


def points(
    boards: Iterable[str | Spec],
    mines: Callable[[Spec], Iterable[int]] | Iterable[int] | None = None,
    strategies: Iterable[str] = (defaults.STRATEGY,),
    first: Iterable[FirstClickRule] = (defaults.FIRST,),
    seed: int = defaults.SEED,
    start: Cell | None = None,
) -> list[Point]:
    """Return every combination that can be dealt, boards first.

    ``mines`` is a list for all boards, or a function of the board. By default a board has the mines
    of its spec, if any, else every number from 1 to all cells but one. Numbers of mines that do not
    fit next to the first click are left out. ``start`` is the first cell on all boards; by default
    each strategy starts in its own first cell, if it has one, else in the rule's.

    >>> [str(point.mines) + point.first for point in points(["2x2"], first=["safe", "open"])]
    ['1safe', '2safe', '3safe']
    """
    entries = [made(find(name)) for name in strategies]
    rules = list(first)
    for rule in rules:
        if rule not in FIRST_CLICKS:
            raise GameError(f"the first click is {' or '.join(FIRST_CLICKS)}, not {rule!r}")
    check_whole(seed, "the seed", 0)
    fixed = None if mines is None or callable(mines) else [_mine_number(m) for m in mines]
    found: list[Point] = []
    for given in boards:
        spec = parse_spec(given) if isinstance(given, str) else given
        if fixed is not None:
            numbers: Iterable[int] = fixed
        elif callable(mines):
            numbers = mines(spec)
        else:
            numbers = [spec.mines] if spec.mines is not None else range(1, spec.size)
        bare = spec.with_mines(None)
        for rule in rules:
            deals = [
                (entry.name, Deal.read(bare, mines=0, first=rule, start=start, strategy=entry))
                for entry in entries
            ]
            for number in numbers:
                found += [
                    Point(bare.board_text, number, name, rule, deal.start, seed)
                    for name, deal in deals
                    if number <= deal.room
                ]
                if len(found) > MAX_POINTS:
                    raise SpecError(f"a sweep has at most {MAX_POINTS:,} points")
    if not found:
        raise SpecError("the sweep has no point: no board, no strategy, or no room for the mines")
    return list(dict.fromkeys(found))


def _mine_number(value: int) -> int:
    return check_whole(value, "a number of mines", 0)
