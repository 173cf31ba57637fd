"""Rewards by name, and how a caller's are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from sapper.errors import GameError
from sapper.games.vector_games import Rewards

REWARDS = {
    "win": Rewards(won=1.0),
    "outcome": Rewards(won=1.0, lost=-1.0),
    "progress": Rewards(share=1.0),
}
"""By name: 1 for a game won; that and -1 for one lost; the share of safe cells that open."""


def read_rewards(reward: str | Rewards | Mapping[str, float]) -> Rewards:
    """Read rewards from a name, from amounts by name or as they are; GameError if they are none.

    >>> read_rewards("win") == read_rewards({"won": 1.0})
    True
    """
    if isinstance(reward, Rewards):
        return reward
    if isinstance(reward, str):
        if reward not in REWARDS:
            raise GameError(f"rewards are {', '.join(REWARDS)} or amounts, not {reward!r}")
        return REWARDS[reward]
    if not isinstance(reward, Mapping):
        raise GameError(f"rewards are a name or amounts by name, not {reward!r}")
    names = [field.name for field in fields(Rewards)]
    unknown = [name for name in reward if name not in names]
    if unknown:
        raise GameError(f"there is no reward {unknown[0]!r}: there are {', '.join(names)}")
    return Rewards(**reward)
