"""``sapper theory guess``: the guessing algorithm of Chong et al. 2024 on a position."""

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.read_position import read_file_or_text
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper theory guess '######/######/##1###/##32##/######/######' --mines 11
  sapper theory guess '##2/#F2/#21/#1.' --mines 3 --json
  sapper theory guess '##2/#F2/#21/#1.' --mines 3 --search --figure safety.svg
  printf '###\\n121\\n' | sapper theory guess - --mines 2
"""


def guess(
    position: options.FileOrText,
    mines: options.WholeMines = None,
    board: options.BoardOrKind = None,
    search: Annotated[
        bool,
        typer.Option(
            "--search",
            help="Also show the recursion that finds the configurations (GetConfigurations, "
            "figure 4.4).",
        ),
    ] = False,
    figure: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.svg", help="Draw the safety of every cell, as figure 4.2, to this file."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List the configurations of a position and the safety of every cell.

    By section 4 of Chong et al. 2024, in exact numbers. A configuration is a set of mines next to
    the clues; its weight is the number of layouts with it. The algorithm opens a safest cell.
    """
    from sapper import files
    from sapper.theory.configuration_search import get_configurations
    from sapper.theory.guessing import guess as find

    if figure is not None:
        if figure.suffix != ".svg":
            raise InputError(f"the figure is written as .svg, not {str(figure)!r}")
        files.check_writable(figure)
    try:
        read = read_file_or_text(position, mines, None, board)
    except InputError as error:  # there is no --density here
        raise InputError(str(error).replace(" or --density D", "")) from None
    found = find(read)
    tree = get_configurations(read) if search else None
    if figure is not None:
        drawn = found.svg()
        if drawn is None:
            raise InputError(f"{read.board.spec} has no plane drawing: omit --figure")
        files.write(figure, drawn)
    if as_json:
        write_json(found.to_dict() | ({} if tree is None else {"search": tree.to_dict()}))
    else:
        typer.echo(found.summary())
        if tree is not None:
            typer.echo(tree.summary())
