"""Window sweeps: games at a few densities about where half of them are won.

For boards so large that a look at the whole curve would cost too much. The window is laid about a
guess; where the half turns out to lie off its middle, or no game is won or none lost, it is laid
again. Every step rests on the games of the steps before, so a sweep that was stopped and begun
again plays the same games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.errors import GameError
from sapper.games.deals import check_whole
from sapper.lab.fits.curve import Curve, UndefinedError
from sapper.lab.fits.half import find_half
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.store.sweep import points, sweep

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.lab.store.executors import Executor
    from sapper.lab.store.store import Store
    from sapper.progress import Progress

WINDOW = (0.65, 0.75, 0.82, 0.88, 0.94, 1.0, 1.06, 1.12, 1.2, 1.3)
"""The densities of a window, as multiples of its middle."""

MIDDLE = (0.8, 1.25)
"""Where the half may lie in a window that is not laid again."""

MOST_WINDOWS = 8
LARGEST_DENSITY = 0.6
_STEP = 1.4
_LOOK = 20
"""Games a point of a window that is only to find the half."""


def window_sweep(
    board: str,
    store: Store,
    *,
    middle: float,
    games: int,
    numbers: Sequence[int] | None = None,
    strategy: str = "pseq",
    first: str = "open",
    start: int | Sequence[int] | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Curve:
    """Play so many games at each density of a window about where half are won; return its curve.

    ``middle`` is a guess of the half; ``numbers`` of mines, if given, are played instead of a
    window that has yet to be found. An interruption is raised again once everything finished is
    stored; the same call goes on from there.

    >>> from sapper.lab.store.store import Store
    >>> with Store() as store:
    ...     curve = window_sweep("20x20", store, middle=0.1, games=100)
    >>> curve.mines.tolist(), round(float(curve.win_rates[0]), 1), round(float(curve.win_rates[-1]))
    ([51, 59, 64, 69, 74, 78, 83, 88, 94, 102], 0.9, 0)
    """
    if not 0 < middle < 1:
        raise GameError(f"the middle of a window is a density between 0 and 1, not {middle!r}")
    check_whole(games, "the number of games", 1)

    def played(mines: Iterable[int], count: int) -> Curve:
        chosen = points([board], mines, [strategy], [first], seed, start)
        if sweep(chosen, count, store, executor, progress).interrupted:
            raise KeyboardInterrupt
        return curve_of([tally for point in chosen if (tally := store.tally(point, count))])

    if numbers is not None:
        return played(numbers, games)
    cells = parse_spec(board).size
    about = min(middle, LARGEST_DENSITY)
    for _ in range(MOST_WINDOWS):
        half = _half(played(_window(about, cells), min(games, _LOOK)), about)
        if MIDDLE[0] * about <= half <= MIDDLE[1] * about:
            break
        about = min(half, LARGEST_DENSITY)
    return played(_window(about, cells), games)


def _window(about: float, cells: int) -> list[int]:
    """The numbers of mines of a window."""
    return list(dict.fromkeys(max(1, round(min(about * x, 0.95) * cells)) for x in WINDOW))


def _half(curve: Curve, about: float) -> float:
    """Where half of the games are won; beyond the window where none is won, or none lost."""
    if curve.win_rates.min() > 0.5:
        return about * _STEP
    if curve.win_rates.max() < 0.5:
        return about / _STEP
    try:
        return find_half(curve).critical_density
    except UndefinedError:
        return about
