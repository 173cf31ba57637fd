"""``sapper replay``: the risk of every click of a recorded game."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json
from sapper.types import FirstClickRule

if TYPE_CHECKING:
    from sapper.replays import ReplayAnalysis

EXAMPLES = """\b
Examples:
  printf 'Board:\\n00*0\\n0000\\nEvents:\\n' > game.rawvf
  printf '0 lc 1 1\\n0 lr 1 1\\n1 lc 4 1\\n1 lr 4 1\\n' >> game.rawvf
  sapper replay game.rawvf
  sapper replay game.rawvf --move 1
  sapper replay game.rawvf --first any --json
"""


def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Replay, such as .rawvf, .avf or .evf; see sapper formats."
        ),
    ],
    move: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Show only click N, counted from 0, and the position before it."
        ),
    ] = None,
    first: Annotated[
        FirstClickRule,
        typer.Option(
            metavar="RULE", help="First-click rule of the game: safe, or any (may hit a mine)."
        ),
    ] = defaults.FIRST,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="Format of FILE. Default: recognised by its content.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the risk of every click of a recorded game.

    Also shows which guesses were needed. A guess is a click on a cell that was not certainly safe;
    it was needed if no cell was certainly safe. Luck is the probability of surviving all guesses
    that were survived. Efficiency is ZiNi divided by the number of clicks.
    """
    from sapper.exchange import read
    from sapper.exchange.format import called
    from sapper.replays import Replay

    found = read(file, format_name)
    if not isinstance(found, Replay):
        raise InputError(f"{file} holds {called(found)}, not a replay")
    if move is not None and not 0 <= move < len(found.clicks):
        raise InputError(
            f"there is no click {move}: clicks are numbered 0 to {len(found.clicks) - 1}"
        )
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
        fields: dict[str, Any] = move.to_dict(analysis)
        write_json({**fields, "position": position.to_text(header=True)})
        return
    typer.echo(position.to_text(header=True))
    typer.echo(f"\nmove {number} {analysis.describe(move)}")
