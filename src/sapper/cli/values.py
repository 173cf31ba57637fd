"""``sapper values``: the table of strategies beside perfect play on all small boards."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.failures import InputError
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper.perfect import SmallBoard

EXAMPLES = """\b
Examples:
  sapper values --largest 3x3
  sapper values --largest 4x5 --output small_boards.csv
"""


def values(
    largest: Annotated[str, typer.Option(metavar="RxC", help="The largest board.")] = "4x5",
    strategies: Annotated[
        str, typer.Option(metavar="NAMES", help="The strategies, with commas between.")
    ] = "perimeter,pseq,best",
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Add to this file, keeping the rows it has."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make the table of what strategies and perfect play win on every small board, exactly.

    One line of CSV for every board, number of mines and first cell (the corner, and the best one);
    the first click is safe. The table up to 4x5 comes with the package. With --output a run that
    was stopped goes on where it was.
    """
    from sapper.perfect import small_board_table as table
    from sapper.strategies.registry import find

    names = [find(name.strip()).name for name in strategies.split(",")]
    boards = table.specs(largest)
    found = _kept(output, table.header(names))
    known = {(row.board, row.mines) for row in found}
    with _lines(output) as line, bar("boards", len(boards), "boards") as progress:
        line(table.header(names))
        for row in found:
            line(row.row())
        for done, (board, mines) in enumerate(boards):
            if progress is not None:
                progress(done, len(boards))
            if (board, mines) in known:
                continue
            for row in table.evaluate(board, mines, names):
                found.append(row)
                line(row.row())
    if as_json:
        write_json({"boards": [row.to_dict() for row in found]})
    elif output is None:
        for text in [table.header(names), *(row.row() for row in found)]:
            print(",".join(text))


def _kept(path: Path | None, header: list[str]) -> "list[SmallBoard]":
    """The rows of a file that are surely whole: none of the last board, which may lack one."""
    from sapper.perfect.small_board_table import read

    if path is None or not path.exists():
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {str(path)!r}: {error}") from None
    if lines and lines[0].split(",") != header:
        raise InputError(f"{str(path)!r} is not a table of {', '.join(header[5:])}")
    whole = [line for line in lines if line.count(",") == len(header) - 1]
    try:
        rows = read("\n".join(whole))
    except ValueError:
        raise InputError(f"{str(path)!r} holds a row that is not one of this table") from None
    return [row for row in rows if (row.board, row.mines) != (rows[-1].board, rows[-1].mines)]


@contextmanager
def _lines(path: Path | None) -> "Iterator[Callable[[list[str]], None]]":
    """Open the table, to be written a line at a time."""
    if path is None:
        yield lambda row: None  # noqa: ARG005
        return
    from sapper.files import explained

    with explained(path):
        stream = path.open("w", encoding="utf-8")
    with stream:
        yield lambda row: print(",".join(row), file=stream, flush=True)
