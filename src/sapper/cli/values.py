"""``sapper values``: deprecated in favour of ``tools/small_boards.py``."""

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.failures import note
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper values --largest 3x3 --longer 2x6,3x4
"""


def values(
    largest: Annotated[
        str, typer.Option(metavar="RxC", help="Every grid up to this size.")
    ] = "5x5",
    longer: Annotated[
        str, typer.Option(metavar="BOARDS", help="Further boards, separated by commas.")
    ] = "3x6,3x7,3x8,3x9,3x10,4x6,5x6,6x6",
    layouts: Annotated[
        int, typer.Option(metavar="N", min=1, help="Skip boards with more layouts.")
    ] = 130_000,
    strategies: Annotated[
        str, typer.Option(metavar="NAMES", help="Strategies, separated by commas.")
    ] = "perimeter,infer-guess,pseq,best",
    memory: options.Memory = 2048,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Add missing rows to this file."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Make the table of win probabilities of strategies and perfect play on small boards.

    Deprecated: use sapper value for one board, or tools/small_boards.py for the table.
    """
    from sapper.perfect import small_board_table as table
    from sapper.strategies.registry import find

    names = [find(name.strip()).name for name in strategies.split(",")]
    more = [board.strip() for board in longer.split(",") if board.strip()]
    games = table.specs(largest, more, layouts)
    with bar("boards", len(games), "boards") as progress:
        rows = table.make(games, names, path=output, memory=memory << 20, progress=progress)
    if as_json:
        write_json({"boards": [row.to_dict() for row in rows]})
    elif output is None:
        typer.echo(table.csv_text([table.header(names), *(row.row() for row in rows)]), nl=False)
    note(
        "sapper values is deprecated: use sapper value for one board, or tools/small_boards.py in "
        "the repository for the table"
    )
