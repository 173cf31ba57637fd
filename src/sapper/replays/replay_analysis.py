"""Analysis of a replay: the risk of every click, forced and avoidable guesses, and the luck.

The clicks are played again. Before each click that opens a cell the position is analysed without
its flags, because flags prove nothing. The risk is the probability that the click hits a mine, with
all consistent layouts equally likely. For a chord it is the probability that some flag around the
clue is wrong; if several of them are uncertain, it is a quotient of exact counts. The cost is one
analysis per click that opens a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from sapper.analysis import Analysis, analyze
from sapper.errors import ContradictionError, GameError, TooHardError
from sapper.positions import FLAGGED, Position
from sapper.replays.playback import Playback

if TYPE_CHECKING:
    from sapper.limits import Limits
    from sapper.progress import Progress
    from sapper.replays.replay import Click, Replay
    from sapper.types import FirstClickRule, GameStatus

FIRST = ("safe", "any")
"""The treatments of the first click: as certain, or with the risk of a random cell."""


@dataclass(frozen=True, slots=True)
class Move:
    """One click of a replay, with its risk and its effect."""

    number: int
    """The number of the click, from 0."""

    click: Click
    """The click."""

    opened: tuple[int, ...]
    """The safe cells that it opened, as indices."""

    exploded: tuple[int, ...]
    """The mines that it hit, as indices."""

    wasted: bool
    """Whether it had no effect."""

    risk: float | None
    """The probability that it hits a mine, from 0 to 1; None if it opens no cell, or if the
    position exceeds the work budget."""

    needed: bool | None
    """For a guess, whether it was forced: no cell was certainly safe. None for other clicks."""

    @property
    def guess(self) -> bool:
        """Whether its risk was above 0."""
        return self.needed is not None

    def to_dict(self, analysis: ReplayAnalysis) -> dict[str, Any]:
        """Return the dictionary of the move that ``sapper replay --json`` prints."""
        place = analysis.replay.layout.board.coordinates
        return {
            "number": self.number,
            "time": self.click.time,
            "kind": self.click.kind,
            "cell": place(self.click.cell),
            "opened": len(self.opened),
            "exploded": [place(cell) for cell in self.exploded],
            "wasted": self.wasted,
            "risk": self.risk,
            "needed": self.needed,
        }


@dataclass(frozen=True, slots=True)
class ReplayAnalysis:
    """The analysis of a replay, made by ``Replay.analysis``."""

    replay: Replay
    """The replay."""

    moves: tuple[Move, ...]
    """Every click, with its risk and its effect."""

    status: GameStatus
    """The result: ``won``, ``lost``, or ``playing`` if the replay ends before the game."""

    bbbv_solved: int
    """The part of the 3BV that was solved, from 0 to the 3BV of the layout."""

    @property
    def won(self) -> bool:
        """Whether every safe cell was opened."""
        return self.status == "won"

    @property
    def lost_at(self) -> Move | None:
        """The move that hit a mine; None if none did."""
        return next((move for move in self.moves if move.exploded), None)

    @property
    def guesses(self) -> tuple[Move, ...]:
        """The moves whose risk was above 0."""
        return tuple(move for move in self.moves if move.guess)

    @property
    def needed_guesses(self) -> tuple[Move, ...]:
        """The forced guesses: no cell was certainly safe."""
        return tuple(move for move in self.guesses if move.needed)

    @property
    def unneeded_guesses(self) -> tuple[Move, ...]:
        """The avoidable guesses: some cell was certainly safe."""
        return tuple(move for move in self.guesses if not move.needed)

    @property
    def luck(self) -> float | None:
        """The probability of surviving all guesses that were survived, above 0 and at most 1.

        It is the product of 1 - risk over these guesses, and 1 if every click was certain; the move
        that lost is not included. It is None if a position exceeded the work budget.
        """
        luck = 1.0
        for move in self.moves:
            if move.risk is None and (move.opened or move.exploded):
                return None
            if not move.exploded and move.risk is not None:
                luck *= 1 - move.risk
        return luck

    @property
    def wasted(self) -> int:
        """The number of clicks without an effect."""
        return sum(move.wasted for move in self.moves)

    @property
    def seconds(self) -> float:
        """The time of the last click, in seconds."""
        return self.replay.seconds

    @property
    def bbbv_per_second(self) -> float | None:
        """The solved 3BV per second; None if the time is 0."""
        return self.bbbv_solved / self.seconds if self.seconds > 0 else None

    @property
    def efficiency(self) -> float | None:
        """ZiNi divided by the number of clicks, wasted ones included; None if the game is not won.

        It is above 1 if the player used fewer clicks than the greedy ZiNi.
        """
        return self.replay.layout.zini / len(self.moves) if self.won and self.moves else None

    def position(self, number: int) -> Position:
        """Return the position before a move, flags included; GameError if there is no such move."""
        if not 0 <= number < len(self.moves):
            raise GameError(f"there is no move {number}: moves are 0 to {len(self.moves) - 1}")
        game = Playback(self.replay.layout)
        for click in self.replay.clicks[:number]:
            game.make(click)
        states = game.states.copy()
        states[list(game.flags)] = FLAGGED
        layout = self.replay.layout
        return Position.from_states(layout.board, states, layout.mine_count)

    def describe(self, move: Move) -> str:
        """Return a description of a move in one line: time, click, risk and effect."""
        board = self.replay.layout.board
        line = f"{move.click.time:9.3f} s  {move.click.kind:5} {board.name(move.click.cell)}"
        if move.wasted:
            return f"{line}: no effect"
        if move.click.kind == "flag":
            return line
        risk = "risk unknown" if move.risk is None else f"risk {100 * move.risk:.2f} %"
        why = ", a forced guess" if move.needed else ", an avoidable guess" if move.guess else ""
        end = ", a mine" if move.exploded else f", opens {len(move.opened)}"
        return f"{line}: {risk}{why}{end}"

    def summary(self) -> str:
        """Return the result, the metrics and the guesses as text, one fact per line."""
        layout, luck = self.replay.layout, self.luck
        result = {"won": "won", "lost": "lost", "playing": "unfinished"}[self.status]
        speed = "" if self.bbbv_per_second is None else f", {self.bbbv_per_second:.3f} per second"
        lines = [
            f"{self.replay.summary()}: {result}",
            f"3BV {self.bbbv_solved} of {layout.bbbv}{speed}",
            f"clicks {len(self.moves)}, {self.wasted} wasted; ZiNi {layout.zini}"
            + ("" if self.efficiency is None else f", efficiency {100 * self.efficiency:.1f} %"),
            f"guesses: {len(self.needed_guesses)} forced, {len(self.unneeded_guesses)} avoidable; "
            + ("luck unknown" if luck is None else f"luck {100 * luck:.2f} %"),
        ]
        lines += [f"move {move.number:4} {self.describe(move)}" for move in self.guesses]
        lost = self.lost_at
        if lost is not None and not lost.guess:
            lines.append(f"move {lost.number:4} {self.describe(lost)}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper replay --json`` prints."""
        layout, lost = self.replay.layout, self.lost_at
        return {
            "spec": layout.spec,
            "player": self.replay.player,
            "program": self.replay.program,
            "status": self.status,
            "seconds": self.seconds,
            "clicks": len(self.moves),
            "wasted": self.wasted,
            "bbbv": layout.bbbv,
            "bbbv_solved": self.bbbv_solved,
            "bbbv_per_second": self.bbbv_per_second,
            "zini": layout.zini,
            "efficiency": self.efficiency,
            "guesses": len(self.guesses),
            "needed_guesses": len(self.needed_guesses),
            "unneeded_guesses": len(self.unneeded_guesses),
            "luck": self.luck,
            "lost_at": None if lost is None else lost.number,
            "moves": [move.to_dict(self) for move in self.moves],
        }


def analyze_replay(
    replay: Replay, first: FirstClickRule, limits: Limits, progress: Progress | None
) -> ReplayAnalysis:
    """Analyse a replay; the arguments are those of ``Replay.analysis``."""
    if first not in FIRST:
        raise GameError(f"the first click counts as {' or '.join(FIRST)}, not {first!r}")
    game = Playback(replay.layout)
    moves = []
    for number, click in enumerate(replay.clicks):
        moves.append(_move(game, number, click, first, limits))
        if progress is not None:
            progress(number + 1, len(replay.clicks))
    status = cast("GameStatus", game.status)
    solved = replay.layout.bbbv_solved(game.states >= 0)
    return ReplayAnalysis(replay, tuple(moves), status, solved)


def _move(game: Playback, number: int, click: Click, first: FirstClickRule, limits: Limits) -> Move:
    targets = game.targets(click)
    risk, needed = _risk(game, click, first, limits) if targets else (None, None)
    flags, lost = set(game.flags), len(game.exploded)
    opened = game.make(click)
    return Move(
        number=number,
        click=click,
        opened=tuple(opened),
        exploded=tuple(game.exploded[lost:]),
        wasted=not targets and flags == game.flags,
        risk=risk,
        needed=needed,
    )


def _risk(
    game: Playback, click: Click, first: FirstClickRule, limits: Limits
) -> tuple[float | None, bool | None]:
    """Return the risk of a click that opens a cell and, for a guess, whether it was forced."""
    untouched = bool((game.states < 0).all())
    if untouched and first == "safe" and not game.layout.mines[click.cell]:
        return 0.0, None
    try:
        analysis = analyze(game.position, limits=limits)
        if click.kind == "open":
            risk = float(analysis.mine_probability[click.cell])
        else:
            risk = _chord_risk(game, click.cell, analysis, limits)
        return risk, not analysis.safe if risk > 0 else None
    except TooHardError:
        return None, None


def _chord_risk(game: Playback, cell: int, analysis: Analysis, limits: Limits) -> float:
    """Return the probability that some flag around a clue is wrong."""
    mines = set(analysis.mines)
    flagged = [other for other in game.layout.board.neighbors(cell) if other in game.flags]
    uncertain = [other for other in flagged if other not in mines]
    if not uncertain:
        return 0.0
    if len(uncertain) == 1:
        return 1 - float(analysis.mine_probability[uncertain[0]])
    position = game.position
    for flag in uncertain:
        position = position.flag(flag)
    try:
        right = analyze(position, limits=limits).solutions
    except ContradictionError:
        return 1.0
    return float(1 - Fraction(right, analysis.solutions))
