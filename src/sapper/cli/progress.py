"""The progress of a command on standard error: a bar on a terminal, else a line at intervals."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING

from sapper.logs import PROGRESS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper.progress import Progress

LINE_SECONDS = 30.0
"""Default seconds between two lines of progress."""

_line_seconds = 0.0


@contextmanager
def lines_every(seconds: float) -> Iterator[None]:
    """Write lines of progress without a terminal, this many seconds apart; none for 0."""
    global _line_seconds
    before, _line_seconds = _line_seconds, seconds
    try:
        yield
    finally:
        _line_seconds = before


@contextmanager
def at_most_every(seconds: float) -> Iterator[None]:
    """Write lines of progress without a terminal at least this often, if lines are asked for."""
    with lines_every(min(_line_seconds, seconds)):
        yield


def bar(
    title: str | Callable[[], str], total: int | None, unit: str
) -> AbstractContextManager[Progress | None]:
    """Show a bar with units per second and the remaining time, or lines of progress.

    None if there is no terminal and no lines are asked for. A title may be a function, which is
    called at every update.
    """
    if sys.stderr.isatty():
        return _shown(title, total, unit)
    return nullcontext(Lines(title, unit, _line_seconds) if _line_seconds else None)


class Lines:
    """Logs a line of progress, if the last one is at least ``every`` seconds ago."""

    def __init__(
        self,
        title: str | Callable[[], str],
        unit: str,
        every: float,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._title, self._unit, self._every, self._clock = title, unit, every, clock
        self._started = self._latest = clock()
        self._first_done = self._done = -1

    def __call__(self, done: int, total: int, /) -> None:
        """Report the amount of finished work and the total."""
        now = self._clock()
        if self._first_done < 0 or done < self._done:  # a new part of the work
            self._first_done, self._started = done, now
        self._done = done
        if now - self._latest < self._every:
            return
        self._latest = now
        rate = (done - self._first_done) / max(now - self._started, 1e-9)
        text = f"{_name(self._title)}: {done:,} of {total:,} {self._unit}"
        if total:
            text += f" ({100 * done / total:.1f} %)"
        if rate:
            left = duration((total - done) / rate)
            text += f", {rate:,.{_digits(rate)}f} {self._unit}/s, {left} left"
        PROGRESS.info("%s", text)


def duration(seconds: float) -> str:
    """Return a time in words.

    >>> duration(12.3), duration(150), duration(12_000), duration(1e6)
    ('12 s', '2 min 30 s', '3 h 20 min', '11 d 13 h')
    """
    whole = round(seconds)
    for unit, name, part, part_name in ((86400, "d", 3600, "h"), (3600, "h", 60, "min")):
        if whole >= unit:
            return f"{whole // unit} {name} {whole % unit // part} {part_name}"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


def _digits(rate: float) -> int:
    return 0 if rate >= 10 else 1


def _name(title: str | Callable[[], str]) -> str:
    return title if isinstance(title, str) else title()


@contextmanager
def _shown(title: str | Callable[[], str], total: int | None, unit: str) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import (
        Progress as Bar,
    )

    started = perf_counter()
    shown = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with shown:
        task = shown.add_task(_name(title), total=total, rate="")
        # A signal that ends the process at once must not leave the cursor hidden.
        shown.console.show_cursor(True)
        first_done: int | None = None

        def progress(done: int, total_now: int, /) -> None:
            nonlocal first_done
            first_done = done if first_done is None else first_done
            rate = (done - first_done) / max(perf_counter() - started, 1e-9)
            shown.update(
                task,
                description=_name(title),
                completed=done,
                total=total_now,
                rate=f"{rate:,.{_digits(rate)}f} {unit}/s",
            )

        yield progress
