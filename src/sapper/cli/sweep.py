"""``sapper sweep``: the same games at every point of boards, mines, strategies and rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import lab_options, options
from sapper.cli.failures import POINTS_FAILED, InputError, note
from sapper.cli.interruption import interrupted
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.errors import StrategyError
    from sapper.lab.store.blocks import Point

EXAMPLES = """\b
Examples:
  sapper sweep 5x5 hex:5x5 --strategies pseq --games 100
  sapper sweep 16x30 --mine-counts 60:140:40 --strategies pseq,basic --games 20 --export table.csv
  sapper sweep expert --first safe,open --games 20 --store lab.db --export expert.parquet
"""

_MOST_NUMBERS = 100_000


def sweep(
    specs: Annotated[
        list[str],
        typer.Argument(
            metavar="SPEC", help="Boards; one without mines is played with every number of mines."
        ),
    ],
    mine_counts: Annotated[
        str | None,
        typer.Option(
            "--mine-counts",
            "--mines",
            metavar="LIST",
            help="Numbers of mines, such as 10 or 10,20, and ranges, such as 10:40 or 10:40:5.",
        ),
    ] = None,
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies", "--strategy", metavar="NAMES", help="Strategies, separated by commas."
        ),
    ] = defaults.STRATEGY,
    first: Annotated[
        str, typer.Option(metavar="RULES", help="First-click rules, separated by commas.")
    ] = defaults.FIRST,
    games: lab_options.Games = defaults.POINT_GAMES,
    max_per_cell: options.MaxPerCell = 1,
    seed: options.Seed = defaults.SEED,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    workers: lab_options.Workers = None,
    cluster: lab_options.ClusterAddress = None,
    replace: lab_options.Replace = False,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the results to this .csv or .parquet file."),
    ] = None,
    move_seconds: lab_options.MoveSeconds = defaults.MOVE_SECONDS,
    as_json: options.AsJson = False,
) -> None:
    """Play games for every combination of boards and settings.

    Plays every combination of boards, numbers of mines, strategies and first-click rules. Played
    games are kept in a store: after an interruption, the same command continues from there, and
    with a larger --games only the additional games are played. If a strategy fails at a point, the
    other points are played to the end; the exit code is then 3.
    """
    from sapper.boards.carrying import is_built_in
    from sapper.errors import FailedPointsError
    from sapper.lab.store import export as tables
    from sapper.lab.sweeps.points import points
    from sapper.lab.sweeps.sweep import played
    from sapper.lab.sweeps.sweep import sweep as run

    numbers = None if mine_counts is None else read_numbers(mine_counts)
    rules = options.read_rules(first)
    failed: dict[Point, StrategyError] = {}

    def plan() -> "list[Point]":
        return points(specs, numbers, _names(strategies), rules, seed, max_per_cell=max_per_cell)

    # Bad input must not create a store, but a store may hold the boards.
    chosen = plan() if all(map(is_built_in, specs)) else None
    with lab_options.laboratory(store, workers, cluster, replace) as (opened, where):
        if chosen is None:
            opened.know_boards()
            chosen = plan()
        with bar("games", games * len(chosen), "games") as progress:
            try:
                result = run(chosen, games, opened, where, progress, move_seconds=move_seconds)
            except FailedPointsError as error:
                if error.sweep is None:
                    raise
                result, failed = error.sweep, dict(error.failures)
        tallies = played([point for point in chosen if point not in failed], games, opened)
    if export is not None:
        tables.write(tallies, export)
    if as_json:
        rows = [dict(zip(tables.COLUMNS, row, strict=True)) for row in tables.rows(tallies)]
        failures = [
            {
                "board": point.board,
                "mines": point.mines,
                "strategy": point.strategy,
                "error": str(e),
            }
            for point, e in failed.items()
        ]
        found = {"points": rows, "played": result.played, "interrupted": result.interrupted}
        write_json({**found, "failed": failures})
    else:
        typer.echo(f"{result.summary()}; in {store}")
    for point, failure in failed.items():
        note(f"{point.spec}: {' '.join(str(failure).split())}")
    if result.interrupted:
        raise typer.Exit(interrupted())
    if failed:
        raise typer.Exit(POINTS_FAILED)


def read_numbers(text: str) -> list[int]:
    """Read a list of numbers and ranges, ends included.

    >>> read_numbers("3,10:14,20:40:10")
    [3, 10, 11, 12, 13, 14, 20, 30, 40]
    """
    numbers: list[int] = []
    for part in text.split(","):
        pieces = [piece.strip() for piece in part.split(":")]
        if not all(piece.isdecimal() and len(piece) < 10 for piece in pieces):
            raise InputError(
                f"numbers of mines are a list such as 10,20 or 10:40:5, not {text[:40]!r}"
            )
        first, *rest = (int(piece) for piece in pieces)
        if len(rest) > 2 or (len(rest) == 2 and rest[1] == 0):
            raise InputError(f"a range of mines is FROM:TO or FROM:TO:STEP, not {part[:40]!r}")
        last = rest[0] if rest else first
        more = range(first, last + 1, rest[1] if len(rest) == 2 else 1)
        if len(numbers) + len(more) > _MOST_NUMBERS:
            raise InputError(
                f"a sweep takes at most {_MOST_NUMBERS:,} numbers of mines, not {text[:40]!r}"
            )
        numbers += more
    return sorted(set(numbers))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]
