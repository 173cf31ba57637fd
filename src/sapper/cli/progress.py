"""The progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper.progress import Progress


def bar(
    title: str | Callable[[], str], total: int | None, unit: str
) -> AbstractContextManager[Progress | None]:
    """Show a bar with units per second and the remaining time; None without a terminal.

    A title that changes is a function, called at every update.
    """
    return _shown(title, total, unit) if sys.stderr.isatty() else nullcontext()


def _name(title: str | Callable[[], str]) -> str:
    return title if isinstance(title, str) else title()


@contextmanager
def _shown(title: str | Callable[[], str], total: int | None, unit: str) -> Iterator[Progress]:
    from time import perf_counter

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

    began = perf_counter()
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
        start: int | None = None

        def progress(done: int, all_of_it: int, /) -> None:
            nonlocal start
            start = done if start is None else start
            rate = (done - start) / max(perf_counter() - began, 1e-9)
            digits = 0 if rate >= 10 else 1
            shown.update(
                task,
                description=_name(title),
                completed=done,
                total=all_of_it,
                rate=f"{rate:,.{digits}f} {unit}/s",
            )

        yield progress
