"""``sapper optimal``: the exact probability of winning with perfect play."""

from typing import Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper optimal 4x4/4
  sapper optimal 4x5/4 --first any --json
  sapper optimal torus:4x4/3 --start 0,0
  sapper optimal 5x5/4 --memory 500
"""


def optimal(
    spec: options.Spec,
    first: options.First = defaults.FIRST,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="R,C",
            help="First cell, as row,column or an index, both from 0. Default: the best one.",
        ),
    ] = None,
    memory: options.Memory = 2048,
    as_json: options.AsJson = False,
) -> None:
    """Compute the exact win probability of perfect play.

    Also finds the best first cell. The board must be small. The result does not depend on --memory;
    less memory takes more time.
    """
    from sapper.perfect import optimal as solve

    with bar("first cells", None, "cells") as progress:
        result = solve(
            spec,
            first=first,
            start=options.read_start(start),
            memory=memory << 20,
            progress=progress,
        )
    if as_json:
        write_json(result.to_dict())
        return
    from rich.text import Text

    from sapper.terminal.render import Terminal

    place = result.board.coordinates
    lines = [result.summary()]
    if len(result.first_clicks) > 1:
        lines.append("first cells, best first:")
        ranked = sorted(result.first_clicks.items(), key=lambda item: -item[1].probability)
        lines += [
            f"  {place(cell)!s:>10}  {click.wins:,} of {click.layouts:,}"
            f"  {100 * float(click.probability):.4f} %"
            for cell, click in ranked
        ]
    Terminal().print(Text("\n".join(lines)))
