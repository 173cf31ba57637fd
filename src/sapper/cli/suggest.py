"""``sapper suggest``: the number of mines that gives a board a wanted difficulty."""

from typing import Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper suggest hard --board 8x8
  sapper suggest medium --board 8x8 --board hex:8x8 --games 100
  sapper suggest --guess-free 0.5 --board 8x8 --games 100 --json
"""


def suggest(
    level: Annotated[
        str | None,
        typer.Argument(
            metavar="LEVEL", help="Level: trivial, easy, medium, hard, expert or hopeless."
        ),
    ] = None,
    guess_free: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Instead of LEVEL: share of games that need no guess, from 0 to 1.",
        ),
    ] = None,
    win_rate: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE", help="Instead of LEVEL: share of games that pseq wins, from 0 to 1."
        ),
    ] = None,
    board: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="Board without mines; may be repeated. Default: the standard boards.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", help="Maximum number of games per number of mines.")
    ] = defaults.RATED_GAMES,
    seed: options.Seed = defaults.SEED,
    first: options.First = defaults.RATED_FIRST,
    as_json: options.AsJson = False,
) -> None:
    """Suggest the number of mines that gives a wanted difficulty.

    Give a level, the share of games that need no guess, or the share of games that the strategy
    pseq wins. See sapper difficulty for the meaning of a level.
    """
    from sapper.lab.difficulty import suggestions

    boards = board or suggestions.STANDARD_BOARDS
    with bar("looking", 100 * len(boards), "steps") as progress:
        found = suggestions.suggest(
            level,
            guess_free=guess_free,
            win_rate=win_rate,
            boards=boards,
            games=games,
            seed=seed,
            first=first,
            progress=progress,
        )
    if as_json:
        write_json({"suggestions": [suggestion.to_dict() for suggestion in found]})
    else:
        for suggestion in found:
            typer.echo(suggestion.summary())
