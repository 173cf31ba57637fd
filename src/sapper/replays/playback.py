"""Playback of a recorded game: the effect of each click, by the rules of the usual programs.

A flagged cell is never opened by a click, a chord or a cascade. A chord opens cells if the number
of flags around the clue equals the clue, whether the flags are right or wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.positions import COVERED, Position, States

if TYPE_CHECKING:
    from sapper.layouts import Layout
    from sapper.replays.replay import Click


class Playback:
    """The state of a game during playback; clicks without effect, or after its end, are ignored.

    >>> from sapper.layouts import Layout
    >>> from sapper.replays.replay import Click
    >>> game = Playback(Layout("1x4", [0, 0, 1, 0]))
    >>> game.make(Click(0.0, "open", 0)), game.status
    ([0, 1], 'playing')
    >>> game.make(Click(1.0, "open", 3)), game.status
    ([3], 'won')
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        """The layout of the game."""
        self.states: States = np.full(layout.board.size, COVERED, dtype=np.int16)
        """The state of each cell, without flags."""
        self.flags: set[int] = set()
        """The flagged cells."""
        self.exploded: list[int] = []
        """The mines that ended the game; a chord may hit several."""
        self._left = layout.board.size - len(layout.mined)

    @property
    def status(self) -> str:
        """``playing``, ``won`` or ``lost``."""
        if self.exploded:
            return "lost"
        return "playing" if self._left else "won"

    @property
    def position(self) -> Position:
        """The current position, without flags."""
        return Position.from_states(self.layout.board, self.states, self.layout.mine_count)

    def covered(self, cell: int) -> bool:
        """Return whether a cell is covered, flagged or not."""
        return bool(self.states[cell] < 0)

    def targets(self, click: Click) -> list[int]:
        """Return the covered cells that a click would open, without the cascade."""
        if self.status != "playing" or click.kind == "flag":
            return []
        if click.kind == "open":
            free = self.covered(click.cell) and click.cell not in self.flags
            return [click.cell] if free else []
        if self.covered(click.cell):
            return []
        around = self.layout.board.neighbors(click.cell)
        flagged = sum(1 for other in around if other in self.flags)
        if flagged != self.states[click.cell]:
            return []
        return [other for other in around if self.covered(other) and other not in self.flags]

    def make(self, click: Click) -> list[int]:
        """Apply a click; return the safe cells that opened."""
        if click.kind == "flag" and self.status == "playing" and self.covered(click.cell):
            self.flags ^= {click.cell}
        opened: list[int] = []
        for cell in self.targets(click):
            if self.layout.mines[cell]:
                self.exploded.append(cell)
            else:
                opened += self._cascade(cell)
        return opened

    def _cascade(self, cell: int) -> list[int]:
        """Open a safe cell with its cascade; return the cells that opened."""
        opened, waiting = [], [cell]
        while waiting:
            current = waiting.pop()
            if not self.covered(current) or current in self.flags:
                continue
            self.states[current] = self.layout.numbers[current]
            opened.append(current)
            if self.states[current] == 0:
                waiting += self.layout.board.neighbors(current)
        self._left -= len(opened)
        return opened
