"""``sapper density``: critical densities of boards, compared with the published ones."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import defaults
from sapper.cli import lab_options, options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.lab.sweeps.densities import BoardDensity

_WIDEST = 200
"""Maximum width of the table, in columns."""

EXAMPLES = """\b
Examples:
  sapper density 5x5 6x6 --games 200
  sapper density 5x5 torus:5x5 --strategy pseq --games 200 --json
  sapper density 4x4 --strategy pseq --max-per-cell 2 --games 100 --no-draw
  sapper density hexwrap:8x8 --strategy pseq --half-width 0.02 --figures figures
"""


def density(
    specs: Annotated[
        list[str],
        typer.Argument(metavar="SPEC", help="Boards without mines, such as 8x8 or hexwrap:8x8."),
    ],
    strategy: options.StrategyName = defaults.STRATEGY,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", help="Games per number of mines. Default: 1000."),
    ] = None,
    seed: options.Seed = defaults.SEED,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Definition of the critical density: paper (as in Chong et al. 2024), likelihood, "
            "half, guess-free, guesses, moves or seconds (of CPU time). Default: paper.",
        ),
    ] = None,
    first: options.First = defaults.FIRST,
    half_width: Annotated[
        float | None,
        typer.Option(
            metavar="H",
            help="Instead of --games: play near the critical density until the half-width of its "
            "95 % interval is H mines per cell.",
        ),
    ] = None,
    max_per_cell: options.MaxPerCell = 1,
    workers: lab_options.Workers = None,
    cluster: lab_options.ClusterAddress = None,
    replace: lab_options.Replace = False,
    figures: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for the figures, as SVG and PNG. Default: figures."
        ),
    ] = None,
    draw: Annotated[
        bool | None,
        typer.Option(
            "--draw/--no-draw",
            help="Draw figures. Default: yes; with --json only if --figures is given.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Find the critical density, at which the win rate drops fastest.

    Plays games for every number of mines and fits a curve to the win rates. Played games are kept
    in a store: after an interruption, the same command continues from there.
    """
    from functools import partial

    from sapper.lab.fits.definitions import DEFAULT_METHOD, check_method
    from sapper.lab.sweeps.densities import GAMES, adaptive_densities, densities

    method = DEFAULT_METHOD if method is None else method
    check_method(method)
    if games is not None and half_width is not None:
        raise InputError("--games and --half-width exclude each other")
    games = GAMES if games is None else games
    find: Callable[..., list[BoardDensity]] = partial(densities, games=games)
    if half_width is not None:
        find = partial(adaptive_densities, half_width=half_width)
    with (
        lab_options.laboratory(store, workers, cluster, replace) as (opened, where),
        bar(strategy, games, "games") as progress,
    ):
        opened.know_boards()
        found = find(
            specs,
            opened,
            strategy=strategy,
            seed=seed,
            first=first,
            max_per_cell=max_per_cell,
            method=method,
            executor=where,
            progress=progress,
        )
    if draw is None:
        draw = figures is not None or (not as_json and _can_draw())
    written: list[Path] = []
    if draw:
        from sapper.lab.figures.density_figures import draw_densities

        written = draw_densities(found, figures or Path("figures"))
    if as_json:
        result = {"boards": [board.to_dict() for board in found]}
        write_json({**result, "figures": [str(path) for path in written]})
        return
    show(found, method)
    if half_width is not None:
        for board in found:
            note = _too_wide(board, half_width)
            if note is not None:
                typer.echo(note)
    for path in written:
        typer.echo(f"figure {path}")
    typer.echo(f"games in {store}")


def _too_wide(board: "BoardDensity", half_width: float) -> str | None:
    """Return a note if the interval of a board is wider than asked for."""
    interval = board.critical.interval
    if interval is None or interval[1] - interval[0] <= 2 * half_width:
        return None
    return (
        f"{board.board}: the half-width of the interval is {(interval[1] - interval[0]) / 2:.4f} "
        f"after {int(board.curve.games.sum()):,} games, not {half_width:g}"
    )


def _can_draw() -> bool:
    """Return whether Matplotlib is installed; without it the table is printed alone."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def show(found: "list[BoardDensity]", method: str) -> None:
    """Print the critical densities as a table."""
    from rich import box
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    from sapper.terminal.render import Terminal

    title = f"critical density by {method}, {found[0].strategy}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("board", "games", "density", "95 % interval", "Chong et al. 2024", "difference"):
        table.add_column(name, justify="left" if name == "board" else "right")
    for board in found:
        value, interval = board.critical.value, board.critical.interval
        published = board.published
        table.add_row(
            board.board,
            f"{int(board.curve.games.sum()):,}",
            "-" if value is None else f"{value:.4f}",
            "-" if interval is None else f"{interval[0]:.4f} to {interval[1]:.4f}",
            "" if published is None else f"{published:.4f}",
            "" if published is None or value is None else f"{value - published:+.4f}",
        )
    terminal = Terminal()
    # Lines longer than the terminal wrap: nothing is left out.
    whole = terminal.console.options.update(max_width=_WIDEST)
    needed = Measurement.get(terminal.console, whole, table).maximum
    terminal.console.width = max(needed, 0 if terminal.width is None else terminal.width)
    terminal.console.print(table)
    for board in found:
        if board.critical.value is None:
            terminal.print(Text(f"{board.board}: {board.critical.why}"))
