"""``sapper theory guess``: the guessing algorithm of Chong et al. 2024 on a position."""

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.read_position import read_file_or_text
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper theory guess '######/######/##1###/##32##/######/######' --mines 11
  sapper theory guess '##2/#F2/#21/#1.' --mines 3 --json
  printf '###\\n121\\n' | sapper theory guess - --mines 2
"""


def guess(
    position: options.FileOrText,
    mines: options.WholeMines = None,
    board: options.BoardOrKind = None,
    as_json: options.AsJson = False,
) -> None:
    """List the configurations of a position and the safety of every cell.

    By section 4 of Chong et al. 2024, in exact numbers. A configuration is a set of mines next to
    the clues; its weight is the number of layouts with it. The algorithm opens a safest cell.
    """
    from sapper.theory.guessing import guess as find

    try:
        read = read_file_or_text(position, mines, None, board)
    except InputError as error:  # there is no --density here
        raise InputError(str(error).replace(" or --density D", "")) from None
    found = find(read)
    if as_json:
        write_json(found.to_dict())
    else:
        typer.echo(found.summary())
