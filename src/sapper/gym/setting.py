"""What an environment is made with, and what it shows of a game: for one game and for many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sapper.errors import GameError
from sapper.games.deals import Deal, check_whole, default_start
from sapper.gym.rewards import read_rewards
from sapper.positions import COVERED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.boards import Board, Spec
    from sapper.games.vector_games import Rewards
    from sapper.positions import States

Observation: TypeAlias = Any
"""An array, the board; with ``probabilities`` a dict of the board and the chances of mines."""

PATIENCE = 100
"""Useless clicks in a row after which a game is cut short, if not told."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What an environment is made with; ``Setting.read`` reads it."""

    deal: Deal
    """The kind of game; its first cell is the one of the most neighbours, which has least room."""

    rewards: Rewards
    """What clicks are worth."""

    patience: int
    """Useless clicks in a row after which a game is cut short; 0 for never."""

    probabilities: bool
    """Whether the chances of mines are observed, too."""

    @classmethod
    def read(
        cls,
        spec: str | Spec | Board,
        *,
        mines: int | None,
        max_per_cell: int,
        first: str,
        reward: str | Rewards | Mapping[str, float],
        patience: int | None,
        probabilities: bool,
    ) -> Setting:
        """Read what a caller gives; SpecError, BoardError or GameError if it is wrong."""
        loose = Deal.read(spec, mines=mines, max_per_cell=max_per_cell, first="any")
        busiest = int(np.argmax(np.diff(loose.board.offsets)))
        deal = Deal.read(
            loose.board, mines=loose.mines, max_per_cell=max_per_cell, first=first, start=busiest
        )
        if deal.full:
            raise GameError(f"{deal.spec} is full of mines: there is nothing to open")
        wait = 0 if patience is None else check_whole(patience, "patience", 1, 2**62)
        return cls(deal, read_rewards(reward), wait, bool(probabilities))

    @property
    def board(self) -> Board:
        """The board."""
        return self.deal.board

    @property
    def start(self) -> int:
        """A good first cell: where the project's own games begin."""
        return default_start(self.board, self.deal.first)

    @property
    def action_space(self) -> spaces.Discrete:
        """One action a cell."""
        return spaces.Discrete(self.board.size)

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """The board as the player sees it, in its shape; with it, perhaps, the chances."""
        board = spaces.Box(COVERED, self._most, self.board.shape, self._kind)
        if not self.probabilities:
            return board
        chances = spaces.Box(0.0, 1.0, self.board.shape, np.float32)
        return spaces.Dict({"board": board, "mine_probability": chances})

    @property
    def _most(self) -> int:
        """The largest number that a cell can show on this board, whatever its mines."""
        return max(1, self.board.max_degree * self.deal.max_per_cell)

    @property
    def _kind(self) -> type[np.int8 | np.int16]:
        return np.int8 if self._most <= np.iinfo(np.int8).max else np.int16

    def observe(self, states: States, chances: npt.NDArray[np.float64] | None) -> Observation:
        """Return copies in the shape of the board, with further dimensions before it as given."""
        shape = (*states.shape[:-1], *self.board.shape)
        board = states.astype(self._kind).reshape(shape)
        if chances is None:
            return board
        shown = np.nan_to_num(chances, nan=0.0).astype(np.float32).reshape(shape)
        return {"board": board, "mine_probability": shown}


def wanted_index(options: dict[str, Any] | None) -> Any:
    """Return the numbers of games that a reset asks for, as given, or None; GameError on others."""
    unknown = [name for name in options or {} if name != "index"]
    if unknown:
        raise GameError(f"there is no option {unknown[0]!r} of a reset: there is index")
    return options["index"] if options else None
