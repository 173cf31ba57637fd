"""The commands that play the games of a store, so that readers of a report can reproduce it.

A store records games, not commands. Each point has its games from game 0 on, so boards, mines and
numbers of games determine the commands; boards swept in the same way share one ``sapper density``
or ``sapper sweep``.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sapper.boards import parse_spec
from sapper.games import Deal
from sapper.lab.store.blocks import own_start
from sapper.lab.sweeps.points import mine_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.lab.store.store import Tally
    from sapper.types import FirstClickRule


def commands(tallies: Iterable[Tally], store: str) -> list[str]:
    """Return the commands that play all games of the tallies into a store.

    Points with a first cell other than the default of the strategy or the rule are omitted, since
    no command plays them.

    >>> from sapper.lab.store.store import Store
    >>> from sapper.lab import points, sweep
    >>> with Store() as store:
    ...     _ = sweep(points(["3x3", "4x4"]), 50, store)
    ...     _ = sweep(points(["5x5"], [2, 3, 4, 9], ["pseq"]), 70, store)
    ...     for command in commands(store.tallies(), "a.db"):
    ...         print(command)
    sapper density 3x3 4x4 --strategy perimeter --games 50 --seed 1 --first safe --store a.db
    sapper sweep 5x5 --mine-counts 2:4,9 --strategies pseq --games 70 --seed 1 --first safe \
--store a.db
    """
    swept: defaultdict[tuple[str, str, FirstClickRule, int, int], list[int]] = defaultdict(list)
    for tally in tallies:
        point = tally.point
        if point.has_default_start:
            swept[point.board, point.strategy, point.first, point.seed, tally.games].append(
                point.mines
            )
    lines: defaultdict[tuple[str | None, str, FirstClickRule, int, int], list[str]] = defaultdict(
        list
    )
    for (board, strategy, first, seed, games), mines in swept.items():
        spec = parse_spec(board)
        start = own_start(board, strategy, first)
        room = Deal.read(spec, mines=0, first=first, start=start).room
        usual = sorted(mines) == mine_numbers(spec.size, min(room, spec.size - 1))
        lines[None if usual else number_text(mines), strategy, first, seed, games].append(board)
    return [
        _line(sorted(boards, key=by_size), numbers, strategy, first, seed, games, store)
        for (numbers, strategy, first, seed, games), boards in lines.items()
    ]


def by_size(board: str) -> tuple[Any, ...]:
    """Return the sort key of a board: grids first, small boards first.

    >>> sorted(["10x10", "hex:4x4", "3x10", "4x4"], key=by_size)
    ['3x10', '4x4', '10x10', 'hex:4x4']
    """
    spec = parse_spec(board)
    return spec.kind != "grid", spec.kind, sorted(spec.shape), spec.shape


def number_text(numbers: Sequence[int]) -> str:
    """Return numbers of mines in the notation of ``sapper sweep --mine-counts``.

    >>> number_text([9, 2, 3, 4, 20, 30, 40, 50])
    '2:4,9,20:50:10'
    """
    left = sorted(set(numbers))
    parts = []
    while left:
        step = left[1] - left[0] if len(left) > 1 else 1
        length = 1
        while length < len(left) and left[length] - left[length - 1] == step:
            length += 1
        if length < 3:  # a range is shorter only for three or more numbers
            length = 1
            parts.append(str(left[0]))
        else:
            span = f"{left[0]}:{left[length - 1]}"
            parts.append(span if step == 1 else f"{span}:{step}")
        left = left[length:]
    return ",".join(parts)


def _line(
    boards: list[str],
    numbers: str | None,
    strategy: str,
    first: FirstClickRule,
    seed: int,
    games: int,
    store: str,
) -> str:
    if numbers is None:
        words = ["sapper", "density", *boards, "--strategy", strategy]
    else:
        words = ["sapper", "sweep", *boards, "--mine-counts", numbers, "--strategies", strategy]
    words += ["--games", str(games), "--seed", str(seed)]
    words += ["--first", first, "--store", store]
    return shlex.join(words)
