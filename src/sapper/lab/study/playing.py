"""Playing a part of the study: the games that a store does not contain yet."""

from __future__ import annotations

import logging
from math import log
from typing import TYPE_CHECKING

from sapper import defaults
from sapper.boards import parse_spec
from sapper.lab.fits.definitions import critical_density
from sapper.lab.store.blocks import own_start
from sapper.lab.study.points import study_points
from sapper.lab.sweeps.densities import GAMES, BoardDensity, adaptive_densities, densities
from sapper.lab.sweeps.window import window_sweep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.lab.store.store import Store
    from sapper.lab.study.parts import Part
    from sapper.lab.sweeps.executors import Executor
    from sapper.progress import Progress

HALF_WIDTH = 0.004
"""Target for half the width of the 95 % interval in adaptive parts, in mines per cell."""

MOST_GAMES = 200_000
"""Upper limit on the games of a board in an adaptive part."""

MOST_WORK = 300_000_000
"""Upper limit on games times cells of a board in an adaptive part."""

WINDOW_WORK = 80_000_000
"""Games times cells per density of a window."""

PEAK_WORK = 40_000_000
"""Games times cells per density of a peak, at most."""

PEAK_DENSITIES = tuple(percent / 100 for percent in range(18, 45))
"""The mine densities of a peak; the most guesses per game lie between 0.2 and 0.4 on all squares
from 10x10 on."""

_FEWEST_IN_WINDOW = 10
_FIRST_MIDDLE = 0.2
_FIRST_POWER = -0.08

_LOG = logging.getLogger(__name__)


def play(
    chosen: Part,
    store: Store,
    *,
    games: int = GAMES,
    half_width: float = HALF_WIDTH,
    work: int = WINDOW_WORK,
    seed: int = defaults.SEED,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[BoardDensity]:
    """Play a part and yield the results of its boards, strategy by strategy.

    ``games`` is the number of games per number of mines in the plan ``every``; ``work`` is an upper
    limit on games times cells per density in the plans ``window`` and ``peak``. The seed of a part
    is ``seed`` plus its ``seed_step``.
    """
    for strategy in chosen.strategies:
        _LOG.info("part %s: strategy %s", chosen.name, strategy)
        if chosen.plan == "every":
            yield from densities(
                chosen.boards,
                store,
                strategy=strategy,
                games=games,
                seed=seed,
                first=chosen.first,
                executor=executor,
                progress=progress,
            )
        elif chosen.plan == "adaptive":
            for board in chosen.boards:
                yield from adaptive_densities(
                    [board],
                    store,
                    half_width=half_width,
                    strategy=strategy,
                    seed=seed,
                    first=chosen.first,
                    method="likelihood",
                    most_games=min(MOST_GAMES, MOST_WORK // parse_spec(board).size),
                    executor=executor,
                    progress=progress,
                )
        elif chosen.plan == "scaled":
            yield from _scaled(chosen, strategy, store, seed, executor, progress)
        elif chosen.plan == "window":
            yield from _windows(chosen, strategy, store, work, seed, executor, progress)
        else:
            yield from _peaks(chosen, strategy, store, work, seed, executor, progress)


def _scaled(
    chosen: Part,
    strategy: str,
    store: Store,
    seed: int,
    executor: Executor | None,
    progress: Progress | None,
) -> Iterator[BoardDensity]:
    """Play the scaled densities of each board."""
    own_seed = seed + chosen.seed_step
    for board in chosen.boards:
        curve = window_sweep(
            board,
            store,
            middle=_FIRST_MIDDLE,
            numbers=chosen.scaled_mines(parse_spec(board).size),
            games=chosen.most_games,
            strategy=strategy,
            first=chosen.first,
            seed=own_seed,
            executor=executor,
            progress=progress,
        )
        start = own_start(board, strategy, chosen.first)
        found = critical_density(curve, "half")
        yield BoardDensity(board, strategy, chosen.first, start, own_seed, curve, found)


def _windows(
    chosen: Part,
    strategy: str,
    store: Store,
    work: int,
    seed: int,
    executor: Executor | None,
    progress: Progress | None,
) -> Iterator[BoardDensity]:
    """Play the windows of the shipped study, so that the results are identical.

    The window of a board that is not in the shipped study is predicted from the previous boards
    with the same number of rows.
    """
    before: list[tuple[int, float]] = []
    shipped: dict[str, list[int]] = {}
    for point in study_points(chosen.name):
        shipped.setdefault(point.board, []).append(point.mines)
    rows = 0
    for board in chosen.boards:
        spec = parse_spec(board)
        if spec.shape[0] < spec.shape[-1] and spec.shape[0] != rows:
            before = []
        rows = spec.shape[0]
        curve = window_sweep(
            board,
            store,
            middle=_expected(before, spec.size),
            numbers=shipped.get(board),
            games=_games_per_density(chosen, work, spec.size),
            strategy=strategy,
            first=chosen.first,
            seed=seed,
            executor=executor,
            progress=progress,
        )
        found = critical_density(curve, "half")
        if found.value is not None:
            before = [*before[-1:], (spec.size, found.value)]
        start = own_start(board, strategy, chosen.first)
        yield BoardDensity(board, strategy, chosen.first, start, seed, curve, found)


def _peaks(
    chosen: Part,
    strategy: str,
    store: Store,
    work: int,
    seed: int,
    executor: Executor | None,
    progress: Progress | None,
) -> Iterator[BoardDensity]:
    """Play the fixed densities of a peak on every board."""
    for board in chosen.boards:
        cells = parse_spec(board).size
        curve = window_sweep(
            board,
            store,
            middle=PEAK_DENSITIES[0],
            numbers=[round(density * cells) for density in PEAK_DENSITIES],
            games=_games_per_density(chosen, min(work, PEAK_WORK), cells),
            strategy=strategy,
            first=chosen.first,
            seed=seed,
            executor=executor,
            progress=progress,
        )
        found = critical_density(curve, "guesses")
        start = own_start(board, strategy, chosen.first)
        yield BoardDensity(board, strategy, chosen.first, start, seed, curve, found)


def _games_per_density(chosen: Part, work: int, cells: int) -> int:
    return max(_FEWEST_IN_WINDOW, min(chosen.most_games, work // cells))


def _expected(before: list[tuple[int, float]], cells: int) -> float:
    """Predict the half of the next board by the power law through the two previous boards."""
    if not before:
        return _FIRST_MIDDLE
    last, value = before[-1]
    power = _FIRST_POWER
    if len(before) == 2:
        power = log(value / before[0][1]) / log(last / before[0][0])
    return min(0.5, float(value * (cells / last) ** power))
