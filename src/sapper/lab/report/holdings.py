"""The contents of a store for a report: games by strategy, rule and seed, and critical densities.

The critical density of each board with enough points is computed twice: by maximum likelihood, and
by the method of Chong et al. 2024, for comparison with the published values.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.errors import LabError
from sapper.lab.fits.definitions import critical_density
from sapper.lab.report.commands import by_size, commands, is_graph
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.sweeps.densities import BoardDensity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.lab.fits.curve import Curve
    from sapper.lab.store.store import Store, Tally
    from sapper.progress import Progress
    from sapper.types import FirstClickRule

FEWEST_POINTS = 5
"""The fewest numbers of mines of a curve without a critical density, unless there are no more."""


@dataclass(frozen=True, slots=True, eq=False)
class HeldBoard:
    """One board with its critical density by both methods, from the same games."""

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
        by_paper = {
            "critical_density": critical.value,
            "interval": interval,
            "why": critical.why,
            "needs": None if critical.needs is None else list(critical.needs),
        }
        return {**self.likelihood.to_dict(), "paper": by_paper}


@dataclass(frozen=True, slots=True, eq=False)
class PlayedBoards:
    """Boards played in the same way: by one strategy, rule, first cell and seed."""

    strategy: str
    """The strategy."""

    first: FirstClickRule
    """The rule of the first click."""

    start: int | None
    """The first cell, or None if it is the default of strategy and rule on each board."""

    seed: int
    """The seed."""

    boards: tuple[HeldBoard, ...]
    """The boards with enough points for a curve, small ones first."""

    too_few: dict[str, str]
    """The boards with too few points for a curve, each with the reason why it has no density."""

    identity: str | None = None
    """The identity of the strategy; None if the store did not record it."""

    is_ambiguous: bool = False
    """Whether the store has games of other strategies with the same name."""

    max_per_cell: int = 1
    """The most mines that a cell can hold."""

    @property
    def title(self) -> str:
        """Strategy, rule and seed in words, with the identity if the name is ambiguous."""
        who = ""
        if self.is_ambiguous:
            who = " (identity not recorded)" if self.identity is None else f" ({self.identity})"
        where = "" if self.start is None else f" in cell {self.start}"
        cells = "" if self.max_per_cell == 1 else f", up to {self.max_per_cell} mines per cell"
        return f"{self.strategy}{who}, first click {self.first}{where}, seed {self.seed}{cells}"

    def to_dict(self) -> dict[str, Any]:
        """Return the group as plain values."""
        return {
            "strategy": self.strategy,
            "identity": self.identity,
            "first": self.first,
            "start": self.start,
            "seed": self.seed,
            "max_per_cell": self.max_per_cell,
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
    """The groups of games with their critical densities; groups with most boards first."""

    commands: tuple[str, ...]
    """The commands that play these games."""

    incomplete: int
    """The number of points with a gap before the last game, as after an interruption."""

    elsewhere: int
    """The number of points with a first cell that no command plays."""

    on_graphs: int
    """The number of points on graphs, which only a program or this store can name."""

    @property
    def games(self) -> int:
        """The total number of games."""
        return sum(tally.games for tally in self.tallies)

    @property
    def boards(self) -> list[str]:
        """The boards with enough points for a curve, without repetition, small ones first."""
        found = (held.board for group in self.groups for held in group.boards)
        return sorted(set(found), key=by_size)

    def to_dict(self) -> dict[str, Any]:
        """Return the holdings as plain values."""
        return {
            "store": self.store,
            "points": len(self.tallies),
            "games": self.games,
            "groups": [group.to_dict() for group in self.groups],
            "commands": list(self.commands),
        }


def holdings(store: Store, progress: Progress | None = None) -> Holdings:
    """Return the contents of a store for a report; raise LabError if it is empty.

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
    known = Counter(name for name, _ in {(strategy, identity) for strategy, identity, *_ in played})
    for key, curves in sorted(played.items(), key=_in_order):
        strategy, identity, first, start, seed, max_per_cell = key
        boards, too_few = [], {}
        for curve in sorted(curves, key=lambda tallies: by_size(tallies[0].point.board)):
            held = _held(curve)
            if _enough(held):
                boards.append(held)
            else:
                too_few[held.board] = held.likelihood.critical.why
            done += 1
            if progress is not None:
                progress(done, total)
        groups.append(
            PlayedBoards(
                strategy,
                first,
                start,
                seed,
                tuple(boards),
                too_few,
                identity,
                known[strategy] > 1,
                max_per_cell,
            )
        )
    return Holdings(
        store.path,
        tuple(tallies),
        tuple(groups),
        tuple(commands(tallies, store.path)),
        sum(bool(store.missing(tally.point, tally.games)) for tally in tallies),
        sum(not tally.point.has_default_start for tally in tallies),
        sum(is_graph(tally.point.board) for tally in tallies),
    )


def _held(tallies: Sequence[Tally]) -> HeldBoard:
    point, curve = tallies[0].point, curve_of(tallies)
    asked = (point.board, point.strategy, point.first, point.start, point.seed, curve)
    return HeldBoard(
        BoardDensity(*asked, critical_density(curve, "likelihood")),
        BoardDensity(*asked, critical_density(curve, "paper")),
    )


def _enough(held: HeldBoard) -> bool:
    """Return whether the points are a curve: many, all that are possible, or a density in between.

    Only points with at least one mine and one safe cell count.
    """
    curve = held.curve
    inside = int(np.sum((curve.mines > 0) & (curve.mines <= curve.last_number)))
    many = inside >= min(FEWEST_POINTS, curve.last_number) > 0
    return many or held.likelihood.critical.value is not None


def _curve_key(tally: Tally) -> tuple[Any, ...]:
    point = tally.point
    player = tally.identity or ""
    kind = point.first, point.seed, point.start, point.max_per_cell
    return point.strategy, player, *kind, point.board


def _group_key(tally: Tally) -> tuple[Any, ...]:
    point = tally.point
    start = None if point.has_default_start else point.start
    return point.strategy, tally.identity, point.first, start, point.seed, point.max_per_cell


def _in_order(item: tuple[tuple[Any, ...], list[Any]]) -> tuple[Any, ...]:
    (strategy, identity, first, start, seed, max_per_cell), curves = item
    cell = -1 if start is None else start
    return -len(curves), max_per_cell, strategy, identity or "", first, cell, seed
