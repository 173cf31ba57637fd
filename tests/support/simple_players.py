"""Simple strategies written in Python, in a module that worker processes can import."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.positions import Position


class Last:
    """The last covered cell, or another one counted from the end."""

    def __init__(self, back: int = 1) -> None:
        self.back = back

    def choose(self, position: Position) -> int:
        """Return the cell."""
        return position.covered[-min(self.back, len(position.covered))]


class Fails(Last):
    """Raises in its third click."""

    def __init__(self) -> None:
        super().__init__()
        self.clicks = 0

    def choose(self, position: Position) -> int:
        """Return the last covered cell, or raise."""
        self.clicks += 1
        if self.clicks == 3:
            raise RuntimeError("no idea")
        return super().choose(position)


def first_covered(position: Position) -> int:
    """Return the first covered cell."""
    return position.covered[0]
