"""``sapper choose``: the next click of a strategy in one position."""

from typing import Annotated

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.read_position import read_file
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  printf '1##\\n###\\n##1\\n' | sapper choose - --mines 2
  printf '######\\n##2###\\n##32##\\n######\\n' > board.txt
  sapper choose board.txt --mines 7 --strategy pseq
  sapper choose board.txt --mines 7 --strategy deep:n=200 --seed 2 --json
"""


def choose(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="File with a position, or - for standard input."),
    ],
    mines: options.WholeMines = None,
    max_per_cell: options.MaxPerCell = 1,
    density: options.MineDensity = None,
    board: options.BoardOrKind = None,
    strategy: options.StrategyName = defaults.POSITION_STRATEGY,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="S", help="Seed of the strategy's random numbers."),
    ] = defaults.SEED,
    as_json: options.AsJson = False,
) -> None:
    """Show the cell that a strategy opens next, with the reason.

    FILE is a position as for sapper analyze. The same position, strategy and seed always give the
    same cell, unless the strategy has a time limit. Flags are ignored.
    """
    from sapper.strategies.choosing import choose as choose_click

    choice = choose_click(read_file(file, mines, density, board, max_per_cell), strategy, seed)
    if as_json:
        write_json(choice.to_dict())
        return
    from rich.text import Text

    from sapper.terminal.render import Terminal

    Terminal().print(Text(choice.summary()))
