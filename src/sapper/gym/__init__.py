"""Minesweeper as a Gymnasium environment; importing this package registers it.

>>> import gymnasium
>>> import sapper.gym
>>> env = gymnasium.make("sapper/Minesweeper-v0", spec="9x9/10")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((9, 9), 81)
>>> observation, reward, terminated, truncated, info = env.step(0)
>>> int(observation[0, 0]), terminated
(0, False)
"""

from __future__ import annotations

try:
    import gymnasium
except ModuleNotFoundError:
    raise ModuleNotFoundError("sapper.gym needs Gymnasium: pip install 'sapper[gym]'") from None

from sapper.games.vector_games import Rewards
from sapper.gym.environment import MinesweeperEnv
from sapper.gym.observations import OBSERVATIONS, read_action
from sapper.gym.rewards import REWARDS
from sapper.gym.vector_environment import MinesweeperVectorEnv

__all__ = [
    "ENVIRONMENT",
    "OBSERVATIONS",
    "REWARDS",
    "MinesweeperEnv",
    "MinesweeperVectorEnv",
    "Rewards",
    "read_action",
]

ENVIRONMENT = "sapper/Minesweeper-v0"
"""The registered name of the environment."""

gymnasium.register(
    id=ENVIRONMENT,
    entry_point="sapper.gym.environment:MinesweeperEnv",
    vector_entry_point="sapper.gym.vector_environment:MinesweeperVectorEnv",
)
