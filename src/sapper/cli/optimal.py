"""``sapper optimal``: the exact probability of winning with perfect play."""

from typing import Annotated

import typer

from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper optimal 4x4/4
  sapper optimal 5x5/4 --first any --json
  sapper optimal torus:4x4/3 --start 0,0
"""


def optimal(
    spec: Annotated[str, typer.Argument(help="Board and mines, such as 4x5/6.")],
    first: Annotated[str, typer.Option(help="First click: any, safe or open.")] = "safe",
    start: Annotated[
        str | None, typer.Option(help="First cell as R,C; the best one if left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find what perfect play wins on a small board, exactly, and the best first cell."""
    from sapper.cli.options import read_start
    from sapper.perfect import optimal as solve

    result = solve(spec, first=first, start=read_start(start))
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
