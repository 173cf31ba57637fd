"""Conversion of mouse events to clicks, by the rules of the usual Minesweeper programs.

The left button opens a cell on release; the right button flags on press; both together, or the
middle button, chord when the first button is released, and the release of the other has no effect.
A right press on an open cell counts as a click only if it does not become a chord.
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
"""The events of buttons, by name; all others are movements and comments."""


class Mouse:
    """The state of the buttons during a game, and the resulting clicks.

    >>> from sapper.layouts import Layout
    >>> mouse = Mouse(Layout("1x4", [0, 0, 1, 0]))
    >>> mouse.event(0.0, "lc", 0)
    >>> mouse.event(0.25, "lr", 0)
    >>> mouse.clicks
    [Click(time=0.25, kind='open', cell=0)]
    """

    def __init__(self, layout: Layout) -> None:
        self.clicks: list[Click] = []
        """The clicks so far, in order."""
        self._game = Playback(layout)
        self._left = False
        self._right = False
        self._chording = False
        self._chorded = False  # a chord was made, and one of its buttons is still down
        self._pending: Click | None = None  # a right press on an open cell

    def event(self, time: float, name: str, cell: int | None) -> None:
        """Process an event at ``time`` seconds; ``cell`` is None if the mouse is off the board."""
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
            self._pending = Click(time, "flag", cell)
        else:
            self._click(time, "flag", cell)

    def _release(self, time: float, cell: int | None, other_is_down: bool, opens: bool) -> None:
        if self._chording:
            self._chording, self._pending = False, None
            self._click(time, "chord", cell)
            self._chorded = other_is_down
            return
        if opens and not self._chorded:
            self._click(time, "open", cell)
        if not opens and self._pending is not None:
            self._add(self._pending)
            self._pending = None
        self._chorded &= other_is_down

    def _click(self, time: float, kind: str, cell: int | None) -> None:
        if cell is not None:
            self._add(Click(time, kind, cell))

    def _add(self, click: Click) -> None:
        """Append a click unless the game is over."""
        if self._game.status == "playing":
            self.clicks.append(click)
            self._game.make(click)
