"""What a format is: its name, how its files end, what it holds, and how it is read and written."""

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
"""What a file or a link can hold."""

THINGS: dict[str, type[Thing]] = {"layout": Layout, "position": Position, "replay": Replay}
"""What a file or a link can hold, by name."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format of files or links."""

    name: str
    """Its name, as callers write it."""

    endings: tuple[str, ...]
    """How its files end; none for a link."""

    holds: tuple[str, ...]
    """What it can hold: layout, position, replay."""

    about: str
    """What it is, in a line."""

    detect: Callable[[Content], bool]
    """Whether content looks like it; False where nothing marks the format."""

    reader: Callable[[Content], Thing]
    """Makes what the content holds; NotationError says what is wrong with it."""

    writer: Callable[[Any], bytes] | None = None
    """Makes the bytes of what it holds; None where it is only read."""

    is_link: bool = False
    """Whether it is a link, or its query, and not a file."""

    @property
    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    @property
    def writable(self) -> bool:
        """Whether it can be written."""
        return self.writer is not None

    def write(self, thing: Thing) -> bytes:
        """Return the bytes of a thing; NotationError where the format cannot hold it."""
        if self.writer is None:
            raise NotationError(f"{self.name} is only read, not written")
        if not isinstance(thing, tuple(THINGS[name] for name in self.holds)):
            kinds = " or ".join(f"a {name}" for name in self.holds)
            raise NotationError(f"{self.name} holds {kinds}, not {called(thing)}")
        return self.writer(thing)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``sapper formats --json`` prints of it."""
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
    """Say what a thing is, for errors.

    >>> called(3)
    'a value of type int'
    """
    for name, kind in THINGS.items():
        if isinstance(thing, kind):
            return f"a {name}"
    return f"a value of type {type(thing).__name__}"


def check_grid(board: Board, name: str, longest: int) -> tuple[int, int]:
    """Return the rows and columns of a grid; NotationError where the format holds no such board."""
    if board.kind != "grid":
        raise NotationError(f"{name} holds grids, not {board.spec}")
    rows, columns = board.shape
    if max(rows, columns) > longest:
        raise NotationError(f"{name} holds sides up to {longest}, not {board.spec}")
    return rows, columns


def check_single(layout: Layout, name: str) -> None:
    """Raise NotationError where a cell of a layout holds several mines."""
    if layout.max_per_cell > 1:
        raise NotationError(f"{name} holds one mine a cell, not {layout.max_per_cell}")
