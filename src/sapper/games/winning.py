"""The probability that a strategy wins from a position.

If there are few consistent layouts, the game tree of the strategy is expanded on all of them, which
gives an exact fraction. Otherwise the strategy plays on random consistent layouts, which gives an
unbiased Monte Carlo estimate with a Wilson interval.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nan
from typing import TYPE_CHECKING, Any

from sapper import _core, defaults
from sapper.analysis import Analysis, analyze
from sapper.analysis.enumeration import every_layout
from sapper.analysis.question import mine_count
from sapper.boards.footprint import games_at_once
from sapper.deprecation import renamed_keywords
from sapper.errors import PositionError, TooHardError
from sapper.formatting import percent_in_full
from sapper.games.deals import MAX_SEED, check_whole
from sapper.games.playing import clicks_from
from sapper.games.simulation import POLL, check_threads, met_too_hard, wait_for_games
from sapper.games.strategy_tree import StrategyTree, TooLargeTreeError
from sapper.intervals import wilson
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import OUTSIDE
from sapper.stopping import Stop, check_stop
from sapper.strategies import protocol
from sapper.strategies.calling import StrategyCaller
from sapper.strategies.registry import made, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sapper.positions import Position, States
    from sapper.progress import Progress
    from sapper.strategies.protocol import Strategy
    from sapper.strategies.registry import Entry
    from sapper.types import StrategyLike

MOST_LAYOUTS = 256
"""The default for the most consistent layouts with an exact result."""

MAX_SAMPLES = 10**9
"""The most layouts that can be drawn."""

_MOST_POSITIONS = 1_000
"""The most positions of the game tree of a strategy; beyond it layouts are drawn."""

_LONGEST_FRACTION = 24

_MOST_CELLS_ONE_BY_ONE = 100
"""The most covered cells for the game tree of a strategy that is asked for every click."""


@dataclass(frozen=True, slots=True)
class WinProbability:
    """The probability that a strategy wins from a position."""

    strategy: str
    """The name of the strategy."""

    value: float
    """The win probability or its estimate, from 0 to 1; nan if no layout was played."""

    interval: tuple[float, float]
    """The Wilson 95 % interval; both bounds equal the value if it is exact."""

    exact: bool
    """Whether the value is exact: all consistent layouts and all random choices are included."""

    samples: int
    """The number of layouts played: those drawn, or all consistent ones if the value is exact."""

    fraction: Fraction | None
    """The exact value as a fraction; None if the value is an estimate."""

    seed: int
    """The seed of the layouts."""

    note: str
    """A remark about the value in one sentence, or an empty text."""

    seconds: float
    """The wall time of the computation, in seconds."""

    interrupted: bool
    """Whether an interruption or the time limit came before all layouts were played."""

    @property
    def wins(self) -> int | None:
        """The number of drawn layouts that were won; None if the value is exact."""
        return None if self.exact else round(self.value * self.samples) if self.samples else 0

    def summary(self) -> str:
        """Return the result in one line, and the note, if any, in a second one.

        >>> import sapper
        >>> print(sapper.win_probability(sapper.parse("#1#", mines=1), strategy="pseq").summary())
        pseq wins from here: 50 %, exactly 1/2 (2 layouts)
        """
        line = f"{self.strategy} wins from here: {self._chance_in_words()}"
        if self.interrupted:
            line += "; interrupted"
        return f"{line}\n{self.note}" if self.note else line

    def _chance_in_words(self) -> str:
        layouts = f"{self.samples:,} layout{'s' * (self.samples != 1)}"
        if self.fraction is not None:
            fraction = str(self.fraction)
            exactly = f"exactly {fraction}" if len(fraction) <= _LONGEST_FRACTION else "exactly"
            return f"{percent_in_full(self.value)}, {exactly} ({layouts})"
        low, high = (f"{100 * bound:.1f}" for bound in self.interval)
        if not self.samples:
            return "no layout was played"
        if self.value in (0.0, 1.0):  # an estimate is never written as a certainty
            bound = f"more than {low}" if self.value else f"less than {high}"
            return f"{bound} % ({layouts}, {'all' if self.value else 'none'} won)"
        value = f"{100 * self.value:.1f} %"
        if value in ("0.0 %", "100.0 %"):
            value = percent_in_full(self.value)
        return f"{value} ({low} to {high}, {layouts})"

    def _repr_html_(self) -> str:
        """Return the result as a table, for a notebook."""
        from sapper.html_table import share, table

        rows: list[tuple[str, object]] = [("layouts played", self.samples)]
        if self.fraction is not None:
            rows.append(("chance", share(self.value, lead="exactly ")))
        elif self.samples:
            rows.append(("chance", share(self.value, self.interval)))
        rows += [("seed", str(self.seed)), ("seconds", f"{self.seconds:.2f}")]
        if self.note:
            rows.append(("note", self.note))
        if self.interrupted:
            rows.append(("interrupted", "not all layouts were played"))
        return table(f"{self.strategy} wins from here", rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper analyze --win --json`` prints."""
        return {
            "strategy": self.strategy,
            "value": self.value if self.samples else None,
            "interval": list(self.interval),
            "exact": self.exact,
            "fraction": None if self.fraction is None else str(self.fraction),
            "samples": self.samples,
            "wins": self.wins,
            "seed": self.seed,
            "note": self.note,
            "seconds": self.seconds,
            "interrupted": self.interrupted,
        }


@renamed_keywords(first_sample="index")
def win_probability(
    position: Position,
    samples: int = defaults.SAMPLES,
    seed: int = defaults.SEED,
    strategy: StrategyLike = defaults.POSITION_STRATEGY,
    threads: int | None = None,
    *,
    index: int = 0,
    most_layouts: int = MOST_LAYOUTS,
    seconds: float = inf,
    limits: Limits = DEFAULT_LIMITS,
    progress: Progress | None = None,
) -> WinProbability:
    r"""Return the probability that a strategy wins from a position.

    All consistent layouts are equally likely, unless the number of mines has a distribution or the
    position a density; those without a safe covered cell are won. If there are at most
    ``most_layouts`` layouts, the result is exact, unless the strategy keeps state during a game or
    its game tree is too large. Otherwise the strategy plays on ``samples`` (1 to 10^9) random
    consistent layouts, those with numbers from ``index`` of the seed, or on those that it finishes
    in about ``seconds``.

    The strategy sees the clues and the number of mines or its prior, but no flags. ``strategy``,
    ``threads``, ``progress``, interruptions and failures of the strategy are as in ``simulate``.
    ``limits`` is the work budget of the analysis. Raises ContradictionError if no layout is
    consistent with the position, TooHardError if the analysis exceeds the work budget,
    PositionError if only a part of the board is in view, and GameError if another argument is out
    of range.

    >>> import sapper
    >>> position = sapper.parse("1##\n###\n##1", mines=2)
    >>> chance = sapper.win_probability(position, strategy="pseq")
    >>> chance.exact, chance.fraction, chance.samples
    (True, Fraction(2, 3), 6)
    """
    started = time.perf_counter()
    entry = made(resolve(strategy))
    if OUTSIDE in position.states:
        raise PositionError("the win chance needs the whole board, not a window")
    count = check_whole(samples, "the number of layouts", 1, MAX_SAMPLES)
    run = _Run(
        analyze(position, limits=limits),
        entry,
        count,
        check_whole(seed, "the seed", 0),
        check_whole(index, "the number of the first layout", 0, MAX_SEED - count),
        games_at_once(position.board.size, check_threads(threads)),
        Stop(seconds),
        progress,
    )
    return run.result(started, check_whole(most_layouts, "the most layouts", 0, MAX_SAMPLES))


@dataclass(frozen=True, slots=True)
class _Run:
    """A computation with valid arguments."""

    analysis: Analysis
    entry: Entry
    samples: int
    seed: int
    index: int
    threads: int
    stop: Stop
    progress: Progress | None

    @property
    def position(self) -> Position:
        return self.analysis.position

    def result(self, started: float, most_layouts: int) -> WinProbability:
        notes = _flags_note(self.analysis)
        try:
            found = self._exactly(most_layouts)
        except TooLargeTreeError:
            found = None
            notes.append(
                f"the game tree of {self.entry.name} is too large for an exact result, so layouts "
                "were drawn"
            )
        if found is not None:
            fraction, layouts = found
            self._report(layouts, layouts)
            return self._made(started, fraction, layouts, layouts, notes, fraction=fraction)
        wins, played = self._in_core() if self.entry.make is None else self._in_python()
        value = Fraction(wins, played) if played else None
        return self._made(started, value, played, self.samples, notes)

    def _made(
        self,
        started: float,
        value: Fraction | None,
        played: int,
        wanted: int,
        notes: list[str],
        fraction: Fraction | None = None,
    ) -> WinProbability:
        share = nan if value is None else float(value)
        wins = 0 if value is None else int(value * played)
        return WinProbability(
            strategy=self.entry.name,
            value=share,
            interval=wilson(wins, played) if fraction is None else (share, share),
            exact=fraction is not None,
            samples=played,
            fraction=fraction,
            seed=self.seed,
            note="; ".join(notes),
            seconds=time.perf_counter() - started,
            interrupted=played < wanted,
        )

    # -- exact evaluation -----------------------------------------------------------------------

    def _exactly(self, most_layouts: int) -> tuple[Fraction, int] | None:
        """Return the exact probability and the number of layouts; None if it is not feasible."""
        if len(self.analysis.mines) == len(self.position.covered):
            return Fraction(1), 1  # every safe cell is open
        player = None if self.entry.make is None else self.entry.make()
        opens_certain = self.entry.opens_certain
        if player is not None:
            opens_certain = protocol.opens_certain(player)
        if self.entry.follows_game or hasattr(player, "begin"):
            return None
        if not opens_certain and len(self.position.covered) > _MOST_CELLS_ONE_BY_ONE:
            return None
        known = every_layout(self.analysis, most_layouts)
        if known is None:
            return None
        layouts, ways = known
        tree = StrategyTree(
            self.position.board,
            layouts,
            ways,
            self._choices(player),
            opens_certain=opens_certain,
            most_positions=_MOST_POSITIONS,
            stop=self.stop,
        )
        states = self.position.without_flags().states
        return tree.wins(states) / sum(ways), len(ways)

    def _choices(self, player: Strategy | None) -> Callable[[States], Sequence[int]]:
        """Return the function from states to the cells that the strategy may open."""
        position = self.position
        if player is None:
            graph, count = position.board.graph, mine_count(position)
            return _core.Advisor(graph, count, position.max_per_cell, self.entry.name).options
        bare, caller = position.without_flags(), StrategyCaller(self.entry.name, self.seed, 0)
        return lambda states: [caller.ask(player, bare._with_states(states.copy()))]

    # -- Monte Carlo ----------------------------------------------------------------------------

    def _in_core(self) -> tuple[int, int]:
        """Play on threads of the core; return the numbers of wins and of layouts played."""
        position, limits = self.position, self.analysis.limits
        simulation = _core.Simulation.from_position(
            position.board.graph,
            position.states,
            mine_count(position),
            position.max_per_cell,
            limits.log2_states,
            limits.table_bytes,
            self.entry.name,
            self.seed,
            self.index,
            self.samples,
            self.threads,
            False,
        )
        failure, _ = wait_for_games(
            simulation, lambda done: self._report(done, self.samples), self.stop
        )
        if failure is not None:
            raise met_too_hard(self.entry.name, failure)
        totals = simulation.totals
        return totals["wins"], totals["games"]

    def _in_python(self) -> tuple[int, int]:
        """Play on the calling thread, with a strategy written in Python."""
        assert self.entry.make is not None
        player = self.entry.make()
        wins = played = 0
        reported = time.perf_counter()
        try:
            for number in range(self.index, self.index + self.samples):
                check_stop()
                layout = self.analysis.sample(1, self.seed, index=number)[0]
                clicks = clicks_from(
                    self.position, layout, player, self.seed, number, self.entry.name
                )
                won = all(not click.lost for click in clicks)
                wins, played = wins + won, played + 1
                if self.stop.expired:
                    break
                if time.perf_counter() - reported >= POLL:
                    reported = time.perf_counter()
                    self._report(played, self.samples)
            self._report(played, self.samples)
        except KeyboardInterrupt:
            pass
        return wins, played

    def _report(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)


def _flags_note(analysis: Analysis) -> list[str]:
    """Return a note if the flags are not all proved by the clues, which a strategy sees."""
    position = analysis.position
    flags = position.flags
    if not flags:
        return []
    try:
        proved = set(analyze(position.without_flags(), limits=analysis.limits).mines)
    except TooHardError:
        proved = set()
    if proved.issuperset(flags):
        return []
    return ["the flags are taken as true, but a strategy does not see them"]
