"""Paired comparison of strategies on the same games.

Game i of a seed has one layout for all strategies that start in the same cell. The difference of
two win rates depends only on the few games that one strategy wins and the other loses, so its
interval is far narrower than those of the rates.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from sapper import defaults
from sapper.boards import Board, Spec
from sapper.errors import GameError, SpecError
from sapper.games.deals import Deal, check_whole
from sapper.games.simulation import check_threads
from sapper.lab.comparison.contestants import contestants, is_known
from sapper.lab.comparison.results import Comparison, Difference, Inference, PlayedStrategy
from sapper.lab.comparison.rounds import BoardGames, Plan, Rounds, leading
from sapper.lab.store.blocks import Point
from sapper.lab.store.store import Store
from sapper.lab.sweeps.executors import InProcess
from sapper.lab.sweeps.players import Players
from sapper.strategies.registry import using

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sapper.boards import Cell
    from sapper.lab.sweeps.executors import Executor
    from sapper.progress import Progress
    from sapper.strategies.registry import Entry
    from sapper.types import BoardLike, Chooser, FirstClickRule, StrategyLike

_LOG = logging.getLogger(__name__)

SEQUENTIAL_GAMES = 100_000
"""The default upper limit on the games of a sequential comparison."""

MOST_GAMES = 100_000_000
"""The most games of each strategy on a board."""


def compare(
    board: BoardLike | Iterable[BoardLike],
    strategies: Iterable[StrategyLike | Chooser] | Mapping[str, StrategyLike | Chooser],
    games: int | None = None,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    *,
    mines: int | None = None,
    max_per_cell: int = 1,
    index: int = 0,
    threads: int | None = None,
    executor: Executor | None = None,
    store: Store | str | Path | None = None,
    sequential: bool = False,
    half_width: float | None = None,
    confidence: float = 0.95,
    simultaneous: bool = False,
    replace: bool = False,
    move_seconds: float | None = defaults.MOVE_SECONDS,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same games with two or more strategies and compare their win rates in pairs.

    ``board`` is one board or several. A strategy is a name, a Strategy object or its class, a
    function of a position, or a function without arguments that creates a strategy; a mapping gives
    them names. The first one is the baseline of ``differences``. On each board all start in the
    first cell that ``simulate`` uses for the baseline. ``games`` is 10,000 by default.

    With ``sequential`` play of a strategy on a board stops as soon as the interval of its
    difference from the baseline excludes zero, or is as narrow as ``half_width`` to each side; then
    ``games`` is the upper limit, 100,000 by default. These intervals are valid at any stopping
    time. ``confidence`` is that of each interval by itself, or with ``simultaneous`` that of all
    together.

    ``threads`` are threads of the core in this process, by default one per available processor;
    ``executor`` is where to play instead, such as ``sapper.lab.executor(workers=4)``. The result
    does not depend on either. ``store`` is a Store or its file: the outcomes of its games are not
    played again, and an interrupted comparison continues from there. Games of another strategy of
    the same name in the store are refused; with ``replace`` they are deleted and played again.
    ``move_seconds`` is the longest time of a move of a strategy written in Python.
    ``progress(done, total)`` counts games of all strategies. Ctrl-C ends the comparison soon; the
    result then has the leading games that all have finished. The other arguments are those of
    ``simulate``.

    Raises StrategyError unless the strategies are two or more different ones, and if a strategy
    fails; IdentityError if the store holds games of another strategy of the same name; SpecError,
    BoardError or GameError if another argument is invalid.

    >>> found = compare("8x8/10", ["random", "pseq"], games=200)
    >>> difference = found.differences[0]
    >>> difference.strategy, difference.other, difference.games, difference.excludes_zero
    ('pseq', 'random', 200, True)
    >>> found = compare("8x8/10", ["random", "pseq"], sequential=True)
    >>> found.differences[0].games
    100
    """
    entries = contestants(strategies)
    wanted = (SEQUENTIAL_GAMES if sequential else defaults.GAMES) if games is None else games
    check_whole(wanted, "the number of games", 1, MOST_GAMES)
    check_whole(seed, "the seed", 0)
    check_whole(index, "the number of the first game", 0)
    _check_goal(half_width, confidence, sequential)
    threads = check_threads(threads)
    started = perf_counter()
    own = {name: entry for name, entry in entries.items() if not is_known(name)}
    with using(own), _opened(store) as opened:
        boards = [
            _board_games(where, entries, mines, max_per_cell, first, start, seed)
            for where in _boards(board)
        ]
        _check_boards(boards)
        pairs = len(boards) * len(entries) * (len(entries) - 1) // 2
        inference = Inference(sequential, confidence, pairs if simultaneous else 1)
        plan = Plan(index, wanted, inference, half_width)
        players = Players.of(entries)
        opened.claim(
            [point for one in boards for point in one.points],
            players.identities,
            replace=replace,
        )
        source = Rounds(
            boards,
            plan,
            opened,
            players,
            threads=threads if executor is None else 1,
            move_seconds=move_seconds,
            progress=progress,
        )
        _LOG.info("%s on %s", ", ".join(entries), ", ".join(one.spec for one in boards))
        interrupted = False
        try:
            for _ in (executor or InProcess()).run(source):
                pass
        except KeyboardInterrupt:
            interrupted = True
        results, differences = _evaluated(boards, plan, opened)
    total = sum(result.games for result in results)
    result = Comparison(
        tuple(entries),
        tuple(one.spec for one in boards),
        first,
        tuple(one.start for one in boards),
        seed,
        index,
        max_per_cell,
        wanted,
        half_width,
        inference,
        tuple(results),
        tuple(differences),
        interrupted=interrupted or not source.is_complete,
        kept=max(0, total - source.played),
        played=source.played,
        seconds=perf_counter() - started,
    )
    _LOG.info("%s already stored, %s played: %s", f"{result.kept:,}", f"{result.played:,}", result)
    return result


def _evaluated(
    boards: list[BoardGames], plan: Plan, store: Store
) -> tuple[list[PlayedStrategy], list[Difference]]:
    """Count the games of each strategy and of each pair."""
    results: list[PlayedStrategy] = []
    differences: list[Difference] = []
    for one in boards:
        names = [point.strategy for point in one.points]
        won = dict(zip(names, leading(one, plan, store), strict=True))
        for name, mine in won.items():
            wins = int(np.count_nonzero(mine))
            results.append(PlayedStrategy(one.spec, name, len(mine), wins))
        for other, name in combinations(names, 2):
            games = min(len(won[name]), len(won[other]))
            mine, base = won[name][:games], won[other][:games]
            only_this = int(np.count_nonzero(mine & ~base))
            only_other = int(np.count_nonzero(base & ~mine))
            differences.append(
                Difference(one.spec, name, other, games, only_this, only_other, plan.inference)
            )
    return results, differences


def _board_games(
    board: BoardLike,
    entries: Mapping[str, Entry],
    mines: int | None,
    max_per_cell: int,
    first: FirstClickRule,
    start: Cell | None,
    seed: int,
) -> BoardGames:
    """Return the points of the strategies on a board, all with the start of the first one."""
    deal = Deal.read(
        board,
        mines=mines,
        max_per_cell=max_per_cell,
        first=first,
        start=start,
        strategy=next(iter(entries.values())),
    )
    points = [
        Point.read(deal.board, deal.mines, name, first, deal.start, seed, max_per_cell)
        for name in entries
    ]
    return BoardGames(points, points[0].spec, deal.board.coordinates(deal.start))


def _boards(
    given: BoardLike | Iterable[BoardLike],
) -> list[BoardLike]:
    """Return one or several boards as a list."""
    if isinstance(given, (str, Spec, Board)):
        return [given]
    try:
        found = list(given)
    except TypeError:
        raise SpecError(f"a board is a spec such as '16x30/99' or a Board, not {given!r}") from None
    if not found:
        raise SpecError("a comparison needs a board")
    return found


def _check_boards(boards: list[BoardGames]) -> None:
    specs = [one.spec for one in boards]
    for spec in specs:
        if specs.count(spec) > 1:
            raise SpecError(f"the boards of a comparison must differ, but {spec} occurs twice")


def _check_goal(half_width: float | None, confidence: float, sequential: bool) -> None:
    if not 0.5 <= confidence < 1:
        raise GameError(f"the confidence is at least 0.5 and less than 1, not {confidence!r}")
    if half_width is None:
        return
    if not sequential:
        raise GameError("half_width is a goal of sequential comparisons: add sequential=True")
    if not 0 < half_width < 1:
        raise GameError(f"the half-width is between 0 and 1, not {half_width!r}")


@contextmanager
def _opened(store: Store | str | Path | None) -> Iterator[Store]:
    """Open a store that is given by its file, or one in memory."""
    if isinstance(store, Store):
        yield store
        return
    with Store(":memory:" if store is None else store) as opened:
        yield opened
