"""The contents of a store in order: games by strategy, rule and seed, and their critical densities.

Boards of which enough was played to see a curve are judged twice: by the likelihood, and by the
method of Chong et al. 2024, to compare with the published values.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.lab.fits.definitions import critical_density
from sapper.lab.report.commands import by_size, commands
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.sweeps.densities import BoardDensity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.lab.fits.curve import Curve
    from sapper.lab.store.store import Store, Tally
    from sapper.progress import Progress

FEWEST_POINTS = 5
"""Fewer numbers of mines are no curve, unless the board has no more."""


@dataclass(frozen=True, slots=True, eq=False)
class HeldBoard:
    """One board, judged both ways from the same games."""

    likelihood: BoardDensity
    """By maximum likelihood."""

    paper: BoardDensity
    """By the method of Chong et al. 2024."""

    @property
    def board(self) -> str:
        """The spec of the board."""
        return self.likelihood.board

    @property
    def curve(self) -> Curve:
        """The games."""
        return self.likelihood.curve

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``sapper density --json`` prints it, with the paper's method."""
        critical = self.paper.critical
        interval = None if critical.interval is None else list(critical.interval)
        by_paper = {"critical_density": critical.value, "interval": interval, "why": critical.why}
        return {**self.likelihood.to_dict(), "paper": by_paper}


@dataclass(frozen=True, slots=True, eq=False)
class PlayedBoards:
    """Boards played in the same way: by one strategy, rule, first cell and seed."""

    strategy: str
    """The strategy."""

    first: str
    """The rule of the first click."""

    start: int | None
    """The first cell, or None where it is the strategy's own or the rule's on each board."""

    seed: int
    """The seed."""

    boards: tuple[HeldBoard, ...]
    """The boards of which enough was played, small ones first."""

    too_few: tuple[str, ...]
    """The boards of which too few numbers of mines were played for a curve."""

    @property
    def title(self) -> str:
        """The games in words."""
        where = "" if self.start is None else f" in cell {self.start}"
        return f"{self.strategy}, first click {self.first}{where}, seed {self.seed}"

    def to_dict(self) -> dict[str, Any]:
        """Return them for machines."""
        return {
            "strategy": self.strategy,
            "first": self.first,
            "start": self.start,
            "seed": self.seed,
            "boards": [board.to_dict() for board in self.boards],
            "too_few_points": list(self.too_few),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Holdings:
    """All games of a store."""

    store: str
    """The file."""

    tallies: tuple[Tally, ...]
    """The games, point by point."""

    groups: tuple[PlayedBoards, ...]
    """The games by what was played, with critical densities; those with most boards first."""

    commands: tuple[str, ...]
    """The commands that play these games."""

    incomplete: int
    """Points of which a game is missing before the last one, as after an interruption."""

    elsewhere: int
    """Points with another first cell than the strategy's or the rule's; no command plays them."""

    @property
    def games(self) -> int:
        """The games."""
        return sum(tally.games for tally in self.tallies)

    @property
    def boards(self) -> list[str]:
        """The boards of which enough was played, each once, small ones first."""
        found = (held.board for group in self.groups for held in group.boards)
        return sorted(set(found), key=by_size)

    def to_dict(self) -> dict[str, Any]:
        """Return the holdings for machines."""
        return {
            "store": self.store,
            "points": len(self.tallies),
            "games": self.games,
            "groups": [group.to_dict() for group in self.groups],
            "commands": list(self.commands),
        }


def holdings(store: Store, progress: Progress | None = None) -> Holdings:
    """Return the contents of a store in order; LabError if it is empty.

    >>> from sapper.lab.store.store import Store
    >>> from sapper.lab import points, sweep
    >>> with Store() as store:
    ...     _ = sweep(points(["4x4", "5x5"]), 100, store)
    ...     held = holdings(store)
    >>> held.boards, held.games, held.groups[0].title
    (['4x4', '5x5'], 3900, 'perimeter, first click safe, seed 1')
    """
    tallies = store.tallies()
    if not tallies:
        raise LabError(f"the store {store.path!r} has no games: sapper density 8x8 plays some")
    played: dict[tuple[Any, ...], list[list[Tally]]] = {}
    for _, same in groupby(sorted(tallies, key=_curve_key), _curve_key):
        curve = list(same)
        played.setdefault(_group_key(curve[0]), []).append(curve)
    total, done = sum(map(len, played.values())), 0
    groups = []
    for (strategy, first, start, seed), curves in sorted(played.items(), key=_in_order):
        boards, too_few = [], []
        for curve in sorted(curves, key=lambda tallies: by_size(tallies[0].point.board)):
            if _enough(curve):
                boards.append(_held(curve))
            else:
                too_few.append(curve[0].point.board)
            done += 1
            if progress is not None:
                progress(done, total)
        groups.append(PlayedBoards(strategy, first, start, seed, tuple(boards), tuple(too_few)))
    return Holdings(
        store.path,
        tuple(tallies),
        tuple(groups),
        tuple(commands(tallies, store.path)),
        sum(bool(store.missing(tally.point, tally.games)) for tally in tallies),
        sum(not tally.point.begins_by_itself for tally in tallies),
    )


def _held(tallies: Sequence[Tally]) -> HeldBoard:
    point, curve = tallies[0].point, curve_of(tallies)
    asked = (point.board, point.strategy, point.first, point.start, point.seed, curve)
    return HeldBoard(
        BoardDensity(*asked, critical_density(curve, "likelihood")),
        BoardDensity(*asked, critical_density(curve, "paper")),
    )


def _enough(tallies: Sequence[Tally]) -> bool:
    """Whether there are enough points inside, between no mine and nothing but mines."""
    size = parse_spec(tallies[0].point.board).size
    inside = sum(0 < tally.point.mines < size for tally in tallies)
    return inside >= min(FEWEST_POINTS, size - 1) > 0


def _curve_key(tally: Tally) -> tuple[Any, ...]:
    point = tally.point
    return point.strategy, point.first, point.seed, point.start, point.board


def _group_key(tally: Tally) -> tuple[Any, ...]:
    point = tally.point
    return point.strategy, point.first, None if point.begins_by_itself else point.start, point.seed


def _in_order(item: tuple[tuple[Any, ...], list[Any]]) -> tuple[Any, ...]:
    (strategy, first, start, seed), curves = item
    return -len(curves), strategy, first, -1 if start is None else start, seed
