"""Simulation: one strategy plays many games.

Strategies of the core play on threads of the core, without the interpreter; those written in Python
play on the calling thread. Game i of seed s is a pure function of the deal, s and i, so the result
depends neither on the number of threads nor on the order of the games.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.boards.footprint import games_at_once
from sapper.errors import GameError, StrategyError
from sapper.games.counts import Counted, Counts
from sapper.games.deals import MAX_SEED, Deal, check_whole
from sapper.games.playing import clicks
from sapper.stopping import Stop
from sapper.strategies.registry import made, resolve
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sapper.boards import Board, Spec
    from sapper.progress import Progress
    from sapper.strategies.protocol import Strategy

POLL = 0.05
"""Seconds between two polls of the threads of the core, and between two progress updates."""

_COLUMNS = ("game", "won", "moves", "guesses", "bbbv")

MAX_THREADS = 1024
MAX_RECORDS = 50_000_000
"""Upper limit on games with records."""


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """The games one by one, as columns of equal length in order of the games; read-only."""

    game: npt.NDArray[np.uint64]
    """The number of the game."""

    won: npt.NDArray[np.bool_]
    """Whether it was won."""

    moves: npt.NDArray[np.int64]
    """Its clicks, the first one included."""

    guesses: npt.NDArray[np.int64]
    """Its clicks that were not certain."""

    bbbv: npt.NDArray[np.int64]
    """The 3BV of its layout."""

    def __post_init__(self) -> None:
        for column in _COLUMNS:
            getattr(self, column).flags.writeable = False

    def __len__(self) -> int:
        return len(self.game)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Records):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, column), getattr(other, column)) for column in _COLUMNS
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class SimulationResult(Counted):
    """The result of a simulation; the counters of ``counts`` are attributes of it, too."""

    spec: str
    """The board with its mines."""

    strategy: str
    """The name of the strategy."""

    first: str
    """The rule of the first click."""

    start: int
    """The first cell."""

    seed: int
    """The seed."""

    counts: Counts
    """The counters of the finished games."""

    seconds: float
    """Wall time of the simulation, in seconds."""

    longest: float
    """CPU time of the slowest game, in seconds."""

    interrupted: bool
    """Whether Ctrl-C or the time limit ended it; possibly during the last game."""

    max_per_cell: int
    """The most mines that a cell can hold."""

    first_game: int
    """The number of the first game."""

    place: tuple[int, ...]
    """The coordinates of the first cell."""

    records: Records | None = None
    """The games one by one, if they were asked for."""

    def summary(self) -> str:
        """Return the result in a few lines."""
        games = max(self.games, 1)
        low, high = self.interval
        lines = [
            f"{self.strategy} on {self.spec}, first click {self.first} at {self.place}, "
            f"seed {self.seed}",
            f"won {self.wins:,} of {self.games:,} games"
            + (f", {100 * self.win_rate:.2f} %" if self.games else "")
            + f" (95 %: {100 * low:.2f} to {100 * high:.2f} %)",
            f"{self.guess_free:,} of them without a guess",
            f"a game has {self.moves / games:.2f} moves, {self.guesses / games:.2f} guesses "
            f"and a 3BV of {self.bbbv / games:.2f}",
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
                ("guesses a game", f"{self.guesses / self.games:.2f}"),
                ("moves a game", f"{self.moves / self.games:.2f}"),
                ("3BV", f"{self.bbbv / self.games:.2f}"),
            ]
        rows += [("seed", str(self.seed)), ("seconds", f"{self.seconds:.2f}")]
        if self.interrupted:
            rows.append(("interrupted", "not all games were played"))
        return table(title, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``sapper simulate --json`` prints it, without the records."""
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
            "first_game": self.first_game,
            "version": VERSION,
        }


def simulate(
    board: str | Spec | Board,
    strategy: str | Strategy | type[Strategy] = "perimeter",
    games: int = 10_000,
    seed: int = 1,
    first: str = "safe",
    start: int | Sequence[int] | None = None,
    threads: int | None = None,
    *,
    mines: int | None = None,
    max_per_cell: int = 1,
    first_game: int = 0,
    records: bool = False,
    progress: Progress | None = None,
    seconds: float = inf,
) -> SimulationResult:
    """Play games ``first_game`` to ``first_game + games - 1`` of a seed.

    ``board`` is a spec such as ``"16x30/99"``, or a Board with ``mines``. ``strategy`` is a name,
    or a Strategy written in Python, or its class. ``first`` is the rule of the first click: ``any``
    (it may hit a mine), ``safe`` (no mine on it) or ``open`` (nor on its neighbours). ``start`` is
    the first cell, as an index or as coordinates; without it the corner 0, under ``open`` (3, 3) or
    the middle, or what the strategy itself asks for.

    ``threads`` is the number of threads of the core: by default one per core, and fewer if so many
    games at once do not fit into memory. A strategy written in Python plays on the calling thread
    alone. The same seed gives the same result with any number of threads.
    ``progress(done, total)`` is called about twenty times per second and at the end.

    Ctrl-C ends the simulation within a second, and so does its time limit of ``seconds``, if given:
    the result holds the games finished until then, with ``interrupted`` set. A strategy written in
    Python that fails, or that chooses a cell it cannot open, raises StrategyError with the finished
    games as ``result``.

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
        check_whole(first_game, "the number of the first game", 0),
        games_at_once(deal.board.size, check_threads(threads)),
        records,
        progress,
        Stop(seconds),
    )
    return run.in_core() if entry.make is None else run.in_python(entry.make())


def wait_for_games(
    simulation: _core.Simulation, report: Callable[[int], None], stop: Stop | None = None
) -> tuple[_core.BudgetExceeded | None, bool]:
    """Wait for games of the core, and report how many are done.

    Ctrl-C ends them, and so does the end of their time. Return the failure of a strategy if a
    position exceeded its work budget, and whether Ctrl-C was pressed: that may happen after the
    last game, and a caller with more games to play has to stop, too.
    """
    interrupted = False
    try:
        while not simulation.wait(POLL):
            report(simulation.done)
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
    """Return the error of a strategy on a position that exceeds its work budget."""
    width, log2_states = failure.args
    return StrategyError(
        f"strategy {strategy!r} met a position that is too hard: {width} clues are open at once, "
        f"up to 2^{log2_states:.0f} states",
        strategy=strategy,
        result=result,
    )


def check_threads(threads: Any) -> int:
    """Return the number of threads to use: the given one, or one per core for None."""
    if threads is None:
        return min(available_cores(), MAX_THREADS)
    return check_whole(threads, "the number of threads", 1, MAX_THREADS)


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class _Run:
    """A simulation whose arguments have been checked one by one."""

    deal: Deal
    strategy: str
    games: int
    seed: int
    first_game: int
    threads: int
    records: bool
    progress: Progress | None
    stop: Stop

    def __post_init__(self) -> None:
        if self.first_game + self.games - 1 > MAX_SEED:
            raise GameError(f"games are numbered up to {MAX_SEED}, and these go beyond")
        if self.records and self.games > MAX_RECORDS:
            raise GameError(f"records of {self.games} games, over {MAX_RECORDS}")

    def in_core(self) -> SimulationResult:
        """Play on threads of the core."""
        deal, began = self.deal, time.perf_counter()
        simulation = _core.Simulation(
            deal.core,
            self.strategy,
            self.seed,
            self.first_game,
            self.games,
            self.threads,
            self.records,
        )
        failure, interrupted = wait_for_games(simulation, self._report, self.stop)
        kept = _columns(simulation.records(), self.first_game) if self.records else None
        totals = simulation.totals
        longest, cpu_seconds = totals.pop("longest"), totals.pop("processor")
        counts = Counts(**totals, cpu_seconds=cpu_seconds)
        result = self._result(counts, longest, time.perf_counter() - began, kept, interrupted)
        if failure is not None:
            raise met_too_hard(self.strategy, failure, result)
        return result

    def in_python(self, player: Strategy) -> SimulationResult:
        """Play on the calling thread, with a strategy written in Python."""
        began = reported = time.perf_counter()
        counts, longest = Counts(), 0.0
        rows: list[dict[str, int]] = []
        interrupted = False

        def result() -> SimulationResult:
            kept = None
            if self.records:
                # An interruption between a row and its sum leaves a row too many.
                by_column = {name: [row[name] for row in rows[: counts.games]] for name in _COLUMNS}
                kept = _columns(by_column, self.first_game)
            return self._result(counts, longest, time.perf_counter() - began, kept, interrupted)

        try:
            for number in range(self.games):
                game_began = time.thread_time()
                row = self._play(player, number)
                took, now = time.thread_time() - game_began, time.perf_counter()
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
        index = self.first_game + number
        moves = guesses = 0
        won = self.deal.full
        for click in clicks(self.deal, player, self.seed, index, self.strategy):
            moves += 1
            guesses += not click.certain
            won = click.won
        bbbv = self.deal.game(self.seed, index).bbbv
        return {"game": number, "won": won, "moves": moves, "guesses": guesses, "bbbv": bbbv}

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
            first_game=self.first_game,
            place=deal.board.coordinates(deal.start),
            records=records,
        )


def _columns(rows: dict[str, list[Any]], first_game: int) -> Records:
    return Records(
        np.array(rows["game"], np.uint64) + np.uint64(first_game),
        np.array(rows["won"], np.bool_),
        np.array(rows["moves"], np.int64),
        np.array(rows["guesses"], np.int64),
        np.array(rows["bbbv"], np.int64),
    )
