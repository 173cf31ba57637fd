"""``sapper theory perimeter``: the perimeter as linear equations (Fowler & Young 2004)."""

from typing import Any

import typer

from sapper.cli import options
from sapper.cli.read_position import read_file_or_text
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper theory perimeter '######/######/##1###/##32##/######/######' --mines 11
  sapper theory perimeter '##2/#F2/#21/#1.' --mines 3 --json
  printf '####\\n#12#\\n' | sapper theory perimeter - --mines 2
"""


def perimeter(
    position: options.FileOrText,
    mines: options.WholeMines = None,
    density: options.MineDensity = None,
    board: options.BoardOrKind = None,
    as_json: options.AsJson = False,
) -> None:
    """Write the clues of a position as linear equations.

    With the bounds on the mines of the perimeter by integer programs and by their relaxation, and
    the number of arrangements that each method of Fowler & Young 2004 tests.
    """
    from sapper.theory.partition import arrangements_tested, grouped_partition, partition
    from sapper.theory.perimeter import integer_bounds, linear_system, relaxed_bounds

    read = read_file_or_text(position, mines, density, board)
    tested = arrangements_tested(read)
    system = linear_system(read)
    bounds = {}
    for name, counted in (("clues", False), ("mine_count", True)):
        whole = integer_bounds(read, mine_count=counted)
        relaxed = relaxed_bounds(read, mine_count=counted)
        bounds[name] = {"least": whole.least, "most": whole.most, "relaxed": list(relaxed)}
    parts = {"partition": partition(read), "groups": grouped_partition(read)}
    if as_json:
        write_json(
            {
                "system": system.to_dict(),
                "bounds": bounds,
                **{
                    name: [
                        {"cells": list(part.cells), "clues": list(part.clues), "most": part.most}
                        for part in found
                    ]
                    for name, found in parts.items()
                },
                "arrangements": tested.to_dict(),
            }
        )
        return
    place = read.board.name
    lines = ["equations", *(f"  {line}" for line in system.summary().splitlines()), "cells"]
    lines += [f"  x{k + 1}: {place(cell)}" for k, cell in enumerate(system.cells)]
    lines.append("mines in the perimeter, flags included")
    lines.append(f"  by the clues:           {_range(bounds['clues'])}")
    lines.append(f"  and by the mine count:  {_range(bounds['mine_count'])}")
    lines.append("arrangements to test")
    lines += [f"  {line}" for line in tested.summary().splitlines()]
    typer.echo("\n".join(lines))


def _range(bounds: dict[str, Any]) -> str:
    least, most = bounds["relaxed"]
    return (
        f"{bounds['least']} to {bounds['most']} "
        f"(without integrality {_number(least)} to {_number(most)})"
    )


def _number(value: float) -> str:
    """Return a number without the rounding noise of the solver.

    >>> _number(2.9999999999), _number(2.5), _number(-1e-12)
    ('3', '2.5', '0')
    """
    return f"{round(value, 6) + 0.0:g}"
