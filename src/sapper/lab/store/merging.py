"""Merging stores: the union of their points and blocks in a new store.

Machines that do not share a file system play into a store each. The same games in two stores must
have the same results: their counters are compared between all places where both stores cut the
games of a point. Any difference, another identity of a strategy or another board under the same
spec ends the merge, and no file is written.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import astuple, dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sapper import files
from sapper.errors import FileError, IdentityError, LabError
from sapper.formatting import amount
from sapper.lab.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.games.counts import Counts
    from sapper.lab.store.blocks import Block, Point
    from sapper.lab.store.store import Tally
    from sapper.progress import Progress

_Played: TypeAlias = "list[tuple[Block, Counts]]"


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The result of ``merge_stores``."""

    path: str
    """The new store."""

    stores: int
    """The stores that were merged."""

    points: int
    """The points of the new store."""

    games: int
    """The games of the new store."""

    duplicates: int
    """Games that several stores had, with equal results."""

    left_out: int
    """Games in blocks that cannot be joined with those of another store; a sweep plays them again.
    """

    def summary(self) -> str:
        """Return the result in a line."""
        text = (
            f"{amount(self.stores, 'store')} merged into {self.path}: "
            f"{amount(self.points, 'point')}, {amount(self.games, 'game')}"
        )
        if self.duplicates:
            text += f"; {amount(self.duplicates, 'game')} in several stores, with equal results"
        if self.left_out:
            text += (
                f"; {amount(self.left_out, 'game')} left out, in blocks that overlap others in "
                "part: the same sweep plays them again"
            )
        return text


def merge_stores(
    paths: Sequence[str | Path], out: str | Path, progress: Progress | None = None
) -> MergeResult:
    """Write the union of stores to the new file ``out``; the stores are not changed.

    Raises LabError if a store does not exist, if ``out`` exists, or if the stores contradict each
    other: another identity of a strategy, other results of the same games, or another board.

    >>> from tempfile import TemporaryDirectory
    >>> from sapper.lab import Store, points, sweep
    >>> with TemporaryDirectory() as folder:
    ...     for name, mines in (("a.db", 2), ("b.db", 3)):
    ...         with Store(f"{folder}/{name}") as store:
    ...             _ = sweep(points(["4x4"], [mines]), 50, store)
    ...     found = merge_stores([f"{folder}/a.db", f"{folder}/b.db"], f"{folder}/all.db")
    >>> found.points, found.games
    (2, 100)
    """
    sources = [Path(path) for path in paths]
    target = Path(out)
    if not sources:
        raise LabError("a merge needs at least one store")
    for source in sources:
        if not files.is_file(source):
            raise LabError(f"there is no store {str(source)!r}")
    if files.exists(target):
        raise LabError(f"{str(target)!r} exists already: a merge writes a new file")
    files.check_writable(target)
    part = target.with_name(f".{target.name}.{os.getpid()}.merging")
    try:
        with Store(part) as merged:
            merge = _Merge(merged)
            for number, source in enumerate(sources):
                with Store(source) as store:
                    merge.add(store)
                if progress is not None:
                    progress(number + 1, len(sources))
            tallies = merged.tallies()
        _rename(part, target)
    finally:
        for rest in (part, part.with_name(part.name + "-wal"), part.with_name(part.name + "-shm")):
            with suppress(OSError):
                rest.unlink()
    return MergeResult(
        str(target),
        len(sources),
        len(tallies),
        sum(tally.games for tally in tallies),
        merge.duplicates,
        merge.left_out,
    )


def _rename(part: Path, target: Path) -> None:
    """Rename a file; raise LabError if the target exists by now."""
    try:
        with suppress(PermissionError, NotImplementedError):  # a file system without links
            os.link(part, target)
            return
        part.rename(target)
    except FileExistsError:
        raise LabError(f"{str(target)!r} exists already: a merge writes a new file") from None
    except OSError as error:
        raise FileError(f"cannot write {str(target)!r}: {error.strerror}") from None


class _Merge:
    """Adds stores to one that no other process uses."""

    def __init__(self, merged: Store) -> None:
        self._merged = merged
        self._origin: dict[Point, Tally] = {}
        self._paths: dict[Point, str] = {}
        self.duplicates = 0
        self.left_out = 0

    def add(self, store: Store) -> None:
        """Add all points of a store, in one transaction."""
        tallies = store.tallies()
        with self._merged.changing():
            for tally in tallies:
                self._add_point(store, tally)

    def _add_point(self, store: Store, tally: Tally) -> None:
        point = tally.point
        before = self._origin.setdefault(point, tally)
        path = self._paths.setdefault(point, store.path)
        which = f"the stores {path!r} and {store.path!r}"
        what = f"{point.strategy!r} on {point.spec}"
        if before.identity != tally.identity:
            was, is_now = (each.identity or "not recorded" for each in (before, tally))
            raise IdentityError(
                f"{which} have games of different strategies {what}: their identities are {was!r} "
                f"and {is_now!r}; nothing was merged"
            )
        here, there = self._merged.blocks(point), store.blocks(point)
        other = _difference(here, there)
        if other is not None:
            raise LabError(
                f"{which} have other results of games {other[0]} to {other[1] - 1} of seed "
                f"{point.seed} of {what}; nothing was merged"
            )
        new = _apart(there, here)
        if new and before is not tally and tally.identity is None:
            raise IdentityError(
                f"{which} have different games of {what}, and its identity was not recorded: they "
                "may be those of different strategies; nothing was merged"
            )
        covered = _common_games(there, here)
        games = sum(block.games for block, _ in there) - sum(block.games for block, _ in new)
        self.duplicates += covered
        self.left_out += games - covered
        self._merged.take(tally, new)
        for block, won in store.outcome_blocks(point):
            if not self._merged.take_outcomes(block, won):
                raise LabError(
                    f"{which} have other outcomes of games {block.first_game} to "
                    f"{block.first_game + block.games - 1} of seed {point.seed} of {what}; "
                    "nothing was merged"
                )


def _difference(here: _Played, there: _Played) -> tuple[int, int] | None:
    """Return the bounds of games with different counters; None if there are none.

    Counters are compared between the places where both cut the games, CPU time left out.
    """
    ours, theirs = _sums(here), _sums(there)
    for begin, end in pairwise(sorted(ours.keys() & theirs.keys())):
        (run, first), (other_run, other_first) = ours[begin], theirs[begin]
        (same_run, last), (same_other_run, other_last) = ours[end], theirs[end]
        if run != same_run or other_run != same_other_run:
            continue  # there is a gap in between
        if any(
            b - a != d - c for a, b, c, d in zip(first, last, other_first, other_last, strict=True)
        ):
            return begin, end
    return None


def _sums(played: _Played) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return the sums of the counters up to each place where games are cut.

    The places of games without a gap between them have the same number, which comes first.
    """
    found: dict[int, tuple[int, tuple[int, ...]]] = {}
    run = 0
    for block, counts in played:
        if block.first_game not in found:
            run += 1
            found[block.first_game] = run, (0,) * 6
        _, before = found[block.first_game]
        more = astuple(counts)[:6]
        after = tuple(x + y for x, y in zip(before, more, strict=True))
        found[block.first_game + block.games] = run, after
    return found


def _apart(played: _Played, others: _Played) -> _Played:
    """Return the blocks that have no game in common with others; both are in order."""
    found, place = [], 0
    for block, counts in played:
        end = block.first_game + block.games
        while place < len(others) and _end(others[place][0]) <= block.first_game:
            place += 1
        if place == len(others) or others[place][0].first_game >= end:
            found.append((block, counts))
    return found


def _common_games(played: _Played, others: _Played) -> int:
    """Return the number of games that both have; both are in order."""
    common = place = 0
    for block, _ in played:
        while place < len(others) and _end(others[place][0]) <= block.first_game:
            place += 1
        for other, _ in others[place:]:
            if other.first_game >= _end(block):
                break
            common += min(_end(other), _end(block)) - max(other.first_game, block.first_game)
    return common


def _end(block: Block) -> int:
    return block.first_game + block.games
