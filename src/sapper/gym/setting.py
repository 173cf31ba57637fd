"""Arguments, spaces and observations shared by the single and the vector environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from sapper.errors import GameError
from sapper.games.deals import Deal, check_whole, default_start
from sapper.gym.observations import Encoder, ObservationKind
from sapper.gym.rewards import read_rewards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.boards import Board
    from sapper.games.vector_games import Rewards
    from sapper.types import BoardLike, FirstClickRule

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

    encoder: Encoder
    """The encoding of observations."""

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
        observation: ObservationKind,
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
        encoder = Encoder(deal, observation, bool(probabilities))
        return cls(deal, read_rewards(reward), wait, encoder)

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
        """The player's view, with mine probabilities if requested."""
        return self.encoder.space

    @property
    def probabilities(self) -> bool:
        """Whether observations include the mine probabilities."""
        return self.encoder.probabilities

    @property
    def measures_regret(self) -> bool:
        """Whether the rewards depend on the regret of clicks."""
        return self.rewards.regret != 0.0


def wanted_index(options: dict[str, Any] | None) -> Any:
    """Return the option ``index`` of a reset, or None; raise GameError for any other option."""
    unknown = [name for name in options or {} if name != "index"]
    if unknown:
        raise GameError(f"reset has no option {unknown[0]!r}; the only option is 'index'")
    return options["index"] if options else None
