"""``sapper deal``: the layout of one game, and its metrics."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.games import Deal
    from sapper.layouts import Layout

EXAMPLES = """\b
Examples:
  sapper deal beginner
  sapper deal 16x30/99 --seed 7 --index 3 --first open
  sapper deal expert --no-guess --output board.mbf
  sapper deal hex:10x12/20 --no-guess --level single --json
  sapper deal 9x9/10 --no-guess --uniform --start 0,0
"""


def deal(
    spec: options.Spec,
    seed: options.Seed = 1,
    index: Annotated[int, typer.Option(metavar="I", help="The number of the game.")] = 0,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="RULE", help="The first click: any, safe (the default) or open; see simulate."
        ),
    ] = None,
    start: options.Start = None,
    max_per_cell: options.MaxPerCell = 1,
    no_guess: Annotated[
        bool,
        typer.Option("--no-guess", help="Find a layout that can be solved without a guess."),
    ] = False,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help="With --no-guess: the reasoning that solves it: single, subtraction or engine.",
        ),
    ] = None,
    uniform: Annotated[
        bool,
        typer.Option(
            "--uniform",
            help="With --no-guess: draw all such layouts with equal probability; slower.",
        ),
    ] = False,
    tries: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --no-guess: the most layouts to try."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the layout to this file, in the format of its ending."
        ),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="NAME", help="The format to print or write; see sapper formats."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Deal one game and show its mines, 3BV, openings and ZiNi.

    Commands simulate, watch and play deal the same layout for the same seed and number. With
    --no-guess the layout can be solved from its first cell without a guess; it starts with an
    opening if the mines leave room for one. In the picture, * is a mine.
    """
    from sapper.exchange import write
    from sapper.files import check_writable

    if output is not None:
        check_writable(output)
    where = options.read_start(start)
    if no_guess:
        if first is not None:
            raise InputError("a no-guess layout opens at its first cell: leave out --first")
        if max_per_cell != 1:
            raise InputError("a no-guess layout has one mine a cell: leave out --max-per-cell")
        made, layout, told = _without_guess(spec, seed, index, where, level, uniform, tries)
    else:
        if level is not None or uniform or tries is not None:
            raise InputError("--level, --uniform and --tries are about --no-guess: give that too")
        made, layout, told = _dealt(spec, seed, index, where, first or "safe", max_per_cell)
    if output is not None:
        write(layout, output, format_name)
    if as_json:
        game = {"seed": seed, "index": index, "first": made.first}
        game["start"] = list(made.board.coordinates(made.start))
        write_json({**layout.to_dict(), **game, **told})
    elif format_name is not None and output is None:
        _show_in_format(layout, format_name)
    else:
        picture = f"{layout.to_text(header=True)}\n\n" if output is None else ""
        typer.echo(f"{picture}{layout.summary()}")


def _without_guess(
    spec: str,
    seed: int,
    index: int,
    start: tuple[int, ...] | int | None,
    level: str | None,
    uniform: bool,
    tries: int | None,
) -> "tuple[Deal, Layout, dict[str, Any]]":
    from sapper.games import no_guess, no_guess_deal

    level = "engine" if level is None else level
    made = no_guess_deal(spec, start)
    with bar("no-guess", tries, "layouts") as progress:
        layout = no_guess(spec, seed, index, start, uniform, level, tries=tries, progress=progress)
    return made, layout, {"no_guess": True, "level": level, "uniform": uniform}


def _dealt(
    spec: str,
    seed: int,
    index: int,
    start: tuple[int, ...] | int | None,
    first: str,
    max_per_cell: int,
) -> "tuple[Deal, Layout, dict[str, Any]]":
    from sapper.games import Deal
    from sapper.games import deal as deal_layout

    made = Deal.read(spec, max_per_cell=max_per_cell, first=first, start=start)
    layout = deal_layout(spec, seed, index, first, start, max_per_cell=max_per_cell)
    return made, layout, {"no_guess": False}


def _show_in_format(layout: "Layout", format_name: str) -> None:
    from sapper.exchange.registry import find

    wanted = find(format_name)
    typer.echo(wanted.write(layout), nl=wanted.is_link)
