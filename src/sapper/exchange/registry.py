"""All formats, and what is done with them: read by content, write by ending or by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sapper import files
from sapper.errors import NotationError, SapperError
from sapper.exchange.abf import ABF
from sapper.exchange.binary_replays import AVF, EVF, MVF, RMV
from sapper.exchange.content import Content, open_content
from sapper.exchange.jsminesweeper import JSMINESWEEPER
from sapper.exchange.mbf import MBF
from sapper.exchange.mine import MINE
from sapper.exchange.own_json import JSON
from sapper.exchange.own_text import TEXT
from sapper.exchange.ptta import PTTA
from sapper.exchange.rawvf import RAWVF

if TYPE_CHECKING:
    import os

    from sapper.exchange.format import Format, Thing

FORMATS = (TEXT, JSON, MBF, ABF, MINE, RAWVF, AVF, EVF, MVF, RMV, JSMINESWEEPER, PTTA)
"""Every format, as people are told of them."""

_BY_CONTENT = (RMV, MVF, MBF, JSON, JSMINESWEEPER, PTTA, RAWVF, MINE, TEXT)
"""Those that content can be recognised by, the surest mark first."""


def formats() -> list[Format]:
    """List every format: its name, its endings, what it holds, whether it is read and written.

    >>> [(known.name, known.holds) for known in formats() if known.is_link]
    [('jsminesweeper', ('position',)), ('ptta', ('layout',))]
    """
    return list(FORMATS)


def find(name: str) -> Format:
    """Return the format of a name; NotationError lists them where there is none."""
    for known in FORMATS:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in FORMATS)
    raise NotationError(f"unknown format {str(name)[:40]!r}: known are {names}")


def read(given: str | bytes | os.PathLike[str], format: str | None = None) -> Thing:  # noqa: A002
    """Read a Layout, a Position or a Replay from a file, from bytes, or from a text or link.

    The content decides which format it is, and the ending of a file where no content can; unless
    ``format`` names it. NotationError says what is wrong, where, and in which file.

    >>> read("?b=0202&m=g").mines.tolist()
    [1, 0, 0, 0]
    """
    return read_content(open_content(given), format)


def read_content(content: Content, format: str | None = None) -> Thing:  # noqa: A002
    """Read what content holds, which comes from no file here: nothing in it is taken for a path.

    >>> read_content(Content(b"?b=0202&m=g", "the link")).mine_count
    1
    """
    try:
        chosen = find(format) if format is not None else detect(content)
        return chosen.reader(content)
    except NotationError as error:
        raise error.within(content.name) from None
    except SapperError as error:
        raise NotationError(f"{content.name}: {error}") from None


def detect(content: Content) -> Format:
    """Return the format of content; NotationError where it is none of them."""
    by_ending = [known for known in FORMATS if content.ending in known.endings]
    for known in (*by_ending, *_BY_CONTENT):
        if known.detect(content):
            return known
    if by_ending:
        return by_ending[0]
    what = "this text is" if content.is_text else "these bytes are"
    names = ", ".join(
        known.endings[0] if known.endings else f"{known.name} link" for known in FORMATS
    )
    raise NotationError(f"{what} in none of the supported formats: {names}")


def write(
    thing: Thing,
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
) -> None:
    """Write a Layout, a Position or a Replay in the format of the ending, or of that name.

    NotationError where the format cannot hold it, FileError where the file cannot be written.
    """
    place = Path(path)
    chosen = find(format) if format is not None else by_ending(place)
    files.write(place, chosen.write(thing))


def by_ending(path: str | os.PathLike[str]) -> Format:
    """Return the format whose files end like a path; NotationError if there is none."""
    name = Path(path).name
    for known in FORMATS:
        if Path(path).suffix.lower() in known.endings:
            return known
    endings = ", ".join(ending for known in FORMATS if known.writable for ending in known.endings)
    raise NotationError(f"no format ends like {name!r}: name one, or end it with {endings}")


def link(thing: Thing, name: str) -> str:
    """Return the query of a link to a thing: ``jsminesweeper`` or ``ptta``.

    What comes before it is the address of whoever has that page.

    >>> from sapper.layouts import Layout
    >>> link(Layout("2x2", [1, 0, 0, 0]), "ptta")
    'b=22&m=g'
    """
    chosen = find(name)
    if not chosen.is_link:
        links = " or ".join(known.name for known in FORMATS if known.is_link)
        raise NotationError(f"{name} is a format of files, not of links, as {links} is")
    return chosen.write(thing).decode()
