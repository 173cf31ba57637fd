"""Many parallel games as a vector environment of Stable-Baselines3.

This module needs Stable-Baselines3 (``pip install stable-baselines3``) and is not imported by
``sapper.gym``. A step is one call of the core for all games, as in ``MinesweeperVectorEnv``; a game
that ends restarts in the same step, as Stable-Baselines3 expects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "sapper.gym.stable_baselines3 needs Stable-Baselines3: pip install stable-baselines3"
    ) from None

from sapper.errors import GameError
from sapper.gym.vector_environment import MinesweeperVectorEnv

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from sapper.gym.observations import Observation

__all__ = ["MinesweeperVecEnv"]


class MinesweeperVecEnv(VecEnv):  # type: ignore[misc]  # Any if the package is not installed
    """``num_envs`` parallel games with the arguments of ``MinesweeperVectorEnv``.

    ``MaskablePPO`` of sb3-contrib finds the masks of legal clicks by ``action_masks``. The
    observations of the last positions are in ``infos[i]["terminal_observation"]``, and ``won``,
    ``seed`` and ``index`` of the game of a step in ``infos[i]``. Observations as text are not
    possible, because Stable-Baselines3 has no text spaces.

        from sapper.gym.stable_baselines3 import MinesweeperVecEnv
        from sb3_contrib import MaskablePPO

        env = MinesweeperVecEnv(64, "5x5/3", observation="one-hot", reward="progress")
        MaskablePPO("MlpPolicy", env).learn(100_000)
    """

    def __init__(self, num_envs: int = 1, spec: Any = "9x9/10", **arguments: Any) -> None:
        if arguments.get("observation") == "text":
            raise GameError("Stable-Baselines3 has no text spaces: use board or one-hot, not text")
        self.games = MinesweeperVectorEnv(num_envs, spec, **arguments)
        """The games as a Gymnasium vector environment."""
        self._actions: Any = None
        super().__init__(
            self.games.num_envs,
            self.games.single_observation_space,
            self.games.single_action_space,
        )

    def reset(self) -> Observation:
        """Start all games, with the seeds of the last call of ``seed``; return observations."""
        indices = [options.get("index") for options in self._options]
        options = None if all(index is None for index in indices) else {"index": indices}
        observations, infos = self.games.reset(seed=list(self._seeds), options=options)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = self._info_dicts(infos)
        return observations

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keep the clicks for ``step_wait``."""
        self._actions = np.asarray(actions)

    def step_wait(
        self,
    ) -> tuple[Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Click once in every game; return observations, rewards, ends and infos."""
        observations, rewards, terminated, truncated, arrays = self.games.step(self._actions)
        done, infos = terminated | truncated, self._info_dicts(arrays)
        for game, info in enumerate(infos):
            info["TimeLimit.truncated"] = bool(truncated[game])
        if done.any():
            for game in np.flatnonzero(done).tolist():
                infos[game]["terminal_observation"] = _row(observations, game)
            observations = self.games.replace_finished()
        return observations, rewards.astype(np.float32), done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return, per game, a mask of the cells that can be opened."""
        return self.games.action_masks()

    def teacher(self) -> npt.NDArray[np.int64]:
        """Return, per game, the cell with the lowest mine probability."""
        return self.games.teacher()

    def close(self) -> None:
        """Do nothing: there are no processes or windows."""

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return an attribute of the games, once for each requested one."""
        return [getattr(self.games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(
        self,
        attr_name: str,
        value: Any,
        indices: int | Iterable[int] | None = None,  # noqa: ARG002  (as in VecEnv)
    ) -> None:
        """Raise AttributeError: the games are one object of the core."""
        raise AttributeError(f"{attr_name!r} cannot be set to {value!r} in single games")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: int | Iterable[int] | None = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Call ``action_masks``, ``probabilities`` or ``teacher``; return the rows of games."""
        if method_name not in ("action_masks", "probabilities", "teacher"):
            raise AttributeError(f"the games have no method {method_name!r} for single games")
        rows = getattr(self.games, method_name)(*method_args, **method_kwargs)
        return [rows[game] for game in self._get_indices(indices)]

    def env_is_wrapped(
        self,
        wrapper_class: type[Any],  # noqa: ARG002  (as in VecEnv)
        indices: int | Iterable[int] | None = None,
    ) -> list[bool]:
        """Return False for each requested game: none has a wrapper."""
        return [False for _ in self._get_indices(indices)]

    def _info_dicts(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        names = [name for name in infos if name[0] != "_" and name != "action_mask"]
        columns = [infos[name].tolist() for name in names]
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _row(observations: Observation, game: int) -> Observation:
    if isinstance(observations, dict):
        return {name: values[game] for name, values in observations.items()}
    return observations[game]
