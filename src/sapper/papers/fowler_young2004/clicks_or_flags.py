"""Random play as in section V.1: a square is clicked or flagged with equal probability.

Level 0 always plays so after the first click; level 1 (Basic Strategy) only if its theorems do not
apply. A flag on a bomb is progress, and theorem 2 counts it. A flag on another square is never
removed, so the game is lost. The game is won when all bombs are flagged (section II) or all other
squares are open.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sapper.games import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LEVELS = (0, 1)
"""The levels that play at random: 0 always, 1 if its theorems do not apply."""


def wins(
    spec: str, level: int, games: int, seed: int, start: Sequence[int] | int | None = None
) -> int:
    """Return the number of games won, with a safe first click.

    >>> wins("4x4/15", 1, 50, seed=1), wins("4x4/0", 0, 50, seed=1)
    (50, 50)
    """
    if level not in LEVELS:
        raise ValueError(f"the levels of random play are 0 and 1, not {level}")
    deal = Deal.read(spec, start=start)
    around = [frozenset(deal.board.neighbors(cell)) for cell in range(deal.board.size)]
    won = 0
    for index in range(games):
        mined = frozenset(cell for cell, mines in enumerate(deal.game(seed, index).mines) if mines)
        chance = random.Random(seed << 64 | index << 8 | level)
        won += deal.full or _Play(around, mined).won(deal.start, level, chance)
    return won


class _Play:
    """The open and the flagged cells of one game."""

    def __init__(self, around: Sequence[frozenset[int]], mined: frozenset[int]) -> None:
        self._around = around
        self._mined = mined
        self._safe_left = len(around) - len(mined)
        self._unknown = set(range(len(around)))
        self._flags: set[int] = set()
        self._clues: dict[int, int] = {}

    def won(self, start: int, level: int, chance: random.Random) -> bool:
        """Play the game and return whether it is won."""
        self._open((start,))
        while self._safe_left and len(self._flags) < len(self._mined):
            if level and self._basic_step():
                continue
            cell = chance.choice(sorted(self._unknown))
            flagged = chance.random() < 0.5
            if flagged != (cell in self._mined):
                return False
            if flagged:
                self._flag((cell,))
            else:
                self._open((cell,))
        return True

    def _basic_step(self) -> bool:
        """Apply theorems 1 and 2 to every clue and return whether one of them applied."""
        applied = False
        for clue, number in list(self._clues.items()):
            unknown = self._around[clue] & self._unknown
            if not unknown:
                del self._clues[clue]
                continue
            missing = number - len(self._around[clue] & self._flags)
            if missing == len(unknown):
                self._flag(unknown)
                applied = True
            elif missing == 0:
                self._open(unknown)
                applied = True
        return applied

    def _flag(self, cells: Iterable[int]) -> None:
        self._flags.update(cells)
        self._unknown.difference_update(cells)

    def _open(self, cells: Iterable[int]) -> None:
        waiting = list(cells)
        while waiting:
            cell = waiting.pop()
            if cell not in self._unknown:
                continue
            self._unknown.discard(cell)
            self._safe_left -= 1
            number = len(self._around[cell] & self._mined)
            if number:
                self._clues[cell] = number
            else:
                waiting += self._around[cell]
