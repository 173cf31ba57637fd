"""``sapper theory opening``: the distribution of the first clue, and the note's opening."""

from typing import Annotated, Any

import typer

from sapper import defaults
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper theory opening expert
  sapper theory opening hex:10x12/20 --start 5,5 --first safe --json
  sapper theory opening expert --tree
  sapper theory opening 4x4/8 --wins --first safe
"""


def opening(
    spec: options.Spec,
    first: options.First = defaults.FORMULA_FIRST,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="R,C",
            help="First cell, as row,column or an index, both from 0. Default: a cell in the "
            "interior, one at an edge and one in a corner of a grid; with --tree the middle.",
        ),
    ] = None,
    tree: Annotated[
        bool,
        typer.Option("--tree", help="The opening of the combinatorics note with its exact risks."),
    ] = False,
    wins: Annotated[
        bool,
        typer.Option(
            "--wins",
            help="Every first cell of a small board, with the probability of winning by perfect "
            "play.",
        ),
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Compute the exact distribution of the clue of a first click.

    The rule is any unless --first is given: the first click may hit a mine, as in the formulas of
    the combinatorics note and of Chong et al. 2024.
    """
    from sapper import theory

    where = options.read_start(start)
    if tree and wins:
        raise InputError("--tree and --wins exclude each other")
    if tree:
        result: Any = theory.opening_tree(spec, first, where)
    elif wins:
        if where is not None:
            raise InputError("--wins lists every first cell: omit --start")
        result = theory.compare_first_clicks(spec, first)
    elif where is not None:
        result = theory.first_number(spec, where, first)
    else:
        _require_grid(spec)
        result = theory.opening_numbers(spec, first)
    if as_json:
        write_json(result.to_dict())
    else:
        typer.echo(result.summary())


def _require_grid(spec: str) -> None:
    from sapper.boards.kinds import DEFAULT_KIND
    from sapper.boards.specs import read_spec

    found = read_spec(spec)
    if found.kind != DEFAULT_KIND or min(found.shape) < 3:
        raise InputError(
            f"{spec} is not a grid of at least 3x3, with interior, edge and corner: use --start R,C"
        )
