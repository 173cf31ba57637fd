"""What every click of a replay risked, which guesses were needed, and what luck it took.

The clicks are played again. Before each one that opens something the position is analysed as if
there were no flags, since flags prove nothing; the risk is the chance that the click hits a mine,
all layouts that fit being equally likely. For a chord that is the chance that not all flags around
it are right, which is a quotient of exact counts where several of them are uncertain.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sapper.analysis import Analysis, analyze
from sapper.errors import ContradictionError, GameError, TooHardError
from sapper.positions import FLAGGED, Position
from sapper.replays.playback import Playback

if TYPE_CHECKING:
    from sapper.limits import Limits
    from sapper.progress import Progress
    from sapper.replays.replay import Click, Replay

FIRST = ("safe", "any")
"""How the first cell counts: as certain, or with the risk it has by chance."""


@dataclass(frozen=True, slots=True)
class Move:
    """One click of a replay, and what came of it."""

    number: int
    """Its place among the clicks, from 0."""

    click: Click
    """The click."""

    opened: tuple[int, ...]
    """The cells that it opened."""

    exploded: tuple[int, ...]
    """The mines that it hit."""

    wasted: bool
    """Whether it did nothing at all."""

    risk: float | None
    """The chance that it hits a mine, when it was made; None where it opens nothing, and where the
    position was too hard to analyse."""

    needed: bool | None
    """For a guess: whether no cell was certainly safe. None for any other click."""

    @property
    def guess(self) -> bool:
        """Whether it might have hit a mine."""
        return self.needed is not None

    def to_dict(self, analysis: ReplayAnalysis) -> dict[str, Any]:
        """Return the move as ``sapper replay --json`` prints it."""
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
    """A replay, move by move."""

    replay: Replay
    """The replay."""

    moves: tuple[Move, ...]
    """Every click, with what it risked and what came of it."""

    status: str
    """How it ended: ``won``, ``lost``, or ``playing`` where it breaks off."""

    bbbv_solved: int
    """How much of the 3BV was done."""

    @property
    def won(self) -> bool:
        """Whether every safe cell was opened."""
        return self.status == "won"

    @property
    def lost_at(self) -> Move | None:
        """The move that hit a mine."""
        return next((move for move in self.moves if move.exploded), None)

    @property
    def guesses(self) -> tuple[Move, ...]:
        """The moves that might have hit a mine."""
        return tuple(move for move in self.moves if move.guess)

    @property
    def needed_guesses(self) -> tuple[Move, ...]:
        """The guesses made where no cell was certainly safe."""
        return tuple(move for move in self.guesses if move.needed)

    @property
    def unneeded_guesses(self) -> tuple[Move, ...]:
        """The guesses made although some cell was certainly safe."""
        return tuple(move for move in self.guesses if not move.needed)

    @property
    def luck(self) -> float | None:
        """The product of the chances of surviving each guess that was survived.

        1 where every click was certain; the click that lost is left out. None where a position was
        too hard to analyse.
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
        """The clicks that did nothing."""
        return sum(move.wasted for move in self.moves)

    @property
    def seconds(self) -> float:
        """The time of the last click."""
        return self.replay.seconds

    @property
    def bbbv_per_second(self) -> float | None:
        """The 3BV that was done in a second; None where no time passed."""
        return self.bbbv_solved / self.seconds if self.seconds > 0 else None

    @property
    def efficiency(self) -> float | None:
        """ZiNi by the clicks of a game that was won, wasted ones included; None of any other."""
        return self.replay.layout.zini / len(self.moves) if self.won and self.moves else None

    def position(self, number: int) -> Position:
        """Return what the player saw before a move, flags included; GameError if there is none."""
        if not 0 <= number < len(self.moves):
            raise GameError(f"there is no move {number}: they go from 0 to {len(self.moves) - 1}")
        game = Playback(self.replay.layout)
        for click in self.replay.clicks[:number]:
            game.make(click)
        states = game.states.copy()
        states[list(game.flags)] = FLAGGED
        layout = self.replay.layout
        return Position.from_states(layout.board, states, layout.mine_count)

    def told(self, move: Move) -> str:
        """Say in a line what a move was."""
        board = self.replay.layout.board
        line = f"{move.click.time:9.3f} s  {move.click.kind:5} {board.name(move.click.cell)}"
        if move.wasted:
            return f"{line}: nothing happens"
        if move.click.kind == "flag":
            return line
        risk = "risk not known" if move.risk is None else f"risk {100 * move.risk:.2f} %"
        why = ", a needed guess" if move.needed else ", an unneeded guess" if move.guess else ""
        end = ", a mine" if move.exploded else f", opens {len(move.opened)}"
        return f"{line}: {risk}{why}{end}"

    def summary(self) -> str:
        """Return how it went, in a few lines."""
        layout, luck = self.replay.layout, self.luck
        ended = {"won": "won", "lost": "lost", "playing": "breaks off"}[self.status]
        speed = "" if self.bbbv_per_second is None else f", {self.bbbv_per_second:.3f} a second"
        lines = [
            f"{self.replay.summary()}: {ended}",
            f"3BV {self.bbbv_solved} of {layout.bbbv}{speed}",
            f"clicks {len(self.moves)}, of which {self.wasted} did nothing; ZiNi {layout.zini}"
            + ("" if self.efficiency is None else f", efficiency {100 * self.efficiency:.1f} %"),
            f"guesses: {len(self.needed_guesses)} needed, {len(self.unneeded_guesses)} unneeded; "
            + ("luck not known" if luck is None else f"luck {100 * luck:.2f} %"),
        ]
        lines += [f"move {move.number:4} {self.told(move)}" for move in self.guesses]
        lost = self.lost_at
        if lost is not None and not lost.guess:
            lines.append(f"move {lost.number:4} {self.told(lost)}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as ``sapper replay --json`` prints it."""
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
    replay: Replay, first: str, limits: Limits, progress: Progress | None
) -> ReplayAnalysis:
    """Play a replay again; ``Replay.analysis`` says what the arguments mean."""
    if first not in FIRST:
        raise GameError(f"the first click counts as {' or '.join(FIRST)}, not {first!r}")
    game = Playback(replay.layout)
    moves = []
    for number, click in enumerate(replay.clicks):
        moves.append(_move(game, number, click, first, limits))
        if progress is not None:
            progress(number + 1, len(replay.clicks))
    solved = replay.layout.bbbv_solved(game.states >= 0)
    return ReplayAnalysis(replay, tuple(moves), game.status, solved)


def _move(game: Playback, number: int, click: Click, first: str, limits: Limits) -> Move:
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
    game: Playback, click: Click, first: str, limits: Limits
) -> tuple[float | None, bool | None]:
    """Return the risk of a click that opens something and, for a guess, whether it was needed."""
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
    """Return the chance that a flag around a clue is wrong."""
    mines = set(analysis.mines)
    flagged = [at for at in game.layout.board.neighbors(cell) if at in game.flags]
    open_to_doubt = [at for at in flagged if at not in mines]
    if not open_to_doubt:
        return 0.0
    if len(open_to_doubt) == 1:
        return 1 - float(analysis.mine_probability[open_to_doubt[0]])
    position = game.position
    for at in open_to_doubt:
        position = position.flag(at)
    try:
        right = analyze(position, limits=limits).solutions
    except ContradictionError:
        return 1.0
    return float(1 - Fraction(right, analysis.solutions))
