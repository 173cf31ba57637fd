"""Named reward schemes, and validation of a caller's rewards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from sapper.errors import GameError
from sapper.games.vector_games import Rewards

REWARDS = {
    "win": Rewards(won=1.0),
    "outcome": Rewards(won=1.0, lost=-1.0),
    "progress": Rewards(share=1.0),
    "regret": Rewards(regret=-1.0),
}
"""The reward schemes: 1 for a win; 1 for a win and -1 for a loss; the share of safe cells that a
click opens; the win probability of the click minus that of the best click."""


def read_rewards(reward: str | Rewards | Mapping[str, float]) -> Rewards:
    """Return the rewards for a name, a mapping of amounts or a ``Rewards``; raise GameError else.

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
