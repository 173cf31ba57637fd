"""``sapper circuit``: encode a Boolean formula as a position and solve it."""

from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.streams import write_json

PAGE = "http://127.0.0.1:8000/"
"""The default address of ``sapper serve``."""

EXAMPLES = """\b
Examples:
  sapper circuit "a and not b"
  sapper circuit "(a or b) and (not a or c)" --json
  sapper circuit "a xor b" --link
"""


def circuit(
    formula: Annotated[
        str,
        typer.Argument(metavar="FORMULA", help="Names, not, and, xor, or, and parentheses."),
    ],
    as_json: options.AsJson = False,
    link: Annotated[
        bool,
        typer.Option("--link", help="Print the address that opens it in the page of sapper serve."),
    ] = False,
) -> None:
    """Encode a Boolean formula as a position, and solve it.

    Every satisfying assignment is one consistent layout (Kaye 2000). Prints the position, whether
    the formula can be satisfied, by how many assignments, and one of them. The position has
    density 1/2, for sapper analyze - --density 1/2.
    """
    from sapper.theory.circuits import circuit as make

    made = make(formula)
    if link:
        from sapper.web.position_link import position_link

        address = PAGE + position_link(made.position)
        if as_json:
            write_json({"link": address})
        else:
            typer.echo(address)
    elif as_json:
        write_json(made.to_dict())
    else:
        typer.echo(str(made.position))
        typer.echo()
        typer.echo(made.summary())
