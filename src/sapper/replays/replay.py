"""Replays: a layout and the recorded clicks on it, with their times."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from sapper import defaults
from sapper.boards.boards import is_int
from sapper.errors import BoardError, GameError
from sapper.layouts import Layout

if TYPE_CHECKING:
    from sapper.boards import Cell
    from sapper.limits import Limits
    from sapper.progress import Progress
    from sapper.replays.replay_analysis import ReplayAnalysis
    from sapper.types import FirstClickRule

CLICKS = ("open", "flag", "chord")
"""The kinds of clicks."""


@dataclass(frozen=True, slots=True)
class Click:
    """One recorded click, with or without an effect."""

    time: float
    """Its time in seconds from the start of the recording."""

    kind: str
    """``open``, ``flag`` (which also removes a flag) or ``chord``."""

    cell: int
    """The cell, an index."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game.

    Raises GameError if a click is invalid, or if a cell of the layout holds several mines.

    >>> layout = Layout("1x4", [0, 0, 1, 0])
    >>> replay = Replay(layout, (Click(0.0, "open", 0), Click(1.5, "open", 3)), player="Ann")
    >>> replay.seconds, replay.analysis().won
    (1.5, True)
    """

    layout: Layout
    """The layout of the game."""

    clicks: tuple[Click, ...]
    """The clicks in the order in which they were made."""

    player: str | None = None
    """The name of the player; None if unknown."""

    program: str | None = None
    """The program that recorded the game; None if unknown."""

    def __post_init__(self) -> None:
        if not isinstance(self.layout, Layout):
            raise GameError(f"a replay needs a Layout, not {type(self.layout).__name__}")
        if self.layout.max_per_cell > 1:
            raise GameError("there are no replays where a cell holds several mines")
        object.__setattr__(self, "clicks", tuple(self.clicks))
        for number, click in enumerate(self.clicks):
            _check_click(click, number, self.layout)

    @property
    def seconds(self) -> float:
        """The time of the last click, in seconds; 0 if there is no click."""
        return self.clicks[-1].time if self.clicks else 0.0

    def analysis(
        self,
        *,
        first: FirstClickRule = defaults.FIRST,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> ReplayAnalysis:
        """Play the clicks again and compute the risk of each one.

        With ``first="safe"`` the first opened cell counts as certain unless it held a mine, because
        nearly all programs ensure that; with ``first="any"`` its risk is the mine density.
        ``limits`` is the work budget per position. ``progress(done, total)`` is called after every
        click. Raises GameError if ``first`` is neither.
        """
        from sapper.limits import DEFAULT_LIMITS
        from sapper.replays.replay_analysis import analyze_replay

        return analyze_replay(self, first, limits or DEFAULT_LIMITS, progress)

    def summary(self) -> str:
        """Return the board, the player, the program and the clicks in one line.

        >>> Replay(Layout("1x2", [0, 1]), ()).summary()
        '1x2/1, 0 clicks in 0.000 s'
        """
        whose = f" by {self.player}" if self.player else ""
        program = f" ({self.program})" if self.program else ""
        clicks = "1 click" if len(self.clicks) == 1 else f"{len(self.clicks)} clicks"
        return f"{self.layout.spec}{whose}{program}, {clicks} in {self.seconds:.3f} s"

    def to_dict(self) -> dict[str, Any]:
        """Return the replay as a dictionary in Sapper's JSON format."""
        place = self.layout.board.coordinates
        return {
            "type": "replay",
            "player": self.player,
            "program": self.program,
            "layout": self.layout.to_dict(),
            "clicks": [
                {"time": click.time, "kind": click.kind, "cell": place(click.cell)}
                for click in self.clicks
            ],
        }


def make_click(layout: Layout, time: float, kind: str, cell: Cell) -> Click:
    """Return a click on a cell given by index or coordinates; GameError if it is off the board."""
    try:
        return Click(float(time), kind, layout.board.cell(cell))
    except BoardError as error:
        raise GameError(f"bad click: {error}") from None


def _check_click(click: Any, number: int, layout: Layout) -> None:
    if not isinstance(click, Click):
        raise GameError(f"click {number} is a Click, not {type(click).__name__}")
    if click.kind not in CLICKS:
        raise GameError(f"click {number} is {' or '.join(CLICKS)}, not {str(click.kind)[:40]!r}")
    if not is_int(click.cell) or not 0 <= click.cell < layout.board.size:
        raise GameError(f"click {number} is on {click.cell!r}, no cell of {layout.board.spec}")
    if not isinstance(click.time, (int, float)) or not isfinite(click.time):
        raise GameError(f"the time of click {number} is a finite number, not {click.time!r}")
