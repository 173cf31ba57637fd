"""The commands that play the games of a store, so that readers of a report can reproduce it.

A store records games, not commands. Each point has its games from game 0 on, so boards, mines and
numbers of games determine the commands; boards swept in the same way share one ``sapper density``
or ``sapper sweep``.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from sapper.boards import parse_spec
from sapper.boards.kinds import GRAPH_KIND
from sapper.games import Deal
from sapper.lab.store.blocks import own_start
from sapper.lab.sweeps.points import mine_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.lab.store.store import Tally
    from sapper.types import FirstClickRule


class _Played(NamedTuple):
    """The properties that the points of one command have in common."""

    strategy: str
    first: FirstClickRule
    seed: int
    games: int
    max_per_cell: int


def commands(tallies: Iterable[Tally], store: str) -> list[str]:
    """Return the commands that play all games of the tallies into a store.

    Points with a first cell other than the default of the strategy or the rule are omitted, since
    no command plays them, and so are points on graphs, since no command contains their edges.

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
    swept: defaultdict[tuple[str, _Played], list[int]] = defaultdict(list)
    for tally in tallies:
        point = tally.point
        if point.has_default_start and not is_graph(point.board):
            played = _Played(
                point.strategy, point.first, point.seed, tally.games, point.max_per_cell
            )
            swept[point.board, played].append(point.mines)
    lines: defaultdict[tuple[str | None, _Played], list[str]] = defaultdict(list)
    for (board, played), mines in swept.items():
        usual = sorted(mines) == _usual_mines(board, played)
        lines[None if usual else number_text(mines), played].append(board)
    return [
        _line(sorted(boards, key=by_size), numbers, played, store)
        for (numbers, played), boards in lines.items()
    ]


def is_graph(board: str) -> bool:
    """Return whether a spec is that of a graph.

    >>> is_graph("graph:ring"), is_graph("torus:4x4")
    (True, False)
    """
    return board.partition(":")[0] == GRAPH_KIND


def _usual_mines(board: str, played: _Played) -> list[int]:
    """Return the numbers of mines at which ``sapper density`` plays."""
    spec, most = parse_spec(board), played.max_per_cell
    start = own_start(board, played.strategy, played.first)
    deal = Deal.read(spec, mines=0, max_per_cell=most, first=played.first, start=start)
    capacity = spec.size * most
    return mine_numbers(capacity, min(deal.room, capacity - 1))


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


def _line(boards: list[str], numbers: str | None, played: _Played, store: str) -> str:
    if numbers is None:
        words = ["sapper", "density", *boards, "--strategy", played.strategy]
    else:
        words = ["sapper", "sweep", *boards, "--mine-counts", numbers]
        words += ["--strategies", played.strategy]
    if played.max_per_cell != 1:
        words += ["--max-per-cell", str(played.max_per_cell)]
    words += ["--games", str(played.games), "--seed", str(played.seed)]
    words += ["--first", played.first, "--store", store]
    return shlex.join(words)
