"""``sapper theory census``: the patterns that force a guess, and the win rate they predict."""

import re
from typing import Annotated

import typer

from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.streams import write_json

EXAMPLES = """\b
Examples:
  sapper theory census
  sapper theory census hex --json
  sapper theory census grid --board 100x100 --density 0.15
  sapper theory census grid --up-to 7,4,3
"""

_SMALL = re.compile("[0-9]{1,3}")


def census(
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND", help="Kind of board: grid, rook, hex or tri. Default: grid."
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board",
            metavar="SPEC",
            help="Board without mines, such as 100x100: predict its win rate from the census.",
        ),
    ] = None,
    density: Annotated[
        float | None,
        typer.Option(
            "--density",
            metavar="D",
            help="Mines per cell for --board. Default: the density with a win rate of one half.",
        ),
    ] = None,
    up_to: Annotated[
        str | None,
        typer.Option(
            "--up-to",
            metavar="I,E,C",
            help="Search again for all patterns of at most I mines in the interior, E at an edge "
            "and C in a corner. Default: the census that comes with Sapper.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List the patterns that force every player to guess.

    Counts them by place and by number of mines. For a board it also predicts the mean number of
    such patterns, the share of games without one, and the win rate.
    """
    from sapper.theory.ambiguous_patterns import census as shipped
    from sapper.theory.ambiguous_patterns import take_census

    if density is not None and board is None:
        raise InputError("--density needs --board SPEC, the board to predict")
    kind = "grid" if kind is None else kind
    found = shipped(kind) if up_to is None else take_census(kind, *_read_sizes(up_to))
    result, lines = found.to_dict(), [found.summary()]
    if board is not None:
        from sapper.boards.specs import own_mines, read_board

        if own_mines(read_board(board)) is not None:
            raise InputError(f"give the board without mines, not {board!r}, and --density D")
        at = found.density(board) if density is None else density
        mean, free, rate = (
            found.mean(board, at),
            found.guess_free(board, at),
            found.win_rate(board, at),
        )
        result["predicted"] = {
            "board": board,
            "density": at,
            "mean": mean,
            "guess_free": free,
            "win_rate": rate,
        }
        lines.append(
            f"{board}, density {at:.5g}: {mean:.4g} patterns in the mean, {100 * free:.4g} % of "
            f"games without one, win rate {100 * rate:.4g} % if there is no other guess"
        )
    if as_json:
        write_json(result)
    else:
        typer.echo("\n".join(lines))


def _read_sizes(text: str) -> tuple[int, int, int]:
    """Read three numbers of mines.

    >>> _read_sizes("7,4,3")
    (7, 4, 3)
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) != 3 or not all(_SMALL.fullmatch(word) for word in words):
        raise InputError(f"--up-to is three numbers of mines such as 7,4,3, not {text[:40]!r}")
    interior, edge, corner = (int(word) for word in words)
    return interior, edge, corner
