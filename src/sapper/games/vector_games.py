"""Many games of one kind side by side, one click each a step, in the compiled core.

Game i goes through games 0, 1, 2, ... of a seed of its own; the first cell that is opened is the
first click that the rule speaks of. What a step tells lies in arrays of the core with one row a
game: what is returned here are views of them, which the next step writes anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper import _core, memory
from sapper.analysis.question import guard
from sapper.boards.boards import is_int
from sapper.errors import GameError
from sapper.games.deals import MAX_SEED, Deal, check_whole
from sapper.limits import DEFAULT_LIMITS

if TYPE_CHECKING:
    from sapper.positions import States

_BYTES_A_CELL = 8
_MOST_GAMES = 2**31


@dataclass(frozen=True, slots=True)
class Rewards:
    """What the clicks of a game are worth to one who learns; those that apply are added up.

    >>> Rewards(won=1, useless=-0.1)
    Rewards(won=1, lost=0.0, opened=0.0, share=0.0, guess=0.0, useless=-0.1)
    """

    won: float = 0.0
    """For the click that opens the last safe cell."""

    lost: float = 0.0
    """For one that hits a mine."""

    opened: float = 0.0
    """For one that opens something, however many cells."""

    share: float = 0.0
    """Times the share of all safe cells that it opens; over a won game that is 1."""

    guess: float = 0.0
    """For one that was not certain to be safe, whatever came of it; needs an analysis a click."""

    useless: float = 0.0
    """For one on a cell that is open already."""

    def __post_init__(self) -> None:
        for name in (field.name for field in fields(self)):
            amount = getattr(self, name)
            number = isinstance(amount, (int, float, np.integer, np.floating))
            if isinstance(amount, bool) or not number or not isfinite(amount):
                raise GameError(f"the reward {name!r} is a finite number, not {amount!r}")


class VectorGames:
    """Games of one kind side by side; ``begin`` before the first ``step``.

    The deal's own first cell plays no part, but that every cell can be the first one is checked
    with it: give the cell of the most neighbours. After ``patience`` useless clicks in a row a game
    is cut short; 0 for never.

    >>> games = VectorGames(Deal.read("2x2/1", first="safe"), 2, Rewards(won=1.0), patience=9)
    >>> games.begin([1, 2], [0, 0])
    >>> games.step(np.array([0, 3]))
    >>> games.states.tolist()
    [[1, -1, -1, -1], [-1, -1, -1, 1]]
    >>> games.probabilities()[0].round(3).tolist()
    [nan, 0.333, 0.333, 0.333]
    """

    def __init__(self, deal: Deal, games: int, rewards: Rewards, patience: int) -> None:
        self._deal = deal
        if deal.full:
            raise GameError(f"{deal.spec} is full of mines: there is nothing to open")
        self._games = check_whole(games, "the number of games", 1, _MOST_GAMES)
        needed, free = self._games * deal.board.size * _BYTES_A_CELL, memory.available()
        if free is not None and needed > free:
            raise GameError(
                f"{self._games} games on {deal.board.spec} take about {memory.format_bytes(needed)} of "
                f"memory, and {memory.format_bytes(free)} are free"
            )
        self._core = _core.VectorGames(
            deal.board.graph,
            deal.mines,
            deal.max_per_cell,
            deal.first,
            self._games,
            patience=check_whole(patience, "patience", 0, 2**62),
            **{name: float(amount) for name, amount in asdict(rewards).items()},
        )

    def __len__(self) -> int:
        return self._games

    def begin(self, seeds: Sequence[int], indices: Sequence[int]) -> None:
        """Put every game before the first click of a game of its seed, by number."""
        self._core.begin(self._words(seeds, "seed"), self._words(indices, "number"))

    def step(self, cells: Any) -> None:
        """Click once in every game; GameError, with nothing done, where a cell is not on the board.

        A game that ended in the step before ignores its click and is put before the first click of
        the next game of its seed.
        """
        self._core.step(self._clicks(cells))

    def probabilities(self, threads: int = 1) -> npt.NDArray[np.float64]:
        """Return P(a click on it hits a mine) of every cell of every game; nan where it is open.

        0 before a first click that the rule makes safe. TooHardError where a position is.
        """
        check_whole(threads, "the number of threads", 1, 1024)
        rows = np.empty((self._games, self._deal.board.size))
        guard(lambda: self._core.probabilities(rows, threads), DEFAULT_LIMITS)
        return rows

    @property
    def states(self) -> States:
        """By game and cell what the player sees; a view."""
        return self._core.states

    @property
    def openable(self) -> npt.NDArray[np.int8]:
        """By game and cell 1 where it can be opened, else 0; a view."""
        return self._core.openable

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        """By game, of the last step; a view."""
        return self._core.rewards

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """By game whether the last step won it; a view."""
        return self._core.won.view(np.bool_)

    @property
    def lost(self) -> npt.NDArray[np.bool_]:
        """By game whether the last step lost it; a view."""
        return self._core.lost.view(np.bool_)

    @property
    def cut(self) -> npt.NDArray[np.bool_]:
        """By game whether the last step cut it short; a view."""
        return self._core.cut.view(np.bool_)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """By game its seed; a view."""
        return self._core.seeds

    @property
    def indices(self) -> npt.NDArray[np.uint64]:
        """By game the number of the one that is played; a view."""
        return self._core.indices

    def _words(self, values: Sequence[int], what: str) -> npt.NDArray[np.uint64]:
        if not isinstance(values, (Sequence, np.ndarray)):
            raise GameError(f"one {what} a game is needed, not {values!r}")
        if len(values) != self._games:
            raise GameError(f"one {what} a game is needed: {self._games}, not {len(values)}")
        for value in values:
            if not is_int(value) or not 0 <= value <= MAX_SEED:
                raise GameError(f"a {what} is a whole number from 0 to {MAX_SEED}, not {value!r}")
        return np.array([int(value) for value in values], dtype=np.uint64)

    def _clicks(self, cells: Any) -> npt.NDArray[np.int64]:
        try:
            given = np.asarray(cells)
        except ValueError:
            raise GameError(f"clicks are an array of cells, not {cells!r}") from None
        if given.dtype.kind not in "iu" or given.shape != (self._games,):
            raise GameError(
                f"clicks are whole numbers of shape ({self._games},), not {given.dtype} "
                f"of shape {given.shape}"
            )
        size = self._deal.board.size
        if given.min() < 0 or given.max() >= size:
            game = int(np.argmax((given < 0) | (given >= size)))
            raise GameError(
                f"game {game} opens cell {given[game]}, which does not exist: "
                f"{self._deal.board.spec} has 0 to {size - 1}"
            )
        return np.ascontiguousarray(given, dtype=np.int64)
