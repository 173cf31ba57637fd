"""A single game as a Gymnasium environment with one click per step."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt

from sapper import defaults
from sapper.analysis import Analysis, analyze
from sapper.boards.boards import is_int
from sapper.errors import GameError, TooHardError
from sapper.games.deals import Deal, DealtGame, check_whole
from sapper.games.journals import record, restore
from sapper.gym.observations import Observation, ObservationKind
from sapper.gym.pictures import board_picture, board_text
from sapper.gym.regret import NOTHING, RegretMeter
from sapper.gym.setting import PATIENCE, Setting, wanted_index
from sapper.positions import COVERED, Position
from sapper.strategies.choosing import analysis_within_budget, next_click
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.games.vector_games import Rewards
    from sapper.positions import States
    from sapper.types import BoardLike, FirstClickRule

_SEEDS = 2**63


class MinesweeperEnv(gymnasium.Env[Observation, Any]):
    """A sequence of games; an action is the index of the cell to open.

    ``spec`` is a spec such as ``"9x9/10"``, or a Board with ``mines``. ``first`` is the rule for
    the first click, which may be any cell. ``reward`` is a key of ``REWARDS``, or amounts. A game
    is truncated after ``patience`` consecutive clicks on open cells; None disables this.
    ``observation`` is ``board``, ``one-hot`` or ``text``. With ``probabilities`` observations are a
    dict that includes the mine probabilities. If the rewards depend on the regret of clicks,
    ``info`` has ``regret`` and ``regret_exact`` of the last click.

    ``reset(seed=s)`` starts game 0 of seed s, and each following ``reset()`` the next one; these
    are the games of ``sapper.Game(spec, seed=s, index=i)``. ``options={"index": i}`` selects a
    game.

    >>> env = MinesweeperEnv("3x3/1")
    >>> observation, info = env.reset(seed=1)
    >>> env.teacher()
    0
    >>> observation, reward, terminated, truncated, info = env.step(4)
    >>> observation.tolist(), reward, terminated
    ([[-1, -1, -1], [-1, 1, -1], [-1, -1, -1]], 0.0, False)
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
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
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise GameError(f"the render mode is {' or '.join(modes)}, not {render_mode!r}")
        self.render_mode = render_mode
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
        self.action_space = self.setting.action_space
        self.observation_space = self.setting.observation_space
        self._seed: int | None = None
        self._index = 0
        self._game: DealtGame | None = None
        self._safe = 0
        self._idle = 0
        self._status = "before reset"
        self._exploded: int | None = None
        self._states = self._covered()
        self._meter = RegretMeter(self.setting.deal)
        self._regret = NOTHING

    # -- Gymnasium ------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start game 0 of ``seed``, or the next game if no seed is given."""
        super().reset(seed=seed)
        wanted = wanted_index(options)
        if wanted is not None:
            check_whole(wanted, "the number of the game", 0)
        if seed is not None:
            self._seed, self._index = check_whole(seed, "the seed", 0), 0
        elif self._seed is None:
            self._seed, self._index = int(self.np_random.integers(_SEEDS)), 0
        else:
            self._index += 1
        self._index = self._index if wanted is None else wanted
        self._game, self._exploded = None, None
        self._states, self._idle, self._status = self._covered(), 0, "playing"
        self._regret = NOTHING
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Open a cell; raise GameError if it is not on the board or the game is over."""
        if self._status != "playing":
            raise GameError(f"no game is in progress (it is {self._status}); call reset first")
        cell = self._cell(action)
        if self.setting.measures_regret:
            self._regret = self._meter.regret(self._states, cell)
        reward = self._click(cell) + self.setting.rewards.regret * self._regret.value
        terminated, truncated = self._status in ("won", "lost"), self._status == "cut short"
        return self._observation(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        """Return the board as text or pixels, by the render mode, with the mine that was hit."""
        if self.render_mode == "ansi":
            return board_text(self.position, self._exploded)
        if self.render_mode == "rgb_array":
            return board_picture(self.setting.board, self._states, self._exploded)
        return None

    # -- for learning algorithms ----------------------------------------------------------------

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return a mask of the cells that can be opened, for sb3-contrib; all false at the end."""
        if self._status != "playing":
            return np.zeros(self.setting.board.size, dtype=np.bool_)
        return np.equal(self._states, COVERED)

    @property
    def position(self) -> Position:
        """The position that the player sees."""
        return self.setting.deal.position(self._states)

    def probabilities(self) -> npt.NDArray[np.float64]:
        """Return the mine probability of each cell in the shape of the board.

        It is nan for open cells, and 0 before a first click that the rule makes safe. Raises
        TooHardError if the analysis exceeds the work budget.
        """
        return self._chances().reshape(self.setting.board.shape)

    def teacher(self, strategy: str | None = None) -> int:
        """Return the cell with the lowest mine probability, or the choice of a strategy.

        Before a first click that the rule makes safe, it is the default first cell.
        """
        if self._status != "playing":
            raise GameError(f"no game is in progress (it is {self._status}); call reset first")
        if self._first_is_safe():
            return self.setting.start
        if strategy is not None:
            position = self.position
            analysis = analysis_within_budget(position)
            return next_click(position, find(strategy), seed=0, analysis=analysis).cell
        best = self._analysis().best
        return int(np.argmax(self.action_masks())) if best is None else best

    # -- inside ---------------------------------------------------------------------------------

    def __copy__(self) -> MinesweeperEnv:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_game": None if self._game is None else record(self._game)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._game is not None:
            self._game = restore(self.setting.board, False, state["_game"])

    def _click(self, cell: int) -> float:
        rewards = self.setting.rewards
        if self._states[cell] != COVERED:
            self._idle += 1
            if self._idle == self.setting.patience:
                self._status = "cut short"
            return float(rewards.useless)
        self._idle = 0
        reward = float(rewards.guess) if rewards.guess and not self._certain(cell) else 0.0
        if self._game is None:
            self._game = self._deal(cell).game(self._seed or 0, self._index)
            self._safe = self._game.safe_left
        opened = self._game.open(cell)
        if not opened:
            self._status, self._exploded = "lost", cell
            return reward + rewards.lost
        self._states = self._game.states
        reward += rewards.opened + rewards.share * len(opened) / self._safe
        if self._game.safe_left:
            return reward
        self._status = "won"
        return reward + rewards.won

    def _deal(self, first: int) -> Deal:
        """Return the deal with this first cell; the rule ``any`` does not depend on it."""
        deal = self.setting.deal
        start = 0 if deal.first == "any" else first
        return Deal(deal.board, deal.mines, deal.max_per_cell, deal.first, start)

    def _cell(self, action: Any) -> int:
        board = self.setting.board
        if isinstance(action, np.ndarray) and action.ndim == 0:
            action = action[()]
        if not is_int(action):
            raise GameError(f"an action is the index of a cell, not {action!r}")
        if not 0 <= action < board.size:
            raise GameError(f"there is no cell {action}: {board.spec} has 0 to {board.size - 1}")
        return int(action)

    def _covered(self) -> States:
        return np.full(self.setting.board.size, COVERED, dtype=np.int16)

    def _observation(self) -> Observation:
        chances = self._chances() if self.setting.probabilities else None
        return self.setting.encoder.encode(self._states, chances)

    def _info(self) -> dict[str, Any]:
        info = {
            "action_mask": self.action_masks().astype(np.int8),
            "won": self._status == "won",
            "seed": self._seed,
            "index": self._index,
        }
        if self.setting.measures_regret:
            info |= {"regret": self._regret.value, "regret_exact": self._regret.exact}
        return info

    def _first_is_safe(self) -> bool:
        return self._game is None and self.setting.deal.start_is_safe

    def _analysis(self) -> Analysis:
        return analyze(self.position)

    def _chances(self) -> npt.NDArray[np.float64]:
        if self._first_is_safe():
            return np.zeros(self.setting.board.size)
        return self._analysis().mine_probability.copy()

    def _certain(self, cell: int) -> bool:
        try:
            return bool(self._chances()[cell] == 0.0)
        except TooHardError:
            return False
