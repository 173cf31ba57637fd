"""``sapper choose``: the next click of a strategy in one position."""

from typing import Annotated

import typer

from sapper import defaults
from sapper.cli import options, text_options
from sapper.cli.read_position import read_file
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  printf '1##\\n###\\n##1\\n' | sapper choose - --mines 2
  printf '######\\n##2###\\n##32##\\n######\\n' > board.txt
  sapper choose board.txt --mines 7 --strategy pseq
  printf '1F#\\n###\\n' | sapper choose - --mines 2 --flags trust
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
    symbols: text_options.Symbols = None,
    window: text_options.Window = None,
    at: text_options.At = None,
    strategy: options.StrategyName = defaults.POSITION_STRATEGY,
    flags: options.FlagsAs = "ignore",
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="S", help="Seed of the strategy's random numbers."),
    ] = defaults.SEED,
    as_json: options.AsJson = False,
) -> None:
    """Show the cell that a strategy opens next, with the reason.

    FILE is a position as for sapper analyze. The same position, strategy and seed always give the
    same cell, unless the strategy has a time limit. Strategies do not see flags, unless --flags
    trust makes them mines.
    """
    from sapper.strategies.choosing import choose as choose_click

    text = text_options.text_options(symbols, window, at)
    position = read_file(file, mines, density, board, max_per_cell, text)
    choice = choose_click(position, strategy, seed, flags=options.read_flags(flags))
    if as_json:
        write_json(choice.to_dict())
        return
    from rich.text import Text

    from sapper.terminal.render import Terminal

    Terminal().print(Text(choice.summary()))
