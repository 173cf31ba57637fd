"""Vectorised games in the compiled core, for reinforcement learning.

A batch of games of one kind advances by one click per game and step. Each slot plays consecutive
games of its own seed, and the first cell that is opened in a game is the first click of its
first-click rule. Results are views of arrays in the core with one row per game, which the next step
overwrites.
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

_BYTES_PER_CELL = 8
_MOST_GAMES = 2**31


@dataclass(frozen=True, slots=True)
class Rewards:
    """The rewards of a click for a learning agent; all that apply are added.

    >>> Rewards(won=1, useless=-0.1)
    Rewards(won=1, lost=0.0, opened=0.0, share=0.0, guess=0.0, useless=-0.1, regret=0.0)
    """

    won: float = 0.0
    """For a click that opens the last safe cell."""

    lost: float = 0.0
    """For a click that hits a mine."""

    opened: float = 0.0
    """For a click that opens at least one cell."""

    share: float = 0.0
    """Multiplied by the share of all safe cells that a click opens; over a win it sums to 1."""

    guess: float = 0.0
    """For a click on a cell that was not certainly safe; needs an analysis per click."""

    useless: float = 0.0
    """For a click on a cell that is already open."""

    regret: float = 0.0
    """Multiplied by the win probability that a click gives away compared with the best one; needs a
    search per click, and only the environments of ``sapper.gym`` compute it."""

    def __post_init__(self) -> None:
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            number = isinstance(value, (int, float, np.integer, np.floating))
            if isinstance(value, bool) or not number or not isfinite(value):
                raise GameError(f"the reward {name!r} is a finite number, not {value!r}")


class VectorGames:
    """A batch of games of one kind; call ``begin`` before the first ``step``.

    The first cell of ``deal`` is not used in play, but its validity ensures that every cell can be
    the first one if it has the most neighbours. A game is truncated after ``patience`` consecutive
    useless clicks; 0 for never. Raises GameError if an argument is invalid or the games do not fit
    into free memory.

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
            raise GameError(f"{deal.spec} is full of mines: there is no cell to open")
        self._rewards, self._patience = rewards, patience
        self._games = check_whole(games, "the number of games", 1, _MOST_GAMES)
        needed, free = self._games * deal.board.size * _BYTES_PER_CELL, memory.available()
        if free is not None and needed > free:
            raise GameError(
                f"{self._games} games on {deal.board.spec} take about "
                f"{memory.format_bytes(needed)} of memory, and {memory.format_bytes(free)} are free"
            )
        self._core = _core.VectorGames(
            deal.board.graph,
            deal.mines,
            deal.max_per_cell,
            deal.first,
            self._games,
            patience=check_whole(patience, "patience", 0, 2**62),
            **{name: float(value) for name, value in asdict(rewards).items() if name != "regret"},
        )

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self._deal, self._games, self._rewards, self._patience)
        return _restore, (*arguments, self._core.snapshot())

    def __len__(self) -> int:
        return self._games

    def begin(self, seeds: Sequence[int], indices: Sequence[int]) -> None:
        """Start every game: slot i plays game ``indices[i]`` of ``seeds[i]``."""
        self._core.begin(self._words(seeds, "seed"), self._words(indices, "number"))

    def step(self, cells: Any) -> None:
        """Click once in every game.

        A slot whose game ended in the previous step ignores its click and starts the next game of
        its seed. Raises GameError, without any click, if a cell is not on the board.
        """
        self._core.step(self._clicks(cells))

    def replace_finished(self) -> None:
        """Start the next game of its seed in every slot whose game is over.

        The next step then clicks in it, instead of ignoring its click.
        """
        self._core.replace_finished()

    def probabilities(self, threads: int = 1) -> npt.NDArray[np.float64]:
        """Return P(a click hits a mine) for every cell of every game; nan for open cells.

        It is 0 before a first click that the rule makes safe. Raises TooHardError if a position
        exceeds the work budget.
        """
        check_whole(threads, "the number of threads", 1, 1024)
        rows = np.empty((self._games, self._deal.board.size))
        guard(lambda: self._core.probabilities(rows, threads), DEFAULT_LIMITS)
        return rows

    @property
    def states(self) -> States:
        """The state of each cell of each game; a view of shape (games, cells)."""
        return self._core.states

    @property
    def openable(self) -> npt.NDArray[np.int8]:
        """1 for each cell that can be opened, else 0; a view of shape (games, cells)."""
        return self._core.openable

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        """The reward of each game for the last step; a view."""
        return self._core.rewards

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Whether each game was won by the last step; a view."""
        return self._core.won.view(np.bool_)

    @property
    def lost(self) -> npt.NDArray[np.bool_]:
        """Whether each game was lost by the last step; a view."""
        return self._core.lost.view(np.bool_)

    @property
    def cut(self) -> npt.NDArray[np.bool_]:
        """Whether each game was truncated by the last step; a view."""
        return self._core.cut.view(np.bool_)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of each slot; a view."""
        return self._core.seeds

    @property
    def indices(self) -> npt.NDArray[np.uint64]:
        """The number of the game that each slot plays; a view."""
        return self._core.indices

    def _words(self, values: Sequence[int], what: str) -> npt.NDArray[np.uint64]:
        if not isinstance(values, (Sequence, np.ndarray)):
            raise GameError(f"one {what} per game is needed, not {values!r}")
        if len(values) != self._games:
            raise GameError(f"one {what} per game is needed: {self._games}, not {len(values)}")
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


def _restore(
    deal: Deal, games: int, rewards: Rewards, patience: int, snapshot: list[bytes]
) -> VectorGames:
    restored = VectorGames(deal, games, rewards, patience)
    restored._core.restore(snapshot)
    return restored
