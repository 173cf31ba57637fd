"""The difficulty of one given layout from its first click (Chong et al. 2024, 10.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import defaults
from sapper.boards import board as build_board
from sapper.errors import GameError
from sapper.games.deals import Deal, check_whole
from sapper.lab.difficulty.difficulty import walk_game
from sapper.lab.difficulty.reasoning import KINDS, PLAYER, Step, Walk, Walker

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sapper.boards import Board
    from sapper.types import BoardLike, Cell, DifficultyLevel, FirstClickRule

LAYOUT_LEVELS: dict[str | None, DifficultyLevel] = {
    None: "trivial",
    "one clue": "easy",
    "two clues": "medium",
    "several clues": "hard",
    "mine count": "hard",
    "guess": "expert",
}
"""The level of a layout, by the hardest kind of reasoning that it needs.

A layout lost by one, two or three of the players that never guess adds 25, 50 or 75 to the score of
a board, and its level is the one that starts at this score."""


@dataclass(frozen=True, slots=True)
class LayoutDifficulty:
    """The reasoning that one layout needs."""

    spec: str
    """The board with its mines."""

    start: int
    """The first cell."""

    place: tuple[int, ...]
    """The coordinates of the first cell."""

    hardest: str | None
    """The hardest kind of reasoning it needs; None if the first click opens everything."""

    guesses: int
    """The number of guesses; after one that hits a mine, the mine is marked and play continues."""

    won: bool
    """Whether ``pseq``, which guesses by exact probabilities, wins it."""

    bbbv: int
    """Its 3BV: the least number of clicks without flags."""

    clicks: Mapping[str, int]
    """The number of clicks after the first, by kind of reasoning."""

    steps: tuple[Step, ...]
    """The stages of the game after the first click."""

    @property
    def guess_free(self) -> bool:
        """Whether it can be solved from its first click without a guess."""
        return self.guesses == 0

    @property
    def level(self) -> DifficultyLevel:
        """The level, by the hardest kind of reasoning alone."""
        return LAYOUT_LEVELS[self.hardest]

    def summary(self) -> str:
        """Return the difficulty in a few lines."""
        needs = "the first click opens everything" if self.hardest is None else None
        if self.hardest == KINDS[-1]:
            times = "a guess" if self.guesses == 1 else f"{self.guesses} guesses"
            needs = f"it takes {times}, and {PLAYER} {'wins' if self.won else 'loses'}"
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.clicks.items() if count)
        return "\n".join(
            [
                f"{self.spec}, first click at {self.place}: {self.level}, "
                f"{needs or f'no guess; the hardest reasoning: {self.hardest}'}",
                f"clicks after the first, by reasoning: {kinds or 'none'}",
                f"the 3BV is {self.bbbv}",
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the difficulty as ``sapper difficulty --index --json`` prints it."""
        return {
            "spec": self.spec,
            "start": list(self.place),
            "level": self.level,
            "hardest": self.hardest,
            "guess_free": self.guess_free,
            "guesses": self.guesses,
            "won": self.won,
            "bbbv": self.bbbv,
            "clicks": dict(self.clicks),
        }


def rate_game(
    board: BoardLike,
    index: int = 0,
    *,
    mines: int | None = None,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.RATED_FIRST,
    start: Cell | None = None,
) -> LayoutDifficulty:
    """Rate game ``index`` of a seed, the same game as in any simulation.

    >>> rate_game("9x9/10", 3).summary().splitlines()[0]
    '9x9/10, first click at (3, 3): expert, it takes a guess, and pseq loses'
    """
    check_whole(index, "the number of the game", 0)
    check_whole(seed, "the seed", 0)
    deal = Deal.read(board, mines=mines, first=first, start=start)
    dealt = deal.game(seed, index)
    walk = walk_game(deal, Walker(deal.board), dealt)
    return _rated(deal.board, deal.mines, deal.start, walk, dealt.bbbv)


def rate_layout(
    board: BoardLike,
    mined: Iterable[int | Sequence[int]],
    start: Cell,
) -> LayoutDifficulty:
    """Rate a layout, given by its cells with a mine, for a player who knows the first cell.

    >>> found = rate_layout("1x5", mined=[2], start=0)
    >>> found.hardest, found.guess_free, found.bbbv
    ('mine count', True, 2)
    """
    where = build_board(board)
    walker = Walker(where)
    first = where.cell(start)
    layout = np.zeros(where.size, dtype=np.bool_)
    layout[[where.cell(cell) for cell in mined]] = True
    if layout[first]:
        raise GameError(f"the first cell {where.name(first)} is a mine of the layout")
    walk = walker.walk(layout, first)
    return _rated(where, int(layout.sum()), first, walk, walker.bbbv(layout))


def _rated(board: Board, mines: int, start: int, walk: Walk, bbbv: int) -> LayoutDifficulty:
    return LayoutDifficulty(
        spec=f"{board.spec}/{mines}",
        start=start,
        place=board.coordinates(start),
        hardest=walk.hardest,
        guesses=walk.guesses,
        won=walk.won,
        bbbv=bbbv,
        clicks={kind: walk.clicks(kind) for kind in KINDS},
        steps=walk.steps,
    )
