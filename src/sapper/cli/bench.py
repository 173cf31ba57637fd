"""``sapper bench``: a signature of the behaviour of all strategies."""

from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper bench pseq perimeter
  sapper bench basic --threads 1 --json > signature.json
"""


def bench(
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="Strategies; see sapper strategies. Default: all that come with Sapper.",
            autocompletion=options.complete_strategy,
        ),
    ] = None,
    threads: options.Threads = None,
    as_json: options.AsJson = False,
) -> None:
    """Print a signature that changes only if behaviour changes.

    Every strategy plays fixed games on several kinds of boards, and the results of all games are
    hashed. The signature does not depend on the machine or the number of threads. It is not a
    measurement of speed. All strategies take less than half a minute.
    """
    from sapper.games.signatures import bench as play

    with bar("bench", None, "strategies") as progress:
        found = play(strategies or None, threads=threads, progress=progress)
    if as_json:
        write_json(found.to_dict())
        return
    width = max(len(one.strategy) for one in found.strategies)
    for one in found.strategies:
        typer.echo(f"{one.strategy:{width}}  {one.signature}  {one.wins} of {one.games} games won")
    typer.echo(f"{'signature':{width}}  {found.signature}")
