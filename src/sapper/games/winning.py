"""The chance that a strategy wins from a position.

Where few layouts fit, all of them are listed and the strategy's whole tree is played: an exact
fraction. Otherwise layouts are drawn from all that fit, and the strategy plays on each: an estimate
without bias, with an interval.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nan
from typing import TYPE_CHECKING, Any

from sapper import _core
from sapper.analysis import Analysis, analyze
from sapper.analysis.sampling import every_layout
from sapper.boards.footprint import games_at_once
from sapper.errors import PositionError, TooHardError
from sapper.formatting import percent_in_full
from sapper.games.deals import MAX_SEED, check_whole
from sapper.games.playing import Culprit, clicks_from, kind_of
from sapper.games.simulation import POLL, check_threads, met_too_hard, wait_for_games
from sapper.games.strategy_tree import StrategyTree, TooLargeTreeError
from sapper.intervals import wilson
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import COVERED, FLAGGED
from sapper.stopping import Stop
from sapper.strategies import protocol
from sapper.strategies.registry import made, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sapper.positions import Position, States
    from sapper.progress import Progress
    from sapper.strategies.protocol import Strategy
    from sapper.strategies.registry import Entry

MOST_LAYOUTS = 256
"""Where at most so many layouts fit, the chance is exact."""

MAX_SAMPLES = 10**9
"""The most layouts that are drawn."""

_MOST_POSITIONS = 1_000
"""Positions in which a strategy is asked for an exact chance; beyond, layouts are drawn."""

_LONGEST_FRACTION = 24

_MOST_CELLS_ONE_BY_ONE = 100
"""Covered cells up to which a strategy that is asked for every click has its tree played."""


@dataclass(frozen=True, slots=True)
class WinProbability:
    """The chance that a strategy wins from a position."""

    strategy: str
    """The name of the strategy."""

    value: float
    """The chance, or its estimate; nan where nothing was played."""

    interval: tuple[float, float]
    """Wilson's interval of 95 %; both bounds are the chance where that is exact."""

    exact: bool
    """Whether the chance is exact: all layouts that fit were played, and all lots drawn."""

    samples: int
    """The layouts that were played: those drawn or, where the chance is exact, all that fit."""

    fraction: Fraction | None
    """The chance as a fraction where it is exact, otherwise None."""

    seed: int
    """The seed of the layouts."""

    note: str
    """What is to be known about the value, in a sentence; mostly empty."""

    seconds: float
    """The time it took, by the clock on the wall."""

    interrupted: bool
    """Whether an interruption, or the end of its time, came before all layouts were played."""

    @property
    def wins(self) -> int | None:
        """The layouts won, of those that were drawn; None where the chance is exact."""
        return None if self.exact else round(self.value * self.samples) if self.samples else 0

    def summary(self) -> str:
        """Return the result in a line, and the note in another.

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
            told = str(self.fraction)
            exactly = f"exactly {told}" if len(told) <= _LONGEST_FRACTION else "exactly"
            return f"{percent_in_full(self.value)}, {exactly} ({layouts})"
        low, high = (f"{100 * bound:.1f}" for bound in self.interval)
        if not self.samples:
            return "no layout was played"
        if self.value in (0.0, 1.0):  # not rounded to a certainty that nobody knows of
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
        """Return the result as ``sapper analyze --win --json`` prints it."""
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


def win_probability(
    position: Position,
    samples: int = 1_000,
    seed: int = 1,
    strategy: str | Strategy | type[Strategy] = "best",
    threads: int | None = None,
    *,
    first_sample: int = 0,
    most_layouts: int = MOST_LAYOUTS,
    seconds: float = inf,
    limits: Limits = DEFAULT_LIMITS,
    progress: Progress | None = None,
) -> WinProbability:
    r"""Return the chance that a strategy wins from a position, all layouts that fit being alike.

    Where at most ``most_layouts`` fit, the chance is exact, unless the strategy remembers its game
    or can go on in too many ways. Otherwise it plays on from here on ``samples`` layouts
    drawn from all that fit, numbers ``first_sample`` and on of the seed, or on as many of them as
    it can in about so many ``seconds``.

    The strategy sees clues and the number of mines, and no flags. ``threads`` and ``progress`` are
    as in ``simulate``, and so are an interruption and a strategy that fails. ContradictionError
    where no layout fits, TooHardError where they cannot be counted and therefore not be drawn.

    >>> import sapper
    >>> position = sapper.parse("1##\n###\n##1", mines=2)
    >>> chance = sapper.win_probability(position, strategy="pseq")
    >>> chance.exact, chance.fraction, chance.samples
    (True, Fraction(2, 3), 6)
    """
    began = time.perf_counter()
    entry = made(resolve(strategy))
    if position.mines is None:
        raise PositionError("the chance of winning needs the number of mines, not a density")
    count = check_whole(samples, "the number of layouts", 1, MAX_SAMPLES)
    run = _Run(
        analyze(position, limits=limits),
        entry,
        count,
        check_whole(seed, "the seed", 0),
        check_whole(first_sample, "the number of the first layout", 0, MAX_SEED - count),
        games_at_once(position.board.size, check_threads(threads)),
        Stop(seconds),
        progress,
    )
    return run.result(began, check_whole(most_layouts, "the most layouts", 0, MAX_SAMPLES))


@dataclass(frozen=True, slots=True)
class _Run:
    """A question whose arguments have been checked one by one."""

    analysis: Analysis
    entry: Entry
    samples: int
    seed: int
    first_sample: int
    threads: int
    stop: Stop
    progress: Progress | None

    @property
    def position(self) -> Position:
        return self.analysis.position

    def result(self, began: float, most_layouts: int) -> WinProbability:
        notes = _flags_note(self.analysis)
        try:
            found = self._exactly(most_layouts)
        except TooLargeTreeError:
            found = None
            notes.append(
                f"{self.entry.name} can go on in too many ways to follow them all, so layouts were "
                "drawn"
            )
        if found is not None:
            fraction, layouts = found
            self._tell(layouts, layouts)
            return self._made(began, fraction, layouts, layouts, notes, fraction=fraction)
        wins, played = self._in_core() if self.entry.make is None else self._in_python()
        value = Fraction(wins, played) if played else None
        return self._made(began, value, played, self.samples, notes)

    def _made(
        self,
        began: float,
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
            seconds=time.perf_counter() - began,
            interrupted=played < wanted,
        )

    # -- exactly --------------------------------------------------------------------------------

    def _exactly(self, most_layouts: int) -> tuple[Fraction, int] | None:
        """Return the chance and the number of layouts; None where that is not to be had."""
        if len(self.analysis.mines) == len(self.position.covered):
            return Fraction(1), 1  # nothing is left to open
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
            self._asked(player),
            opens_certain=opens_certain,
            most_positions=_MOST_POSITIONS,
            stop=self.stop,
        )
        states = self.position.states.copy()
        states[states == FLAGGED] = COVERED
        return tree.wins(states) / sum(ways), len(ways)

    def _asked(self, player: Strategy | None) -> Callable[[States], Sequence[int]]:
        position = self.position
        if player is None:
            assert position.mines is not None
            graph = position.board.graph
            return _core.Advisor(
                graph, position.mines, position.max_per_cell, self.entry.name
            ).options
        deal, culprit = kind_of(position), Culprit(self.entry.name, self.seed, 0)
        return lambda states: [culprit.ask(player, deal.position(states))]

    # -- on layouts that are drawn --------------------------------------------------------------

    def _in_core(self) -> tuple[int, int]:
        """Play on threads of the core; return the wins and the layouts played."""
        position, limits = self.position, self.analysis.limits
        assert position.mines is not None
        simulation = _core.Simulation.from_position(
            position.board.graph,
            position.states,
            position.mines,
            position.max_per_cell,
            limits.log2_states,
            limits.table_bytes,
            self.entry.name,
            self.seed,
            self.first_sample,
            self.samples,
            self.threads,
            False,
        )
        failure, _ = wait_for_games(
            simulation, lambda done: self._tell(done, self.samples), self.stop
        )
        if failure is not None:
            raise met_too_hard(self.entry.name, failure)
        totals = simulation.totals
        return totals["wins"], totals["games"]

    def _in_python(self) -> tuple[int, int]:
        """Play here, with a strategy written in Python."""
        assert self.entry.make is not None
        player = self.entry.make()
        wins = played = 0
        told = time.perf_counter()
        try:
            for number in range(self.first_sample, self.first_sample + self.samples):
                layout = self.analysis.sample(1, self.seed, first=number)[0]
                clicks = clicks_from(
                    self.position, layout, player, self.seed, number, self.entry.name
                )
                won = all(not click.lost for click in clicks)
                wins, played = wins + won, played + 1
                if self.stop.expired:
                    break
                if time.perf_counter() - told >= POLL:
                    told = time.perf_counter()
                    self._tell(played, self.samples)
            self._tell(played, self.samples)
        except KeyboardInterrupt:
            pass
        return wins, played

    def _tell(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)


def _flags_note(analysis: Analysis) -> list[str]:
    """Tell where flags say more than the clues, which is all that a strategy sees."""
    position = analysis.position
    flags = position.flags
    if not flags:
        return []
    states = position.states.copy()
    states[states == FLAGGED] = COVERED
    bare = type(position).from_states(
        position.board, states, position.mines, max_per_cell=position.max_per_cell
    )
    try:
        proved = set(analyze(bare, limits=analysis.limits).mines)
    except TooHardError:
        proved = set()
    if proved.issuperset(flags):
        return []
    return ["the flags are taken as true, but a strategy does not see them"]
