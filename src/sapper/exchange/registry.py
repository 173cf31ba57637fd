"""The list of formats, and reading (by content) and writing (by ending or name) with them."""

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
"""Every format, in the order of listings."""

_BY_CONTENT = (RMV, MVF, MBF, JSON, JSMINESWEEPER, PTTA, RAWVF, MINE, TEXT)
"""The formats that can be detected by content, the most specific first."""


def formats() -> list[Format]:
    """Return every format, with its name, endings, contents, and whether it can be written.

    >>> [(known.name, known.holds) for known in formats() if known.is_link]
    [('jsminesweeper', ('position',)), ('ptta', ('layout',))]
    """
    return list(FORMATS)


def find(name: str) -> Format:
    """Return the format with a name; raise NotationError if there is none."""
    for known in FORMATS:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in FORMATS)
    raise NotationError(f"unknown format {str(name)[:40]!r}: known are {names}")


def read(given: str | bytes | os.PathLike[str], format: str | None = None) -> Thing:  # noqa: A002
    """Read a Layout, a Position or a Replay from a file, bytes, a text or a link.

    ``given`` is a path, bytes, or a string that is a path if such a file exists, and otherwise a
    text or link. The format is detected by the content and the ending, unless ``format`` names it.
    Raises NotationError, with the file and the place, if the content is invalid.

    >>> read("?b=0202&m=g").mines.tolist()
    [1, 0, 0, 0]
    """
    return read_content(open_content(given), format)


def read_content(content: Content, format: str | None = None) -> Thing:  # noqa: A002
    """Read the object in the content; unlike in ``read``, a text is never a path.

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
    """Return the format of content; raise NotationError if it is none of them."""
    by_ending = [known for known in FORMATS if content.ending in known.endings]
    for known in (*by_ending, *_BY_CONTENT):
        if known.detect(content):
            return known
    if by_ending:
        return by_ending[0]
    what = "this text is" if content.is_text else "this file is"
    names = ", ".join(known.name for known in FORMATS)
    raise NotationError(f"{what} in none of the formats that can be read: {names}")


def write(
    thing: Thing,
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
) -> None:
    """Write a Layout, a Position or a Replay to a file.

    The format is that of the ending, unless ``format`` names it. Raises NotationError if the format
    is unknown or cannot contain the object, and FileError if the file cannot be written.
    """
    place = Path(path)
    chosen = find(format) if format is not None else by_ending(place)
    files.write(place, chosen.write(thing))


def by_ending(path: str | os.PathLike[str]) -> Format:
    """Return the format with the ending of a path; raise NotationError if there is none."""
    name = Path(path).name
    for known in FORMATS:
        if Path(path).suffix.lower() in known.endings:
            return known
    endings = ", ".join(ending for known in FORMATS if known.writable for ending in known.endings)
    raise NotationError(
        f"no format has the ending of {name!r}: use one of {endings}, or name the format"
    )


def link(thing: Thing, name: str) -> str:
    """Return the query of a link to an object, to be appended to the address of a page and ``?``.

    ``name`` is ``jsminesweeper`` or ``ptta``. Raises NotationError if the format is not a link or
    cannot contain the object.

    >>> from sapper.layouts import Layout
    >>> link(Layout("2x2", [1, 0, 0, 0]), "ptta")
    'b=22&m=g'
    """
    chosen = find(name)
    if not chosen.is_link:
        links = " or ".join(known.name for known in FORMATS if known.is_link)
        raise NotationError(f"{name} is a format of files; the formats of links are {links}")
    return chosen.write(thing).decode()
