"""Many parallel games as a Gymnasium vector environment; a step is one call of the core."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from sapper import defaults
from sapper.analysis.analysis import TIE
from sapper.boards.boards import is_int
from sapper.errors import GameError
from sapper.games.deals import check_whole
from sapper.games.vector_games import VectorGames
from sapper.gym.observations import Observation, ObservationKind
from sapper.gym.regret import NOTHING, Regret, RegretMeter
from sapper.gym.setting import PATIENCE, Setting, wanted_index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sapper.games.vector_games import Rewards
    from sapper.types import BoardLike, FirstClickRule

_SEEDS = 2**63


class MinesweeperVectorEnv(gymnasium.vector.VectorEnv[Observation, Any, npt.NDArray[Any]]):
    """``num_envs`` parallel games, each as in ``MinesweeperEnv`` with the same arguments.

    A game that has ended restarts in the next step (``AutoresetMode.NEXT_STEP``), which ignores its
    action and gives reward 0. ``reset(seed=s)`` assigns seed s + i to game i, and a list assigns
    one seed per game; a restarted game takes the next index of its seed. ``options={"index": i}``
    selects an index for all games, and a list one per game. Returned arrays are copies.

    >>> env = MinesweeperVectorEnv(2, "3x3/1")
    >>> observations, infos = env.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = env.step(np.array([4, 4]))
    >>> observations.shape, infos["action_mask"].sum(axis=1).tolist()
    ((2, 3, 3), [8, 8])
    >>> env.probabilities()[0].round(3).tolist()[0]
    [0.125, 0.125, 0.125]
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        spec: BoardLike = "9x9/10",
        *,
        mines: int | None = None,
        max_per_cell: int = 1,
        first: FirstClickRule = defaults.FIRST,
        reward: str | Rewards | Mapping[str, float] = "win",
        patience: int | None = PATIENCE,
        probabilities: bool = False,
        observation: ObservationKind = "board",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise GameError(
                f"a vector environment cannot be rendered: got {render_mode!r}, not None"
            )
        self.setting: Setting = Setting.read(
            spec,
            mines=mines,
            max_per_cell=max_per_cell,
            first=first,
            reward=reward,
            patience=patience,
            probabilities=probabilities,
            observation=observation,
        )
        """The validated arguments."""
        setting = self.setting
        self.num_envs: int = check_whole(num_envs, "the number of games", 1)
        self._games = VectorGames(
            setting.deal, self.num_envs, setting.rewards, patience=setting.patience
        )
        self.single_action_space = setting.action_space
        self.single_observation_space = setting.observation_space
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._started = False
        self._meter = RegretMeter(setting.deal)
        self._regrets = [NOTHING] * self.num_envs

    # -- Gymnasium ------------------------------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games: game 0 of their seeds, or the next game if no seed is given."""
        own, wanted = self._own_seeds(seed), wanted_index(options)
        super().reset(seed=seed if isinstance(seed, int) else None)
        if self._started:
            seeds, indices = self._games.seeds.tolist(), self._games.indices.tolist()
        else:
            seeds = self.np_random.integers(_SEEDS, size=self.num_envs).tolist()
            indices = [-1] * self.num_envs
        for game, given in enumerate(own):
            indices[game] = indices[game] + 1 if given is None else 0
            seeds[game] = seeds[game] if given is None else given
        self._games.begin(seeds, indices if wanted is None else self._own_indices(wanted))
        self._started = True
        self._regrets = [NOTHING] * self.num_envs
        return self._observation(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[
        Observation,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Open a cell in each game; raise GameError before any change if a cell does not exist."""
        self._check_started()
        games = self._games
        regrets = self._measure(actions) if self.setting.measures_regret else self._regrets
        games.step(actions)
        self._regrets = regrets
        terminated = games.won | games.lost
        rewards, truncated = games.rewards.copy(), games.cut.copy()
        if self.setting.measures_regret:
            rewards += self.setting.rewards.regret * np.array([r.value for r in regrets])
        return self._observation(), rewards, terminated, truncated, self._infos()

    def replace_finished(self) -> Observation:
        """Restart the games that have ended, before the next step does; return all observations.

        With this call after every step, no action is ignored.
        """
        self._check_started()
        self._games.replace_finished()
        return self._observation()

    # -- for learning algorithms ----------------------------------------------------------------

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return, per game, a mask of the cells that can be opened; all false after its end."""
        return self._games.openable.astype(np.bool_)

    def probabilities(self, threads: int = 1) -> npt.NDArray[np.float64]:
        """Return, per game, the mine probability of each cell in the shape of the board.

        It is nan for open cells, and 0 before a first click that the rule makes safe. Raises
        TooHardError if an analysis exceeds the work budget.
        """
        self._check_started()
        rows = self._games.probabilities(threads)
        return rows.reshape(self.num_envs, *self.setting.board.shape)

    def teacher(self, threads: int = 1) -> npt.NDArray[np.int64]:
        """Return, per game, the cell with the lowest mine probability; any cell after its end.

        Before a first click that the rule makes safe, it is the default first cell.
        """
        self._check_started()
        chances = self._games.probabilities(threads)
        chances[np.isnan(chances)] = np.inf
        least = chances.min(axis=1, keepdims=True)
        cells: npt.NDArray[np.int64] = np.argmax(
            chances <= np.where(least > 0, least + TIE, 0.0), axis=1
        )
        if self.setting.deal.start_is_safe:
            untouched = (self._games.states < 0).all(axis=1)
            cells[untouched] = self.setting.start
        return cells

    # -- inside ---------------------------------------------------------------------------------

    def __copy__(self) -> MinesweeperVectorEnv:
        return deepcopy(self)

    def _check_started(self) -> None:
        if not self._started:
            raise GameError("no games are in progress; call reset first")

    def _own_seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            first = check_whole(seed, "the seed", 0)
            return [check_whole(first + i, "the seed", 0) for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise GameError(f"seeds must be one per game: {self.num_envs}, not {len(seed)}")
        return [None if own is None else check_whole(own, "the seed", 0) for own in seed]

    def _own_indices(self, wanted: Any) -> Sequence[int]:
        return [wanted] * self.num_envs if is_int(wanted) else wanted

    def _measure(self, actions: Any) -> list[Regret]:
        """Return the regret of the click in each game; wrong clicks are left to the step."""
        games, size = self._games, self.setting.board.size
        over = games.won | games.lost | games.cut
        cells = np.asarray(actions).reshape(-1)[: self.num_envs].tolist()
        return [
            self._meter.regret(states, cell)
            if is_int(cell) and 0 <= cell < size and not ended
            else NOTHING
            for states, cell, ended in zip(games.states, cells, over.tolist(), strict=False)
        ]

    def _observation(self) -> Observation:
        chances = self._games.probabilities() if self.setting.probabilities else None
        return self.setting.encoder.encode(self._games.states, chances)

    def _infos(self) -> dict[str, Any]:
        games = self._games
        infos: dict[str, Any] = {
            "action_mask": games.openable.copy(),
            "won": games.won.copy(),
            "seed": games.seeds.copy(),
            "index": games.indices.copy(),
        }
        if self.setting.measures_regret:
            infos["regret"] = np.array([regret.value for regret in self._regrets])
            infos["regret_exact"] = np.array([regret.exact for regret in self._regrets])
        every = np.ones(self.num_envs, dtype=np.bool_)
        return infos | {f"_{name}": every for name in infos}
