"""``sapper infer``: the inferrer of Chong et al. 2024 on a position, step by step."""

from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.read_position import read_file_or_text
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper infer '##2/#F2/#21/#1.' --mines 3
  sapper infer '##2/#F2/#21/#1.' --mines 3 --local --json
  printf '###\\n121\\n' | sapper infer - --mines 2
"""


def infer(
    position: options.FileOrText,
    mines: options.WholeMines = None,
    density: options.MineDensity = None,
    board: options.BoardOrKind = None,
    local: Annotated[
        bool,
        typer.Option(
            "--local", help="Ignore the number of mines, as the program printed in the paper does."
        ),
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Run the inference of Chong et al. 2024 and show every step.

    Runs algorithms 3.1 to 3.5 of the paper. Every inferred cell is certain, but not every certain
    cell is inferred; sapper analyze finds all of them.
    """
    from sapper.theory.inferrer import infer as find

    found = find(read_file_or_text(position, mines, density, board), mine_count=not local)
    if as_json:
        write_json(found.to_dict())
    else:
        typer.echo(found.summary())
