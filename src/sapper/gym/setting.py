"""Arguments, spaces and observations shared by the single and the vector environment."""

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

    from sapper.boards import Board
    from sapper.games.vector_games import Rewards
    from sapper.positions import States
    from sapper.types import BoardLike, FirstClickRule

Observation: TypeAlias = Any
"""The board as an array; with ``probabilities`` a dict of the board and the mine probabilities."""

PATIENCE = 100
"""Default number of consecutive useless clicks after which a game is truncated."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The validated arguments of an environment, made by ``Setting.read``."""

    deal: Deal
    """The kind of game. Its first cell has the most neighbours, so the mines fit for any other."""

    rewards: Rewards
    """The rewards of clicks."""

    patience: int
    """Consecutive useless clicks after which a game is truncated; 0 for never."""

    probabilities: bool
    """Whether observations include the mine probabilities."""

    @classmethod
    def read(
        cls,
        spec: BoardLike,
        *,
        mines: int | None,
        max_per_cell: int,
        first: FirstClickRule,
        reward: str | Rewards | Mapping[str, float],
        patience: int | None,
        probabilities: bool,
    ) -> Setting:
        """Validate the arguments; raise SpecError, BoardError or GameError if one is wrong."""
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
        """The default first cell of the rule."""
        return default_start(self.board, self.deal.first)

    @property
    def action_space(self) -> spaces.Discrete:
        """One action per cell."""
        return spaces.Discrete(self.board.size)

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """The player's view in the shape of the board, with mine probabilities if requested."""
        board = spaces.Box(COVERED, self._most, self.board.shape, self._kind)
        if not self.probabilities:
            return board
        chances = spaces.Box(0.0, 1.0, self.board.shape, np.float32)
        return spaces.Dict({"board": board, "mine_probability": chances})

    @property
    def _most(self) -> int:
        """The largest number that a cell of this board can show."""
        return max(1, self.board.max_degree * self.deal.max_per_cell)

    @property
    def _kind(self) -> type[np.int8 | np.int16]:
        return np.int8 if self._most <= np.iinfo(np.int8).max else np.int16

    def observe(self, states: States, chances: npt.NDArray[np.float64] | None) -> Observation:
        """Return copies in the shape of the board, after the leading dimensions of ``states``."""
        shape = (*states.shape[:-1], *self.board.shape)
        board = states.astype(self._kind).reshape(shape)
        if chances is None:
            return board
        shown = np.nan_to_num(chances, nan=0.0).astype(np.float32).reshape(shape)
        return {"board": board, "mine_probability": shown}


def wanted_index(options: dict[str, Any] | None) -> Any:
    """Return the option ``index`` of a reset, or None; raise GameError for any other option."""
    unknown = [name for name in options or {} if name != "index"]
    if unknown:
        raise GameError(f"reset has no option {unknown[0]!r}; the only option is 'index'")
    return options["index"] if options else None
