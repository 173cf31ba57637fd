"""``sapper convert``: a layout, a position or a replay from one format into another."""

from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.failures import InputError
from sapper.cli.streams import read_input, write_json

if TYPE_CHECKING:
    from sapper.exchange import Format, Thing

EXAMPLES = """\b
Examples:
  sapper convert board.mbf board.txt
  sapper convert board.mine - --to jsminesweeper
  sapper convert game.evf game.rawvf
  sapper convert "https://example.org/?b=1&m=00gg00000000000g" board.mbf
"""


def convert(
    source: Annotated[
        str,
        typer.Argument(metavar="IN", help="A file, a link, or - for standard input."),
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, or - for standard output.")],
    from_format: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="NAME", help="The format of IN; recognised by its content by default."
        ),
    ] = None,
    to_format: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="NAME", help="The format of OUT; given by its ending by default."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object about what was written.")
    ] = False,
) -> None:
    """Convert a layout, a position or a replay to another format.

    IN is a file or a link. If the format of OUT holds no replays, a replay is written as the layout
    that was played.
    """
    from sapper import files
    from sapper.exchange.registry import by_ending, find

    if target == "-" and (to_format is None or as_json):
        raise InputError("standard output needs the name of a format with --to, and no --json")
    wanted = find(to_format) if to_format is not None else by_ending(target)
    thing = _read(source, from_format)
    part = _part(thing, wanted)
    data = wanted.write(part)
    if target == "-":
        typer.echo(data, nl=wanted.is_link)
        return
    files.write(target, data)
    from sapper.exchange.format import called

    what = called(part).removeprefix("a ")
    if as_json:
        write_json({"type": what, "format": wanted.name, "file": target, "bytes": len(data)})
    else:
        typer.echo(f"{target}: a {what} in {wanted.name}, {len(data):,} bytes")


def _read(source: str, from_format: str | None) -> "Thing":
    from sapper.errors import NotationError
    from sapper.exchange import MAX_BYTES, read

    if source != "-":
        return read(source, from_format)
    try:
        return read(read_input(source, MAX_BYTES), from_format)
    except NotationError as error:
        raise InputError(str(error).replace("the bytes", "standard input", 1)) from None


def _part(thing: "Thing", wanted: "Format") -> "Thing":
    """Return the part of a thing that the format can hold: of a replay possibly the layout."""
    from sapper.replays import Replay

    if isinstance(thing, Replay) and "replay" not in wanted.holds and "layout" in wanted.holds:
        return thing.layout
    return thing
