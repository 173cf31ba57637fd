"""Window sweeps: games at a few densities around the one at which half of them are won.

For boards so large that a scan of the whole curve is too expensive. The window is placed around an
estimate and moved while the half is far from its middle, or all games are won or lost. Each step
depends only on the games of earlier steps, so a sweep that is stopped and resumed plays the same
games.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sapper import defaults
from sapper.boards.specs import read_spec
from sapper.games.deals import check_whole
from sapper.lab.fits.curve import Curve, CurveError, UndefinedError
from sapper.lab.fits.half import find_half
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.sweeps.points import points
from sapper.lab.sweeps.sweep import played, sweep

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.executors import Executor
    from sapper.progress import Progress
    from sapper.types import BoardLike, Cell, FirstClickRule

WINDOW = (0.65, 0.75, 0.82, 0.88, 0.94, 1.0, 1.06, 1.12, 1.2, 1.3)
"""The densities of a window, as multiples of its middle."""

MIDDLE = (0.8, 1.25)
"""Bounds of the half, relative to the middle, within which the window stays."""

MOST_WINDOWS = 8
LARGEST_DENSITY = 0.6
_STEP = 1.4
_SEARCH_GAMES = 20
"""Games per point while the half is searched for."""

_LOG = logging.getLogger(__name__)


def window_sweep(
    board: BoardLike,
    store: Store,
    *,
    middle: float,
    games: int,
    numbers: Sequence[int] | None = None,
    strategy: str = "pseq",
    first: FirstClickRule = "open",
    start: Cell | None = None,
    seed: int = defaults.SEED,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Curve:
    """Play ``games`` at each density of a window around the half, and return its curve.

    ``middle`` is a guess of the half; ``numbers`` of mines, if given, are played instead of a
    searched window. Ctrl-C raises KeyboardInterrupt after all finished blocks are stored; the same
    call resumes the sweep.

    >>> from sapper.lab import Store
    >>> with Store() as store:
    ...     curve = window_sweep("20x20", store, middle=0.1, games=100)
    >>> curve.mines.tolist(), round(float(curve.win_rates[0]), 1), round(float(curve.win_rates[-1]))
    ([51, 59, 64, 69, 74, 78, 83, 88, 94, 102], 0.9, 0)
    """
    if not 0 < middle < 1:
        raise CurveError(f"the middle of a window is a density between 0 and 1, not {middle!r}")
    check_whole(games, "the number of games", 1)
    spec = read_spec(board).with_mines(None)

    def curve(mines: Iterable[int], count: int) -> Curve:
        chosen = points([spec], mines, [strategy], [first], seed, start)
        if sweep(chosen, count, store, executor, progress).interrupted:
            raise KeyboardInterrupt
        return curve_of(played(chosen, count, store))

    if numbers is not None:
        return curve(numbers, games)
    cells = spec.size
    about = min(middle, LARGEST_DENSITY)
    for _ in range(MOST_WINDOWS):
        half = _half(curve(_window(about, cells), min(games, _SEARCH_GAMES)), about)
        if MIDDLE[0] * about <= half <= MIDDLE[1] * about:
            break
        about = min(half, LARGEST_DENSITY)
        _LOG.info("the window of %s moves to density %.4f", board, about)
    return curve(_window(about, cells), games)


def _window(about: float, cells: int) -> list[int]:
    """Return the numbers of mines of a window."""
    return list(dict.fromkeys(max(1, round(min(about * x, 0.95) * cells)) for x in WINDOW))


def _half(curve: Curve, about: float) -> float:
    """Return the half; a density outside the window if all games are won, or all lost."""
    if curve.win_rates.min() > 0.5:
        return about * _STEP
    if curve.win_rates.max() < 0.5:
        return about / _STEP
    try:
        return find_half(curve).critical_density
    except UndefinedError:
        return about
