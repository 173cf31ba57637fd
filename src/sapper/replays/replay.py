"""Replays: a layout, and the clicks that somebody made on it, with their times."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from sapper.boards.boards import is_int
from sapper.errors import BoardError, GameError
from sapper.layouts import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.limits import Limits
    from sapper.progress import Progress
    from sapper.replays.replay_analysis import ReplayAnalysis

CLICKS = ("open", "flag", "chord")
"""What a click can be meant to do."""


@dataclass(frozen=True, slots=True)
class Click:
    """One click, whether it did anything or not."""

    time: float
    """When it was made, in seconds from the beginning of the recording."""

    kind: str
    """``open``, ``flag`` (which also takes a flag away) or ``chord``."""

    cell: int
    """The cell."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was played.

    GameError where a click is none, or where a cell of the layout holds several mines.

    >>> layout = Layout("1x4", [0, 0, 1, 0])
    >>> replay = Replay(layout, (Click(0.0, "open", 0), Click(1.5, "open", 3)), player="Ann")
    >>> replay.seconds, replay.analysis().won
    (1.5, True)
    """

    layout: Layout
    """Where the mines are."""

    clicks: tuple[Click, ...]
    """The clicks, in the order in which they were made."""

    player: str | None = None
    """Who played, where that is known."""

    program: str | None = None
    """The program that recorded it, where that is known."""

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
        """The time of the last click; 0 where there is none."""
        return self.clicks[-1].time if self.clicks else 0.0

    def analysis(
        self,
        *,
        first: str = "safe",
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> ReplayAnalysis:
        """Play the clicks again and say what each one risked.

        Under ``first="safe"`` the first cell that is opened counts as certain, unless it held a
        mine, as nearly every program sees to it; under ``any`` it has the risk it would have by
        chance. ``progress`` is called after every click.
        """
        from sapper.limits import DEFAULT_LIMITS
        from sapper.replays.replay_analysis import analyze_replay

        return analyze_replay(self, first, limits or DEFAULT_LIMITS, progress)

    def summary(self) -> str:
        """Return who played what in a line.

        >>> Replay(Layout("1x2", [0, 1]), ()).summary()
        '1x2/1, 0 clicks in 0.000 s'
        """
        whose = f" by {self.player}" if self.player else ""
        program = f" ({self.program})" if self.program else ""
        clicks = "1 click" if len(self.clicks) == 1 else f"{len(self.clicks)} clicks"
        return f"{self.layout.spec}{whose}{program}, {clicks} in {self.seconds:.3f} s"

    def to_dict(self) -> dict[str, Any]:
        """Return the replay as the json format has it."""
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


def make_click(layout: Layout, time: float, kind: str, cell: int | Sequence[int]) -> Click:
    """Make a click of a cell given by index or coordinates; GameError if it is off the board."""
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
        raise GameError(f"click {number} is at {click.time!r} seconds")
