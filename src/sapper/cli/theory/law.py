"""``sapper theory law``: how fast the density that can be won falls with the size of a lattice."""

from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper theory law
  sapper theory law hex rook --json
  sapper theory law torus:1000x1000
  sapper theory law 5x10000
"""


def law(
    boards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOARD",
            help="Kind of board (grid, hex, tri, rook or reach2), or a board without mines, such "
            "as 1000x1000; a grid of at most 8 rows is a strip. Default: grid.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the critical law of a lattice: exponent, amplitude and smallest patterns.

    At the density c n^(-1/k) on n cells without edges, the win rate tends to exp(-a c^k), where k
    is the number of mines of the smallest patterns that force a guess. Finds them by exhaustive
    search, which takes up to some seconds.
    """
    from sapper.boards.kinds import KINDS
    from sapper.boards.specs import read_board
    from sapper.theory.critical_law import critical_law

    results, texts = [], []
    for board in boards or ["grid"]:
        found = critical_law(board)
        result, lines = found.to_dict(), [found.summary()]
        if board not in KINDS:
            shape = read_board(board).shape
            length = max(shape) if found.is_strip else shape[0] * shape[1]
            result["half"] = found.half(length)
            lines.append(f"half of the games on {board} at density {found.half(length):.5f}")
        lines += [f"\n{pattern.picture()}" for pattern in found.patterns]
        results.append(result)
        texts.append("\n".join(lines))
    if as_json:
        write_json({"laws": results})
    else:
        typer.echo("\n\n".join(texts))
