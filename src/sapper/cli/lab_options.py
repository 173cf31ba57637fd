"""Options that the commands of the laboratory share, and the store that they name."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.executors import Executor

DEFAULT_STORE = Path("sapper.db")
"""The default store, in the current folder."""

StoreFile = Annotated[
    Path,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Store of played games; its games are not played again.",
    ),
]
Games = Annotated[int, typer.Option("--games", metavar="N", help="Games per number of mines.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="W",
        help="Number of processes; the result does not depend on it. Default: one per core.",
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="tcp://HOST:PORT",
        help="Play on the Dask cluster at this address instead.",
    ),
]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Delete and play again the games that another strategy of the same name has left in "
        "the store.",
    ),
]


MoveSeconds = Annotated[
    float,
    typer.Option(
        "--move-seconds",
        metavar="S",
        min=0.001,
        help="Longest time of a strategy written in Python for a move; then it has failed.",
    ),
]


@contextmanager
def laboratory(
    store: Path, workers: int | None, cluster: str | None, replace: bool = False
) -> Iterator[tuple[Store, Executor]]:
    """Open the store and the executor that the options name."""
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.executors import executor

    where = executor(workers, cluster)
    with Store(store, replace=replace) as opened:
        try:
            yield opened, where
        except KeyboardInterrupt:
            typer.echo(
                f"stopped: finished games are in {store}; the same command continues from there",
                err=True,
            )
            raise
