"""Simulation (Monte Carlo): one strategy plays many games.

Strategies of the core play on threads of the core without the Python interpreter; those written in
Python play on the calling thread. Game i of seed s is a pure function of the deal, s and i, so the
result depends neither on the number of threads nor on the order of the games.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from sapper import _core, defaults
from sapper.boards.footprint import games_at_once
from sapper.deprecation import renamed_keywords, warn_deprecated
from sapper.errors import GameError, StrategyError
from sapper.games.counts import Counted, Counts
from sapper.games.deals import MAX_SEED, Deal, check_whole
from sapper.games.playing import clicks
from sapper.processors import MAX_THREADS, available_cores
from sapper.stopping import Stop, check_stop
from sapper.strategies.registry import made, resolve
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.boards import Cell
    from sapper.progress import Progress
    from sapper.strategies.protocol import Strategy
    from sapper.types import BoardLike, FirstClickRule, StrategyLike

POLL = 0.05
"""Seconds between two polls of the threads of the core, and between two progress updates."""

_LOG = logging.getLogger(__name__)

_COLUMNS = ("index", "won", "moves", "guesses", "bbbv")


MAX_RECORDS = 50_000_000
"""The most games of a simulation with records."""


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """The finished games as read-only columns of equal length, in order of the games."""

    index: npt.NDArray[np.uint64]
    """The number of each game."""

    won: npt.NDArray[np.bool_]
    """Whether each game was won."""

    moves: npt.NDArray[np.int64]
    """The number of clicks of each game, the first one included."""

    guesses: npt.NDArray[np.int64]
    """The number of clicks of each game on cells that were not certainly safe."""

    bbbv: npt.NDArray[np.int64]
    """The 3BV of the layout of each game."""

    def __post_init__(self) -> None:
        for column in _COLUMNS:
            getattr(self, column).flags.writeable = False

    def __len__(self) -> int:
        return len(self.index)

    @property
    def game(self) -> npt.NDArray[np.uint64]:
        """Deprecated name of ``index``."""
        warn_deprecated("Records.game")
        return self.index

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Records):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, column), getattr(other, column)) for column in _COLUMNS
        )

    __hash__: ClassVar[None] = None  # type: ignore[assignment]


@dataclass(frozen=True)
class SimulationResult(Counted):
    """The result of a simulation; the counters of ``counts`` are also attributes of it."""

    spec: str
    """The spec of the board with its mines."""

    strategy: str
    """The name of the strategy."""

    first: FirstClickRule
    """The first-click rule: ``any``, ``safe`` or ``open``."""

    start: int
    """The first cell, an index."""

    seed: int
    """The seed of the games."""

    counts: Counts
    """The counters of the finished games."""

    seconds: float
    """Wall time of the simulation, in seconds."""

    longest: float
    """CPU time of the slowest game, in seconds."""

    interrupted: bool
    """Whether Ctrl-C or the time limit ended the simulation, possibly during the last game."""

    max_per_cell: int
    """The most mines that a cell can hold."""

    index: int
    """The number of the first game."""

    place: tuple[int, ...]
    """The coordinates of the first cell."""

    records: Records | None = None
    """The finished games; None if ``records`` was False."""

    @property
    def first_game(self) -> int:
        """Deprecated name of ``index``."""
        warn_deprecated("SimulationResult.first_game")
        return self.index

    def summary(self) -> str:
        """Return the result as text of a few lines."""
        games = max(self.games, 1)
        low, high = self.interval
        lines = [
            f"{self.strategy} on {self.spec}, first click {self.first} at {self.place}, "
            f"seed {self.seed}",
            f"won {self.wins:,} of {self.games:,} games"
            + (f", {100 * self.win_rate:.2f} %" if self.games else "")
            + f" (95 %: {100 * low:.2f} to {100 * high:.2f} %)",
            f"{self.guess_free:,} of them without a guess",
            f"per game: {self.moves / games:.2f} moves, {self.guesses / games:.2f} guesses, "
            f"3BV {self.bbbv / games:.2f}",
            f"{self.seconds:.2f} s, the slowest game {1000 * self.longest:.1f} ms",
        ]
        if self.interrupted:
            lines.append("interrupted: not all games were played")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the result as a table, for a notebook."""
        from sapper.html_table import share, table

        title = f"{self.strategy} on {self.spec}, first click {self.first} at {self.place}"
        rows: list[tuple[str, object]] = [("games", self.games), ("won", self.wins)]
        if self.games:
            rows += [
                ("win rate", share(self.win_rate, self.interval)),
                ("won without a guess", self.guess_free),
                ("guesses per game", f"{self.guesses / self.games:.2f}"),
                ("moves per game", f"{self.moves / self.games:.2f}"),
                ("3BV", f"{self.bbbv / self.games:.2f}"),
            ]
        rows += [("seed", str(self.seed)), ("seconds", f"{self.seconds:.2f}")]
        if self.interrupted:
            rows.append(("interrupted", "not all games were played"))
        return table(title, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper simulate --json`` prints, without the records."""
        return {
            "spec": self.spec,
            "strategy": self.strategy,
            "first": self.first,
            "start": list(self.place),
            "seed": self.seed,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate if self.games else None,
            "interval": list(self.interval),
            "guesses": self.guesses,
            "moves": self.moves,
            "seconds": self.seconds,
            "bbbv": self.bbbv,
            "guess_free": self.guess_free,
            "longest": self.longest,
            "processor": self.cpu_seconds,
            "interrupted": self.interrupted,
            "max_per_cell": self.max_per_cell,
            "index": self.index,
            "first_game": self.index,
            "version": VERSION,
        }


@renamed_keywords(first_game="index")
def simulate(
    board: BoardLike,
    strategy: StrategyLike = defaults.STRATEGY,
    games: int = defaults.GAMES,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    threads: int | None = None,
    *,
    mines: int | None = None,
    max_per_cell: int = 1,
    index: int = 0,
    records: bool = False,
    progress: Progress | None = None,
    seconds: float = inf,
) -> SimulationResult:
    """Play games ``index`` to ``index + games - 1`` of a seed with one strategy.

    ``board`` is a spec such as ``"16x30/99"``, or a Board with ``mines``; ``max_per_cell`` is the
    most mines that a cell can hold. ``strategy`` is a name, a Strategy written in Python, or its
    class. ``first`` is the first-click rule: ``any`` (the first cell may hold a mine), ``safe`` (it
    holds none) or ``open`` (nor do its neighbours). ``start`` is the first cell, as an index or as
    coordinates. Without it the strategy may choose the first cell; otherwise it is cell 0, or under
    ``open`` (3, 3) or the middle cell.

    ``threads`` is the number of threads of the core, by default one per available processor, or
    fewer if that number of games does not fit into memory. A strategy written in Python plays on
    the calling thread only. The result does not depend on the number of threads. ``records``
    includes every game in the result. ``progress(done, total)`` is called about twenty times per
    second and at the end. ``seconds`` is a limit on the wall time.

    Ctrl-C or the time limit ends the simulation within a second; the result then has the games
    finished so far and ``interrupted`` set. Raises StrategyError, with the finished games as
    ``result``, if the strategy fails or chooses a cell that is not covered, and SpecError,
    BoardError or GameError if the arguments are invalid.

    >>> result = simulate("8x8/10", strategy="pseq", games=200, seed=1)
    >>> result.games, result.wins == simulate("8x8/10", "pseq", 200, threads=1).wins
    (200, True)
    """
    entry = made(resolve(strategy))
    deal = Deal.read(
        board, mines=mines, max_per_cell=max_per_cell, first=first, start=start, strategy=entry
    )
    run = _Run(
        deal,
        entry.name,
        check_whole(games, "the number of games", 1),
        check_whole(seed, "the seed", 0),
        check_whole(index, "the number of the first game", 0),
        games_at_once(deal.board.size, check_threads(threads)),
        records,
        progress,
        Stop(seconds),
    )
    _LOG.debug("%s on %s: games %d and up, %d", entry.name, deal.spec, run.index, run.games)
    result = run.in_core() if entry.make is None else run.in_python(entry.make())
    if result.interrupted:
        _LOG.info("%s on %s: stopped after %d games", entry.name, deal.spec, result.games)
    return result


def wait_for_games(
    simulation: _core.Simulation, report: Callable[[int], None], stop: Stop | None = None
) -> tuple[_core.BudgetExceeded | None, bool]:
    """Wait for games of the core, and report the number of finished ones to ``report``.

    Ctrl-C, the expiry of ``stop`` and the stops of this thread cancel them. Return the failure if
    a position exceeded the work budget of the strategy, and whether Ctrl-C was pressed. That
    may happen after the last game; a caller with more games to play must then stop, too.
    """
    interrupted = False
    try:
        while not simulation.wait(POLL):
            report(simulation.done)
            check_stop()
            if stop is not None and stop.expired:
                simulation.cancel()
        report(simulation.done)
    except KeyboardInterrupt:
        interrupted = True
        simulation.cancel()
        while not simulation.wait(POLL):
            pass
    except _core.BudgetExceeded as failure:
        return failure, interrupted
    finally:
        simulation.cancel()
    return None, interrupted


def met_too_hard(
    strategy: str, failure: _core.BudgetExceeded, result: SimulationResult | None = None
) -> StrategyError:
    """Return the StrategyError for a position that exceeds the work budget of a strategy."""
    width, log2_states = failure.args
    return StrategyError(
        f"strategy {strategy!r} met a position that is too hard: {width} clues are open at once, "
        f"up to 2^{log2_states:.0f} states",
        strategy=strategy,
        result=result,
    )


def check_threads(threads: Any) -> int:
    """Return the number of threads to use: the given one, or one per processor for None."""
    if threads is None:
        return min(available_cores(), MAX_THREADS)
    return check_whole(threads, "the number of threads", 1, MAX_THREADS)


@dataclass(frozen=True, slots=True)
class _Run:
    """A simulation with valid arguments."""

    deal: Deal
    strategy: str
    games: int
    seed: int
    index: int
    threads: int
    records: bool
    progress: Progress | None
    stop: Stop

    def __post_init__(self) -> None:
        if self.index + self.games - 1 > MAX_SEED:
            raise GameError(
                f"games are numbered up to {MAX_SEED}, but the last of these would be "
                f"{self.index + self.games - 1}"
            )
        if self.records and self.games > MAX_RECORDS:
            raise GameError(f"records of {self.games} games, but at most {MAX_RECORDS} are kept")

    def in_core(self) -> SimulationResult:
        """Play on threads of the core."""
        deal, started = self.deal, time.perf_counter()
        simulation = _core.Simulation(
            deal.core,
            self.strategy,
            self.seed,
            self.index,
            self.games,
            self.threads,
            self.records,
        )
        failure, interrupted = wait_for_games(simulation, self._report, self.stop)
        kept = _columns(simulation.records(), self.index) if self.records else None
        totals = simulation.totals
        longest, cpu_seconds = totals.pop("longest"), totals.pop("processor")
        counts = Counts(**totals, cpu_seconds=cpu_seconds)
        result = self._result(counts, longest, time.perf_counter() - started, kept, interrupted)
        if failure is not None:
            raise met_too_hard(self.strategy, failure, result)
        return result

    def in_python(self, player: Strategy) -> SimulationResult:
        """Play on the calling thread, with a strategy written in Python."""
        started = reported = time.perf_counter()
        counts, longest = Counts(), 0.0
        rows: list[dict[str, int]] = []
        interrupted = False

        def result() -> SimulationResult:
            kept = None
            if self.records:
                # An interruption between a row and its counters leaves one row too many.
                by_column = {name: [row[name] for row in rows[: counts.games]] for name in _COLUMNS}
                kept = _columns(by_column, self.index)
            return self._result(counts, longest, time.perf_counter() - started, kept, interrupted)

        try:
            for number in range(self.games):
                check_stop()
                game_started = time.thread_time()
                row = self._play(player, number)
                took, now = time.thread_time() - game_started, time.perf_counter()
                if self.records:
                    rows.append(row)
                longest = max(longest, took)
                counts += Counts(
                    1,
                    row["won"],
                    row["won"] and not row["guesses"],
                    row["guesses"],
                    row["moves"],
                    row["bbbv"],
                    took,
                )
                if now - reported >= POLL:
                    reported = now
                    self._report(number + 1)
                if self.stop.expired:
                    break
            self._report(counts.games)
        except KeyboardInterrupt:
            interrupted = True
        except StrategyError as error:
            error.result = result()
            raise
        return result()

    def _play(self, player: Strategy, number: int) -> dict[str, int]:
        index = self.index + number
        moves = guesses = 0
        won = self.deal.full
        for click in clicks(self.deal, player, self.seed, index, self.strategy):
            moves += 1
            guesses += not click.certain
            won = click.won
        bbbv = self.deal.game(self.seed, index).bbbv
        return {"index": number, "won": won, "moves": moves, "guesses": guesses, "bbbv": bbbv}

    def _report(self, done: int) -> None:
        if self.progress is not None:
            self.progress(done, self.games)

    def _result(
        self,
        counts: Counts,
        longest: float,
        seconds: float,
        records: Records | None,
        interrupted: bool,
    ) -> SimulationResult:
        deal = self.deal
        return SimulationResult(
            spec=deal.spec,
            strategy=self.strategy,
            first=deal.first,
            start=deal.start,
            seed=self.seed,
            counts=counts,
            seconds=seconds,
            longest=longest,
            interrupted=interrupted or counts.games < self.games,
            max_per_cell=deal.max_per_cell,
            index=self.index,
            place=deal.board.coordinates(deal.start),
            records=records,
        )


def _columns(rows: dict[str, list[Any]], first: int) -> Records:
    return Records(
        np.array(rows["index"], np.uint64) + np.uint64(first),
        np.array(rows["won"], np.bool_),
        np.array(rows["moves"], np.int64),
        np.array(rows["guesses"], np.int64),
        np.array(rows["bbbv"], np.int64),
    )
