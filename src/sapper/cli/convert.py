"""``sapper convert``: a layout, a position or a replay from one format into another."""

from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.failures import InputError
from sapper.cli.streams import read_input, write_json

if TYPE_CHECKING:
    from sapper.exchange import Format, Thing

EXAMPLES = """\b
Examples:
  sapper deal 9x9/10 --output board.mbf
  sapper convert board.mbf board.txt
  sapper convert board.mbf - --to ptta
  sapper convert "https://example.org/?b=1&m=08000g0002h0ge080" board.mbf
  printf '2x3/2\\n###\\n121\\n' > position.txt
  sapper convert position.txt - --to jsminesweeper
"""


def convert(
    source: Annotated[
        str,
        typer.Argument(metavar="IN", help="File, link, or - for standard input."),
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help="File, or - for standard output.")],
    from_format: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="NAME", help="Format of IN. Default: recognised by its content."
        ),
    ] = None,
    to_format: Annotated[
        str | None,
        typer.Option("--to", metavar="NAME", help="Format of OUT. Default: the one of its ending."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object about the written file.")
    ] = False,
) -> None:
    """Convert a layout, a position or a replay to another format.

    If the format of OUT cannot hold a replay, the layout of the game is written. See sapper formats
    for the names of all formats.
    """
    from sapper import files
    from sapper.exchange.registry import by_ending, find

    if target == "-" and (to_format is None or as_json):
        raise InputError("writing to standard output needs --to NAME and excludes --json")
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
    """Return a thing as the format can hold it: a replay may be reduced to its layout."""
    from sapper.replays import Replay

    if isinstance(thing, Replay) and "replay" not in wanted.holds and "layout" in wanted.holds:
        return thing.layout
    return thing
