"""The common part of ``sapper theory epp`` and ``sapper theory ppp``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.failures import InputError
from sapper.cli.read_position import read_file_or_text
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.theory import PerimeterProbability

Bounded = Annotated[
    bool,
    typer.Option(
        "--bounded",
        help="Test only the numbers of mines that the integer programs of the thesis allow (IV.1).",
    ),
]
Most = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Fail if more than N arrangements must be tested. Default: 4194304."
    ),
]


def report(
    method: Callable[..., PerimeterProbability],
    position: str,
    mines: str | None,
    board: str | None,
    bounded: bool,
    most: int | None,
    as_json: bool,
) -> None:
    """Run a method on a position given as text or file, and print its result."""
    from sapper.theory.perimeter import integer_bounds

    try:
        read = read_file_or_text(position, mines, None, board)
    except InputError as error:  # there is no --density here
        raise InputError(str(error).replace(" or --density D", "")) from None
    if most is not None and most < 1:
        raise InputError(f"--most is at least 1, not {most}")
    limit = {} if most is None else {"most": most}
    bounds = integer_bounds(read, mine_count=False) if bounded else None
    found = method(read, bounds=bounds, **limit)
    if as_json:
        write_json(found.to_dict())
    else:
        typer.echo(found.summary())
