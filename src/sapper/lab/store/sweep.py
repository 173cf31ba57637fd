"""Sweeps: the same number of games at every point of a grid of boards, mines and strategies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.boards import Spec, parse_spec
from sapper.errors import GameError, LabError, SpecError
from sapper.formatting import amount
from sapper.games.deals import FIRST_CLICKS, Deal, check_whole
from sapper.lab.store.blocks import Point, play
from sapper.lab.store.executors import InProcess
from sapper.lab.store.store import tally_of
from sapper.strategies.registry import find, made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sapper.lab.store.executors import Executor
    from sapper.lab.store.store import Store, Tally
    from sapper.progress import Progress

MAX_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class SweepResult:
    """What a run of a sweep did."""

    points: int
    """The points of the sweep."""

    games: int
    """The games it asks for, at all points."""

    kept: int
    """The games that were in the store before."""

    played: int
    """The games played now."""

    interrupted: bool
    """Whether an interruption ended it; the same call goes on from there."""

    def summary(self) -> str:
        """Return the result in a line."""
        text = (
            f"{amount(self.points, 'point')}, {amount(self.games, 'game')}: "
            f"{self.kept:,} were there, "
            f"{self.played:,} played"
        )
        return f"{text}; interrupted" if self.interrupted else text

    def _repr_html_(self) -> str:
        """Return the result as a table, for a notebook."""
        from sapper.html_table import table

        return table(
            "sweep, interrupted" if self.interrupted else "sweep",
            [
                ("points", self.points),
                ("games", self.games),
                ("there before", self.kept),
                ("played now", self.played),
            ],
        )


def points(
    boards: Iterable[str | Spec],
    mines: Callable[[Spec], Iterable[int]] | Iterable[int] | None = None,
    strategies: Iterable[str] = ("perimeter",),
    first: Iterable[str] = ("safe",),
    seed: int = 1,
    start: int | Sequence[int] | None = None,
) -> list[Point]:
    """Return every combination that can be dealt, boards first.

    ``mines`` is a list for all boards, or a function of the board; without it each board has its
    own if its spec names them, else every number from 1 to all cells but one. Numbers that a rule
    of the first click leaves no room for are left out. ``start`` is the first cell on all boards;
    without it each strategy begins in its own, if it has one, or in the rule's.

    >>> [str(point.mines) + point.first for point in points(["2x2"], first=["safe", "open"])]
    ['1safe', '2safe', '3safe']
    """
    entries = [made(find(name)) for name in strategies]
    rules = list(first)
    for rule in rules:
        if rule not in FIRST_CLICKS:
            raise GameError(f"the first click is {' or '.join(FIRST_CLICKS)}, not {rule!r}")
    check_whole(seed, "the seed", 0)
    fixed = None if mines is None or callable(mines) else [_mine_number(m) for m in mines]
    found: list[Point] = []
    for given in boards:
        spec = parse_spec(given) if isinstance(given, str) else given
        if fixed is not None:
            numbers: Iterable[int] = fixed
        elif callable(mines):
            numbers = mines(spec)
        else:
            numbers = [spec.mines] if spec.mines is not None else range(1, spec.size)
        bare = spec.with_mines(None)
        for rule in rules:
            deals = [
                (entry.name, Deal.read(bare, mines=0, first=rule, start=start, strategy=entry))
                for entry in entries
            ]
            for number in numbers:
                found += [
                    Point(bare.board_text, number, name, rule, deal.start, seed)
                    for name, deal in deals
                    if number <= deal.room
                ]
                if len(found) > MAX_POINTS:
                    raise SpecError(f"a sweep has at most {MAX_POINTS:,} points")
    if not found:
        raise SpecError("the sweep has no point: no board, no strategy, or no room for the mines")
    return list(dict.fromkeys(found))


def sweep(
    points: Sequence[Point],
    games: int,
    store: Store,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> SweepResult:
    """Play games 0 to ``games - 1`` of every point, but for those that the store has.

    An interruption (Ctrl-C) ends it; all blocks that were finished are in the store.

    >>> from sapper.lab.store.store import Store
    >>> with Store() as store:
    ...     print(sweep(points(["4x4/3"]), 100, store).summary())
    ...     print(sweep(points(["4x4/3"]), 150, store).summary())
    1 point, 100 games: 0 were there, 100 played
    1 point, 150 games: 100 were there, 50 played
    """
    wanted = check_whole(games, "the number of games", 1)
    total = wanted * len(points)
    kept = done = store.games(points, wanted)
    interrupted = False
    if progress is not None:
        progress(done, total)
    try:
        # Where another process asked for fewer games meanwhile, its shorter block may be there
        # in place of one of these: what lacks then is played once more.
        while blocks := [block for point in points for block in store.missing(point, wanted)]:
            before, came = done, 0
            for played in (executor or InProcess()).run(blocks):
                store.add(played)
                came += len(played)
                done += sum(block.games for block, _ in played)
                if progress is not None:
                    progress(min(done, total), total)
            done = store.games(points, wanted)
            if came < len(blocks):
                break  # whoever plays was told to end
            if done == before:
                raise LabError(f"the store {store.path!r} keeps nothing of what is played")
    except KeyboardInterrupt:
        interrupted = True
        done = store.games(points, wanted)  # it may have come between a block and its count
    return SweepResult(len(points), total, kept, done - kept, interrupted)


def played(points: Iterable[Point], games: int, store: Store) -> list[Tally]:
    """Return what came of games 0 to ``games - 1`` of every point, and of no others.

    The store may hold more. Where the last of these games share a block with some beyond, they are
    played again, so that the answer does not depend on what else was asked of the store.

    >>> from sapper.lab.store.store import Store
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
            tally = tally_of(cut, play(cut), tally)
        if tally is not None:
            found.append(tally)
    return found


def _mine_number(value: int) -> int:
    return check_whole(value, "a number of mines", 0)
