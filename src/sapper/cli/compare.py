"""``sapper compare``: strategies on the same games, with intervals of their differences."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import lab_options, options
from sapper.cli.failures import InputError
from sapper.cli.interruption import interrupted
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.lab.comparison.results import Comparison
    from sapper.lab.sweeps.executors import Executor

EXAMPLES = """\b
Examples:
  sapper compare 8x8/10 pseq best --games 200
  sapper compare pseq perimeter --board beginner --board hex:9x9/12 --games 500 --json
  sapper compare 8x8/12 random pseq best --sequential --half-width 0.05 --store lab.db
"""


def compare(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="[SPEC] STRATEGY...",
            help="Board with its mines, unless --board gives it, and two or more strategies; the "
            "others are compared with the first one.",
        ),
    ],
    board: Annotated[
        list[str] | None,
        typer.Option(
            "--board", metavar="SPEC", help="Board with its mines; repeat it for several boards."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Games of each strategy on each board; with --sequential their upper limit. "
            "Default: 10000, or 100000 with --sequential.",
        ),
    ] = None,
    seed: options.Seed = defaults.SEED,
    first: options.First = defaults.FIRST,
    start: options.Start = None,
    max_per_cell: options.MaxPerCell = 1,
    sequential: Annotated[
        bool,
        typer.Option(
            "--sequential",
            help="Stop as soon as an interval excludes zero; intervals are valid at any time.",
        ),
    ] = False,
    half_width: Annotated[
        float | None,
        typer.Option(
            metavar="H",
            help="With --sequential: also stop when the half-width of the interval is H, such as "
            "0.01 for one percentage point.",
        ),
    ] = None,
    confidence: Annotated[
        float, typer.Option(metavar="C", help="Confidence of the intervals.")
    ] = 0.95,
    simultaneous: Annotated[
        bool,
        typer.Option(
            "--simultaneous", help="Let all intervals hold together with this confidence."
        ),
    ] = False,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    replace: lab_options.Replace = False,
    workers: lab_options.Workers = None,
    cluster: lab_options.ClusterAddress = None,
    figure: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the differences with their intervals to this .svg or .png."
        ),
    ] = None,
    move_seconds: lab_options.MoveSeconds = defaults.MOVE_SECONDS,
    as_json: options.AsJson = False,
) -> None:
    """Compare strategies on the same games.

    All strategies play the same layouts, so that the interval of the difference of two win rates
    depends only on the games that one of them wins and the other loses. Played games are kept in a
    store: after an interruption, the same command continues from there.
    """
    from sapper.lab.comparison.comparing import compare as library

    boards, strategies = _split(names, board or [])
    if figure is not None:
        _check_figure(figure)
    with (
        lab_options.laboratory(store, workers, cluster, replace) as (opened, where),
        bar(" ".join(strategies), None, "games") as progress,
    ):
        result = library(
            boards,
            strategies,
            games,
            seed,
            first,
            options.read_start(start),
            max_per_cell=max_per_cell,
            executor=_executor(where, strategies, workers, cluster),
            store=opened,
            sequential=sequential,
            half_width=half_width,
            confidence=confidence,
            simultaneous=simultaneous,
            move_seconds=move_seconds,
            progress=progress,
        )
    if figure is not None:
        _draw(result, figure)
    if as_json:
        write_json(result.to_dict())
    else:
        typer.echo(result.summary())
        typer.echo(f"{result.kept:,} games already stored, {result.played:,} played; in {store}")
        if figure is not None:
            typer.echo(f"figure {figure}")
    if result.interrupted:
        raise typer.Exit(interrupted())


def _split(names: list[str], boards: list[str]) -> tuple[list[str], list[str]]:
    """Return the boards and the strategies; the first name is a board if there is no other."""
    from sapper.lab.comparison.contestants import is_known

    if boards:
        return boards, names
    spec, *strategies = names
    if is_known(spec):
        raise InputError(
            f"{spec!r} is a strategy, not a board: give a board first, as in "
            f"sapper compare 8x8/10 {' '.join(names)}, or --board"
        )
    return [spec], strategies


def _executor(
    where: "Executor", strategies: list[str], workers: int | None, cluster: str | None
) -> "Executor | None":
    """Return None, for threads, if no option says where to play and all play in the core."""
    from sapper.strategies.registry import find

    if workers is None and cluster is None and all(find(name).in_core for name in strategies):
        return None
    return where


def _check_figure(path: Path) -> None:
    from sapper.files import check_writable
    from sapper.lab.figures.style import need_matplotlib

    if path.suffix not in (".svg", ".png"):
        raise InputError(f"a figure is written as .svg or .png, not {str(path)!r}")
    need_matplotlib()
    check_writable(path)  # before the games


def _draw(result: "Comparison", path: Path) -> None:
    from sapper import files
    from sapper.lab.figures import differences, to_png, to_svg

    drawn = differences(result)
    files.write(path, to_svg(drawn) if path.suffix == ".svg" else to_png(drawn))
