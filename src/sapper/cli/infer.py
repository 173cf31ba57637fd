"""``sapper infer``: what the inferrer of paper 000 makes of a position, step by step."""

from typing import Annotated

import typer

from sapper.cli.read_position import read_file_or_text
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper infer board.txt --mines 99
  sapper infer '##2/#F2/#21/#1.' --mines 3
  sapper infer '##2/#F2/#21/#1.' --mines 3 --local --json
"""


def infer(
    position: Annotated[
        str,
        typer.Argument(
            metavar="FILE_OR_TEXT",
            help="A file with a position, - for standard input, or the position itself with / "
            "between its rows.",
        ),
    ],
    mines: Annotated[
        int | None,
        typer.Option(metavar="N", help="Mines on the whole board, flagged ones included."),
    ] = None,
    density: Annotated[
        str | None,
        typer.Option(
            metavar="D",
            help="Instead of N: each cell is mined with this chance, as in 0.2 or 1/5.",
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="A board as in hex:10x12, or a kind alone: torus, hex."),
    ] = None,
    local: Annotated[
        bool,
        typer.Option("--local", help="Leave the number of mines out, as the printed program does."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Infer what differences of constraints tell, and show every step.

    The algorithms 3.1 to 3.5 of paper 000. What they infer is certain, but not all that is certain
    is inferred; sapper analyze knows the rest.
    """
    from sapper.theory.inferrer import infer as find

    found = find(read_file_or_text(position, mines, density, board), mine_count=not local)
    if as_json:
        write_json(found.to_dict())
    else:
        typer.echo(found.summary())
