"""The next click of any strategy in a position: the one way in which all callers ask for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from sapper import _core, defaults
from sapper.analysis import analyze, candidates
from sapper.analysis.commentary import explain
from sapper.analysis.question import raise_too_hard, read_flags
from sapper.boards.boards import is_int
from sapper.errors import (
    ContradictionError,
    PositionError,
    SapperError,
    StrategyError,
    TooHardError,
)
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import COVERED, FLAGGED, OUTSIDE, Position
from sapper.strategies import protocol
from sapper.strategies.calling import StrategyCaller
from sapper.strategies.compiled import Compiled, as_strategy
from sapper.strategies.in_windows import GROUNDS, choose_in_window
from sapper.strategies.registry import made, resolve
from sapper.strategies.trusted_flags import take_out_flags

if TYPE_CHECKING:
    from sapper.analysis import Analysis, Candidate
    from sapper.strategies.protocol import Strategy
    from sapper.strategies.registry import Entry
    from sapper.types import Flags, StrategyLike

STRATEGY = "best"
"""The strategy that chooses unless the caller names one."""

MAX_SEED = 2**64 - 1
"""The largest seed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The next click of a strategy, made by ``choose``.

    >>> import sapper
    >>> choice = sapper.choose(sapper.parse("1##", mines=1))
    >>> choice.cell, choice.place, choice.certain, choice.why
    (2, (0, 2), True, '(0, 2) is safe: the 1 at (0, 0) together with the mine count of 1 proves it')
    """

    cell: int
    """The cell to open, an index."""

    certain: bool
    """Whether the cell holds no mine in any consistent layout."""

    mine_probability: float
    """P(the cell holds at least one mine), from 0 to 1; nan if the position exceeds the work budget
    and the strategy did not prove the cell safe."""

    strategy: str
    """The name of the strategy."""

    position: Position = field(repr=False)
    """The position, without flags if they were ignored."""

    _entry: Entry = field(repr=False, compare=False)
    _analysis: Analysis | None = field(repr=False, compare=False)

    @property
    def place(self) -> tuple[int, ...]:
        """The coordinates of the cell, from 0: (row, column) on a flat board."""
        return self.position.board.coordinates(self.cell)

    @property
    def why(self) -> str:
        """The reason in one sentence: the proof of a certain cell, or the facts about a guess.

        It is computed on each request.
        """
        if self._analysis is None:
            name = self.position.board.name(self.cell)
            proved = "proved safe" if self.certain else "chosen"
            return f"{name} is {proved} by {self.strategy}: the position is too hard to analyse"
        return explain(self._analysis, self.cell, self._entry)

    def candidates(self) -> list[Candidate]:
        """Return the safest cells and the chosen one with the criteria P, S, E, Q and U of each.

        The list is empty if the choice is certain or the position exceeds the work budget. It is
        computed on each call, by one analysis per cell and clue value.

        >>> import sapper
        >>> choice = sapper.choose(sapper.parse("1###", mines=2), "pseq")
        >>> [(one.cell, one.safety) for one in choice.candidates()]
        [(2, 0.5), (3, 0.5)]
        """
        if self.certain or self._analysis is None:
            return []
        return candidates(self._analysis, include=[self.cell])

    def summary(self) -> str:
        """Return the choice in one line."""
        return f"open {self.position.board.name(self.cell)}: {self.why}"

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper choose --json`` prints.

        ``cell`` is in coordinates; ``mine_probability`` is None if it is unknown.
        """
        unknown = isnan(self.mine_probability)
        return {
            "cell": list(self.place),
            "certain": self.certain,
            "mine_probability": None if unknown else self.mine_probability,
            "strategy": self.strategy,
            "why": self.why,
        }


def choose(
    position: Position,
    strategy: StrategyLike = STRATEGY,
    seed: int = defaults.SEED,
    *,
    flags: Flags = "ignore",
    limits: Limits = DEFAULT_LIMITS,
) -> Choice:
    r"""Return the cell that a strategy opens next in a position.

    ``strategy`` is a name, a class or an object with a method ``choose``. Equal positions, seeds
    (0 to 2^64 - 1) and strategies lead to equal choices, unless the strategy has a time limit.
    Flags are ignored, as strategies do not see them in games; with ``flags="trust"`` they are
    mines. ``limits`` is the work budget of the analysis. In a window (``Position.window``), only
    ``best`` and ``pseq`` choose, both by the criteria of ``pseq``. In a position without a revealed
    cell, a strategy with a method ``start`` is asked for its first cell.

    Raises ContradictionError if no layout is consistent with the position; PositionError if it has
    no safe cell left to open; StrategyError if the strategy does not exist, fails, chooses a cell
    that is not covered, or depends on the history of a game; and TooHardError if the strategy
    exceeds its work budget.

    >>> import sapper
    >>> choice = sapper.choose(sapper.parse("1##\n###\n##1", mines=2), strategy="best", seed=1)
    >>> choice.cell, choice.certain, round(choice.mine_probability, 3), choice.strategy
    (2, False, 0.167, 'best')
    """
    entry = made(resolve(strategy))
    if entry.follows_game:
        raise StrategyError(
            f"strategy {entry.name!r} depends on the history of a game, so it cannot choose in a "
            "single position: use sapper.simulate or another strategy",
            strategy=entry.name,
        )
    if not is_int(seed) or not 0 <= seed <= MAX_SEED:
        raise StrategyError(f"a seed is an integer from 0 to 2^64 - 1, not {seed!r}")
    seen = read_flags(position, flags)
    analysis = analysis_within_budget(seen, limits)
    return next_click(seen, entry, seed=int(seed), analysis=analysis, flags=flags, limits=limits)


def analysis_within_budget(position: Position, limits: Limits = DEFAULT_LIMITS) -> Analysis | None:
    """Return the analysis of a position; None if it exceeds the work budget."""
    try:
        return analyze(position, limits=limits)
    except TooHardError:
        return None


def next_click(
    position: Position,
    entry: Entry,
    *,
    seed: int,
    index: int = 0,
    analysis: Analysis | None,
    flags: Flags = "ignore",
    limits: Limits = DEFAULT_LIMITS,
) -> Choice:
    """Return the next click of a strategy in a position of game ``index`` of a seed.

    ``analysis`` is that of the position, without flags if they are ignored; None if it exceeds the
    work budget.
    """
    bare = read_flags(position, flags)
    _check_open(bare, analysis)
    player = as_strategy(entry)
    # A strategy may let errors of an analysis pass, such as TooHardError.
    caller = StrategyCaller(entry.name, unchanged=SapperError)
    try:
        caller.guard(bare, lambda: protocol.begin(player, seed, index))
        cell, proved = _ask(player, caller, bare, analysis)
    except _core.BudgetExceeded as failure:
        raise_too_hard(failure, limits)
    except _core.Contradiction as failure:
        raise ContradictionError(f"no layout is consistent with the position: {failure}") from None
    if bare.states[cell] == FLAGGED:
        raise StrategyError(
            f"strategy {entry.name!r} chose {bare.board.name(cell)}, which is flagged: it does not "
            "see flags, so that flags='trust' is not possible",
            strategy=entry.name,
            position=bare,
        )
    mined = 0.0 if proved else nan
    if analysis is not None:
        mined = float(analysis.mine_probability[cell])
    facts = replace(entry, make=None)
    if OUTSIDE in bare.states:
        facts = replace(facts, grounds=GROUNDS, grounds_among_equals=True)
    return Choice(cell, mined == 0.0, mined, entry.name, bare, facts, analysis)


def _check_open(position: Position, analysis: Analysis | None) -> None:
    """Raise PositionError if no cell is left to open."""
    if COVERED not in position.states:
        raise PositionError(f"no cell is covered in {position!r}: there is nothing to open")
    if analysis is not None and analysis.best is None:
        raise PositionError(f"every covered cell of {position!r} is a mine: there is none to open")


def _ask(
    player: Strategy, caller: StrategyCaller, position: Position, analysis: Analysis | None
) -> tuple[int, bool]:
    """Return the cell that a strategy opens, and whether a compiled strategy has proved it safe."""
    if OUTSIDE in position.states:
        return choose_in_window(caller.name, analysis), False
    if isinstance(player, Compiled):
        move = player.advise(take_out_flags(position))
        return move.cell, move.certain
    if (position.states == COVERED).all():
        start = caller.guard(position, lambda: protocol.wanted_start(player, position.board))
        if start is not None:
            return caller.check(position, position.board.cell(start)), False
    if analysis is not None and analysis.safe and protocol.opens_certain(player):
        return analysis.safe[0], True
    return caller.ask(player, position), False
