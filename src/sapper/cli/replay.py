"""``sapper replay``: the risk of every click of a recorded game."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from sapper.replays import ReplayAnalysis

EXAMPLES = """\b
Examples:
  sapper replay game.rawvf
  sapper replay game.evf --json
  sapper replay game.avf --move 17
"""


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A replay; see sapper formats.")],
    move: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show only the position before click N, counted from 0."),
    ] = None,
    first: Annotated[
        str,
        typer.Option(
            metavar="RULE", help="The rule for the first click: safe, or any (it may hit a mine)."
        ),
    ] = "safe",
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="The format of FILE; recognised by its content by default.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the risk of every click of a recorded game.

    Also shows which guesses were needed. A guess is a click on a cell that was not certain to be
    safe; it was needed if no cell was. Luck is the probability of surviving all guesses that were
    survived. Efficiency is ZiNi divided by clicks.
    """
    from sapper.exchange import read
    from sapper.exchange.format import called
    from sapper.replays import Replay

    found = read(file, format_name)
    if not isinstance(found, Replay):
        raise InputError(f"{file} holds {called(found)}, and a replay is needed")
    if move is not None and not 0 <= move < len(found.clicks):
        raise InputError(f"there is no click {move}: they go from 0 to {len(found.clicks) - 1}")
    with bar("clicks", len(found.clicks), "clicks") as progress:
        analysis = found.analysis(first=first, progress=progress)
    if move is not None:
        _show_move(analysis, move, as_json)
    elif as_json:
        write_json(analysis.to_dict())
    else:
        typer.echo(analysis.summary())


def _show_move(analysis: "ReplayAnalysis", number: int, as_json: bool) -> None:
    move, position = analysis.moves[number], analysis.position(number)
    if as_json:
        told: dict[str, Any] = move.to_dict(analysis)
        write_json({**told, "position": position.to_text(header=True)})
        return
    typer.echo(position.to_text(header=True))
    typer.echo(f"\nmove {number} {analysis.describe(move)}")
