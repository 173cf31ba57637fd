"""``sapper values``: the table of strategies beside perfect play on all small boards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper import files
from sapper.cli import options
from sapper.cli.failures import InputError
from sapper.cli.options import Memory
from sapper.cli.progress import bar
from sapper.cli.streams import write_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.perfect import SmallBoard

EXAMPLES = """\b
Examples:
  sapper values --largest 3x3 --longer 2x6,3x4
  sapper values --output small_boards.csv
  sapper values --longer "" --layouts 6000000 --output small_boards.csv
"""


def values(
    largest: Annotated[
        str, typer.Option(metavar="RxC", help="Every grid that fits into this one.")
    ] = "5x5",
    longer: Annotated[
        str, typer.Option(metavar="BOARDS", help="And these, with commas between.")
    ] = "3x6,3x7,3x8,3x9,3x10,4x6,5x6,6x6",
    layouts: Annotated[
        int, typer.Option(metavar="N", min=1, help="Leave out games with more layouts.")
    ] = 130_000,
    strategies: Annotated[
        str, typer.Option(metavar="NAMES", help="The strategies, with commas between.")
    ] = "perimeter,infer-guess,pseq,best",
    memory: Memory = 2048,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Add to this file, keeping the rows it has."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Make the table of what strategies and perfect play win on every small board, exactly.

    One line of CSV for every board, number of mines and first cell, up to symmetry; the first click
    is safe. Games with few layouts come first. The table that the defaults make comes with the
    package, and some larger games. With --output every game is written as soon as it is done, and a
    run that was stopped goes on where it was.
    """
    from sapper.perfect import small_board_table as table
    from sapper.strategies.registry import find

    names = [find(name.strip()).name for name in strategies.split(",")]
    more = [board.strip() for board in longer.split(",") if board.strip()]
    games = table.specs(largest, more, layouts)
    found = _kept(output, table.header(names))
    _begin(output, [table.header(names), *(row.row() for row in found)])
    known = {(row.board, row.mines) for row in found}
    current = "boards"
    with bar(lambda: current, len(games), "boards") as progress:
        for done, (board, mines) in enumerate(games):
            current = f"{board}/{mines}"
            if progress is not None:
                progress(done, len(games))
            if (board, mines) in known:
                continue
            rows = table.evaluate(board, mines, names, memory << 20)
            _append(output, [row.row() for row in rows])
            found += rows
    if as_json:
        write_json({"boards": [row.to_dict() for row in found]})
    elif output is None:
        print(_lines([table.header(names), *(row.row() for row in found)]), end="")


def _kept(path: Path | None, header: list[str]) -> "list[SmallBoard]":
    """The rows of a file, those of a game only where every first cell is there."""
    from sapper.perfect.small_board_table import read, starts

    if path is None or not files.is_file(path):
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
    cells: dict[tuple[str, int], list[int]] = {}
    for row in rows:
        cells.setdefault((row.board, row.mines), []).append(row.start)
    return [row for row in rows if cells[row.board, row.mines] == starts(row.board)]


def _lines(rows: "Iterable[list[str]]") -> str:
    return "".join(",".join(row) + "\n" for row in rows)


def _begin(path: Path | None, rows: list[list[str]]) -> None:
    """Write what is known, whole or not at all."""
    if path is not None:
        from sapper.files import write

        write(path, _lines(rows))


def _append(path: Path | None, rows: list[list[str]]) -> None:
    """Add the rows of one game in one go."""
    if path is not None:
        from sapper.files import explained

        with explained(path), path.open("a", encoding="utf-8") as stream:
            stream.write(_lines(rows))
