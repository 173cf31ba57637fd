"""``sapper deal``: the layout of one game, and its metrics."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json
from sapper.types import FirstClickRule, Level

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
  sapper deal 9x9/10 --format ptta
"""


def deal(
    spec: options.Spec,
    seed: options.Seed = defaults.SEED,
    index: Annotated[int, typer.Option(metavar="I", help="Number of the game, from 0.")] = 0,
    first: Annotated[
        FirstClickRule | None,
        typer.Option(
            metavar="RULE",
            help="First-click rule: any (may hit a mine), safe, or open (neighbours are safe too). "
            "Default: safe.",
        ),
    ] = None,
    start: options.Start = None,
    max_per_cell: options.MaxPerCell = 1,
    no_guess: Annotated[
        bool,
        typer.Option("--no-guess", help="Deal a layout that can be solved without guessing."),
    ] = False,
    level: Annotated[
        Level | None,
        typer.Option(
            metavar="LEVEL",
            help="With --no-guess: reasoning that solves the layout: single (one clue at a time), "
            "subtraction (pairs of clues) or engine (everything that follows). Default: engine.",
        ),
    ] = None,
    uniform: Annotated[
        bool,
        typer.Option(
            "--uniform",
            help="With --no-guess: deal every such layout with equal probability; slower.",
        ),
    ] = False,
    tries: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="With --no-guess: maximum number of layouts to try. Default: 20,000; "
            "with --uniform 1,000,000.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the layout to this file; its ending selects the format."
        ),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="NAME", help="Format to print or write; see sapper formats."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Deal one game and show its mines, 3BV, openings and ZiNi.

    sapper simulate, watch and play deal the same layout for the same seed and number of the game.
    With --no-guess, the layout can be solved from its first cell without guessing, and the first
    cell is an opening if the number of mines allows one. In the picture, * is a mine.
    """
    from sapper.exchange import write
    from sapper.files import check_writable

    if output is not None:
        check_writable(output)
    start_cell = options.read_start(start)
    if no_guess:
        if first is not None:
            raise InputError("--no-guess has its own first-click rule: omit --first")
        if max_per_cell != 1:
            raise InputError("--no-guess allows one mine per cell: omit --max-per-cell")
        dealt, layout, fields = _without_guess(spec, seed, index, start_cell, level, uniform, tries)
    else:
        rule = first or defaults.FIRST
        if level is not None or uniform or tries is not None:
            raise InputError("--level, --uniform and --tries require --no-guess")
        dealt, layout, fields = _dealt(spec, seed, index, start_cell, rule, max_per_cell)
    if output is not None:
        write(layout, output, format_name)
    if as_json:
        game: dict[str, Any] = {"seed": seed, "index": index, "first": dealt.first}
        game["start"] = list(dealt.board.coordinates(dealt.start))
        write_json({**layout.to_dict(), **game, **fields})
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
    level: Level | None,
    uniform: bool,
    tries: int | None,
) -> "tuple[Deal, Layout, dict[str, Any]]":
    from sapper.games import no_guess, no_guess_deal

    level = defaults.LEVEL if level is None else level
    made = no_guess_deal(spec, start)
    with bar("no-guess", tries, "layouts") as progress:
        layout = no_guess(spec, seed, index, start, uniform, level, tries=tries, progress=progress)
    return made, layout, {"no_guess": True, "level": level, "uniform": uniform}


def _dealt(
    spec: str,
    seed: int,
    index: int,
    start: tuple[int, ...] | int | None,
    first: FirstClickRule,
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
