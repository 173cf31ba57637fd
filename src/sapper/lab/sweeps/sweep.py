"""Sweeps: the same number of games at every point."""

from __future__ import annotations

import dataclasses
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import defaults
from sapper.errors import FailedPointsError, LabError
from sapper.formatting import amount
from sapper.games.counts import Counts
from sapper.games.deals import check_whole
from sapper.lab.store.store import Tally
from sapper.lab.sweeps.batches import play
from sapper.lab.sweeps.executors import InProcess
from sapper.lab.sweeps.players import Players
from sapper.lab.sweeps.schedule import Schedule
from sapper.stopping import check_stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sapper.errors import StrategyError
    from sapper.lab.store.blocks import Point
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.batches import Played
    from sapper.lab.sweeps.executors import Executor
    from sapper.progress import Progress

_LOG = logging.getLogger(__name__)

_MOST_FAILURES = 5
"""Failures that an error message describes."""


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The result of a sweep."""

    points: int
    """The points of the sweep."""

    games: int
    """The games asked for, at all points."""

    kept: int
    """The games that the store held before."""

    played: int
    """The games played by this call."""

    interrupted: bool
    """Whether Ctrl-C ended it; the same call resumes it."""

    failed: int = 0
    """The points at which the strategy failed."""

    def summary(self) -> str:
        """Return the result in a line."""
        text = (
            f"{amount(self.points, 'point')}, {amount(self.games, 'game')}: "
            f"{self.kept:,} already stored, "
            f"{self.played:,} played"
        )
        if self.failed:
            text += f"; {amount(self.failed, 'point')} failed"
        return f"{text}; interrupted" if self.interrupted else text

    def _repr_html_(self) -> str:
        """Return the result as a table, for a notebook."""
        from sapper.html_table import table

        return table(
            "sweep, interrupted" if self.interrupted else "sweep",
            [
                ("points", self.points),
                ("games", self.games),
                ("already stored", self.kept),
                ("played now", self.played),
            ],
        )


def sweep(
    points: Sequence[Point],
    games: int,
    store: Store,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    replace: bool = False,
    move_seconds: float | None = defaults.MOVE_SECONDS,
) -> SweepResult:
    """Play games 0 to ``games - 1`` of every point, except those in the store.

    Raises IdentityError if the store holds games of another strategy of the same name at one of the
    points; with ``replace`` they are deleted and played again. If a strategy fails, which includes
    a move that takes longer than ``move_seconds``, the other points are played to the end, and then
    FailedPointsError is raised. Ctrl-C ends the sweep; all finished blocks are in the store.

    >>> from sapper.lab import Store, points
    >>> with Store() as store:
    ...     print(sweep(points(["4x4/3"]), 100, store).summary())
    ...     print(sweep(points(["4x4/3"]), 150, store).summary())
    1 point, 100 games: 0 already stored, 100 played
    1 point, 150 games: 100 already stored, 50 played
    """
    wanted = check_whole(games, "the number of games", 1)
    players = Players.of(point.strategy for point in points)
    store.claim(points, players.identities, replace=replace)
    total = wanted * len(points)
    kept = done = store.games(points, wanted)
    interrupted = False
    failed: dict[Point, StrategyError] = {}
    _LOG.info("%s: %s games, %s already stored", _name(points), f"{total:,}", f"{kept:,}")
    if progress is not None:
        progress(done, total)
    try:
        # Another process that asked for fewer games may have stored a shorter block in place of
        # one of these: the loop then plays the missing games.
        while blocks := [
            block
            for point in points
            if point not in failed
            for block in store.missing(point, wanted)
        ]:
            before = done
            schedule = Schedule(
                blocks, players=players, move_seconds=move_seconds, keeps_going=True
            )
            for played in play_all(schedule, executor):
                store.add(played, identities=players.identities)
                done += sum(block.games for block, _ in played)
                if _LOG.isEnabledFor(logging.DEBUG):
                    _LOG.debug("%d blocks stored, %d of %d games", len(played), done, total)
                if progress is not None:
                    progress(min(done, total), total)
            done = store.games(points, wanted)
            failed.update(schedule.failed)
            if schedule.games_left:
                break  # the executor was stopped
            if done == before and not schedule.failed:
                raise LabError(f"the store {store.path!r} does not keep the games that are played")
    except KeyboardInterrupt:
        interrupted = True
        done = store.games(
            points, wanted
        )  # the interrupt may have come between storing a block and counting it
    result = SweepResult(len(points), total, kept, done - kept, interrupted, len(failed))
    _LOG.info("%s", result.summary())
    if failed and not interrupted:
        raise FailedPointsError(_failures(failed, len(points)), failures=failed, sweep=result)
    return result


def _failures(failed: Mapping[Point, StrategyError], points: int) -> str:
    """Describe the points at which a strategy failed, up to a few of them."""
    (point, error), *others = failed.items()
    text = str(error)
    if points > 1:
        text = f"{len(failed)} of {amount(points, 'point')} failed: {point.spec}: {text}"
    shown = [f"{point.spec}: {error}" for point, error in others[: _MOST_FAILURES - 1]]
    more = len(others) - len(shown)
    return "\n".join([text, *shown, *([f"and {more:,} more"] if more else [])])


def _name(points: Sequence[Point]) -> str:
    """Describe the points of a sweep in a few words."""
    if not points:
        return "no points"
    boards = dict.fromkeys(point.board for point in points)
    strategies = dict.fromkeys(point.strategy for point in points)
    return f"{amount(len(points), 'point')} of {_list(boards)} with {_list(strategies)}"


def _list(names: Iterable[str]) -> str:
    first, *rest = names
    return f"{first} and {len(rest)} more" if rest else first


def play_all(schedule: Schedule, executor: Executor | None = None) -> Iterator[Played]:
    """Play the games of a schedule and yield their blocks as they finish, some at a time."""
    for _, result in (executor or InProcess()).run(schedule):
        yield result.played
        check_stop()


def played(points: Iterable[Point], games: int, store: Store) -> list[Tally]:
    """Return the counters of games 0 to ``games - 1`` of every point, and of no others.

    The store may hold more games. If the last of these games share a block with games beyond them,
    they are played again: the result does not depend on the other games in the store.

    >>> from sapper.lab import Store, points
    >>> with Store() as store:
    ...     _ = sweep(points(["4x4/3"]), 150, store)
    ...     [tally.games for tally in played(points(["4x4/3"]), 100, store)]
    [100]
    """
    found = []
    for point in sorted(points):
        tally = store.tally(point, games)
        cut = store.cut_block(point, games)
        if cut is not None:
            players = Players.of([point.strategy])
            store.claim([point], players.identities)
            if tally is None:
                tally = Tally(point, Counts(), players.identities[point.strategy])
            with players.in_use():
                tally = dataclasses.replace(tally, counts=tally.counts + play(cut))
        if tally is not None:
            found.append(tally)
    return found
