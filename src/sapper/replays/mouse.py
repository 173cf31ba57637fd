"""From the buttons of a mouse to clicks, as the usual programs understand them.

Left opens when it is released; right flags when it is pressed; both together, or the middle one,
chord when the first of them is released, and the release of the other does nothing. A right press
on an open cell counts as a click only if no chord comes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.replays.playback import Playback
from sapper.replays.replay import Click

if TYPE_CHECKING:
    from sapper.layouts import Layout

BUTTONS = {
    "lc": "left pressed",
    "lr": "left released",
    "rc": "right pressed",
    "rr": "right released",
    "mc": "middle pressed",
    "mr": "middle released",
    "sc": "left pressed while right is down",
    "cc": "both pressed",
    "pf": "flagged before the first click",
}
"""The events that can make a click; all others are movements and remarks."""


class Mouse:
    """The buttons in the course of a game, and the clicks they made.

    >>> from sapper.layouts import Layout
    >>> mouse = Mouse(Layout("1x4", [0, 0, 1, 0]))
    >>> mouse.event(0.0, "lc", 0)
    >>> mouse.event(0.25, "lr", 0)
    >>> mouse.clicks
    [Click(time=0.25, kind='open', cell=0)]
    """

    def __init__(self, layout: Layout) -> None:
        self.clicks: list[Click] = []
        """The clicks so far."""
        self._game = Playback(layout)
        self._left = False
        self._right = False
        self._chording = False
        self._spent = False  # a chord was made, and one of its buttons is still down
        self._waiting: Click | None = None  # a right press on an open cell

    def event(self, time: float, name: str, cell: int | None) -> None:
        """Take an event; ``cell`` is where the mouse is, None beside the board."""
        if name in ("lc", "sc", "cc"):
            self._left = True
            self._right |= name == "cc"
            self._chording = self._right or name == "sc"
        elif name == "rc":
            self._press_right(time, cell)
        elif name == "lr":
            self._left = False
            self._release(time, cell, other_is_down=self._right, opens=True)
        elif name == "rr":
            self._right = False
            self._release(time, cell, other_is_down=self._left, opens=False)
        elif name == "mr":
            self._click(time, "chord", cell)
        elif name == "pf":
            self._click(time, "flag", cell)

    def _press_right(self, time: float, cell: int | None) -> None:
        self._right = True
        if self._left:
            self._chording = True
        elif cell is not None and not self._game.covered(cell):
            self._waiting = Click(time, "flag", cell)
        else:
            self._click(time, "flag", cell)

    def _release(self, time: float, cell: int | None, other_is_down: bool, opens: bool) -> None:
        if self._chording:
            self._chording, self._waiting = False, None
            self._click(time, "chord", cell)
            self._spent = other_is_down
            return
        if opens and not self._spent:
            self._click(time, "open", cell)
        if not opens and self._waiting is not None:
            self._add(self._waiting)
            self._waiting = None
        self._spent &= other_is_down

    def _click(self, time: float, kind: str, cell: int | None) -> None:
        if cell is not None:
            self._add(Click(time, kind, cell))

    def _add(self, click: Click) -> None:
        """Keep a click; what comes after the end of the game was not played."""
        if self._game.status == "playing":
            self.clicks.append(click)
            self._game.make(click)
