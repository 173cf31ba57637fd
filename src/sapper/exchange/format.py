"""The descriptor of a format: its name, endings, contents, detector, reader and writer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.errors import NotationError
from sapper.layouts import Layout
from sapper.positions import Position
from sapper.replays import Replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.boards import Board
    from sapper.exchange.content import Content

Thing = Layout | Position | Replay
"""The objects that a file or a link can contain."""

THINGS: dict[str, type[Thing]] = {"layout": Layout, "position": Position, "replay": Replay}
"""The classes of these objects by name."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files or links."""

    name: str
    """The name that callers use, for example ``mbf``."""

    endings: tuple[str, ...]
    """The endings of its files, for example ``.mbf``; empty for a link."""

    holds: tuple[str, ...]
    """The objects that it can contain: ``layout``, ``position``, ``replay``."""

    about: str
    """A description in one line."""

    detect: Callable[[Content], bool]
    """Returns whether content looks like this format; always False if that cannot be detected."""

    reader: Callable[[Content], Thing]
    """Returns the object in the content; raises NotationError if the content is invalid."""

    writer: Callable[[Any], bytes] | None = None
    """Returns the bytes of an object; None if the format can only be read."""

    is_link: bool = False
    """Whether it is a link or its query instead of a file."""

    @property
    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    @property
    def writable(self) -> bool:
        """Whether it can be written."""
        return self.writer is not None

    def write(self, thing: Thing) -> bytes:
        """Return the bytes of an object; raise NotationError if the format cannot contain it."""
        if self.writer is None:
            raise NotationError(f"{self.name} can only be read, not written")
        if not isinstance(thing, tuple(THINGS[name] for name in self.holds)):
            kinds = " or ".join(f"a {name}" for name in self.holds)
            raise NotationError(f"{self.name} holds {kinds}, not {called(thing)}")
        return self.writer(thing)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper formats --json`` prints."""
        return {
            "name": self.name,
            "endings": list(self.endings),
            "holds": list(self.holds),
            "about": self.about,
            "readable": self.readable,
            "writable": self.writable,
            "link": self.is_link,
        }


def called(thing: object) -> str:
    """Return a noun phrase for an object, for error messages.

    >>> called(3)
    'a value of type int'
    """
    for name, kind in THINGS.items():
        if isinstance(thing, kind):
            return f"a {name}"
    return f"a value of type {type(thing).__name__}"


def check_grid(board: Board, name: str, longest: int) -> tuple[int, int]:
    """Return the rows and columns of a grid; raise NotationError if it is too large or no grid."""
    if board.kind != "grid":
        raise NotationError(f"{name} holds grids, not {board.spec}")
    rows, columns = board.shape
    if max(rows, columns) > longest:
        raise NotationError(f"{name} holds sides up to {longest}, not {board.spec}")
    return rows, columns


def check_single(layout: Layout, name: str) -> None:
    """Raise NotationError if a cell of a layout holds several mines."""
    if layout.max_per_cell > 1:
        raise NotationError(f"{name} holds one mine per cell, not {layout.max_per_cell}")
