"""Critical densities of boards, from games in a store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper import defaults
from sapper.boards import parse_spec
from sapper.boards.specs import read_spec
from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.errors import SpecError
from sapper.games.deals import check_max_per_cell
from sapper.lab.fits.definitions import (
    CriticalDensity,
    check_method,
    critical_density,
)
from sapper.lab.store.identities import identity_of
from sapper.lab.store.stored_curves import stored_curves
from sapper.lab.sweeps.adaptive import adaptive_sweep
from sapper.lab.sweeps.points import spread_points
from sapper.lab.sweeps.sweep import sweep
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.boards import Spec
    from sapper.lab.fits.curve import Curve
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.executors import Executor
    from sapper.progress import Progress
    from sapper.types import BoardLike, Cell, DensityMethod, FirstClickRule

GAMES = 1_000
"""Default number of games for each number of mines, as in Chong et al. 2024."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardDensity:
    """The critical density of a board with a strategy."""

    board: str
    """The spec of the board."""

    strategy: str
    """The strategy that played."""

    first: FirstClickRule
    """The rule of the first click."""

    start: int
    """The first cell."""

    seed: int
    """The seed of the games."""

    curve: Curve
    """The games."""

    critical: CriticalDensity
    """The critical density of that curve."""

    @property
    def max_per_cell(self) -> int:
        """The most mines that a cell can hold."""
        return self.curve.max_per_cell

    @property
    def published(self) -> float | None:
        """The value of Chong et al. 2024 (table B.2); None if the table lacks the board."""
        spec = parse_spec(self.board)
        if self.max_per_cell != 1:
            return None
        if spec.kind != "grid" or len(spec.shape) != 2:
            return None
        value = CRITICAL_DENSITIES.get((min(spec.shape), max(spec.shape)))
        return None if value is None else float(value)

    def _repr_html_(self) -> str:
        """Return the result as a table, for a notebook."""
        from sapper.html_table import density, table

        rows = self.critical.table_rows()
        if self.published is not None:
            rows.append(("Chong et al. 2024", density(self.published)))
        rows += [("games", int(self.curve.games.sum())), ("points", len(self.curve))]
        return table(f"{self.strategy} on {self.board}, first click {self.first}", rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``sapper density --json`` prints it."""
        interval = self.critical.interval
        return {
            "spec": self.board,
            "strategy": self.strategy,
            "first": self.first,
            "start": list(parse_spec(self.board).board().coordinates(self.start)),
            "seed": self.seed,
            "max_per_cell": self.max_per_cell,
            "critical_density": self.critical.value,
            "interval": None if interval is None else list(interval),
            "method": self.critical.method,
            "why": self.critical.why,
            "needs": None if self.critical.needs is None else list(self.critical.needs),
            "published": self.published,
            "points": [
                [density, rate]
                for density, rate in zip(
                    self.curve.densities.tolist(), self.curve.win_rates.tolist(), strict=True
                )
            ],
            "games": int(self.curve.games.sum()),
            "version": VERSION,
        }


def densities(
    boards: Sequence[BoardLike],
    store: Store,
    *,
    strategy: str = defaults.STRATEGY,
    games: int = defaults.POINT_GAMES,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    max_per_cell: int = 1,
    method: DensityMethod = defaults.METHOD,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[BoardDensity]:
    """Sweep boards over all densities and return the critical density of each.

    ``boards`` are specs or boards, also graphs and boards of registered kinds, with up to
    ``max_per_cell`` mines in a cell. ``start`` is the first cell on every board; by default the
    strategy's own, if it has one, else the rule's. Games in the store are used and not played
    again, also those beyond ``games``. Ctrl-C raises KeyboardInterrupt after all finished blocks
    are stored; the same call resumes the sweep.

    >>> from sapper.lab import Store
    >>> with Store() as store:
    ...     (found,) = densities(["6x6"], store, games=300)
    >>> round(found.critical.value, 1), len(found.curve)
    (0.2, 35)
    """
    check_method(method)
    check_max_per_cell(max_per_cell)
    specs = [read_board(board, max_per_cell) for board in boards]
    chosen = spread_points(specs, [strategy], [first], seed, start, max_per_cell)
    if sweep(chosen, games, store, executor, progress).interrupted:
        raise KeyboardInterrupt
    starts = {point.board: point.start for point in chosen}
    identity = identity_of(strategy)
    curves = stored_curves(store, starts, strategy, first, seed, identity, max_per_cell)
    return [
        BoardDensity(
            board, strategy, first, starts[board], seed, curve, critical_density(curve, method)
        )
        for board, curve in curves.items()
    ]


def adaptive_densities(
    boards: Sequence[BoardLike],
    store: Store,
    *,
    half_width: float,
    strategy: str = defaults.STRATEGY,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    max_per_cell: int = 1,
    method: DensityMethod = defaults.METHOD,
    most_games: int = 1_000_000,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[BoardDensity]:
    """Like ``densities``, but with games allocated adaptively until ``half_width`` is reached."""
    check_method(method)
    results = []
    for spec in dict.fromkeys(read_board(board, max_per_cell) for board in boards):
        found = adaptive_sweep(
            spec,
            store,
            strategy=strategy,
            first=first,
            start=start,
            seed=seed,
            max_per_cell=max_per_cell,
            method=method,
            half_width=half_width,
            most_games=most_games,
            executor=executor,
            progress=progress,
        )
        if found.interrupted:
            raise KeyboardInterrupt
        results.append(
            BoardDensity(
                spec.board_text, strategy, first, found.start, seed, found.curve, found.critical
            )
        )
    return results


def read_board(board: BoardLike, max_per_cell: int = 1) -> Spec:
    """Return the spec of a board without its mines."""
    spec = read_spec(board, max_per_cell).with_mines(None)
    if spec.size < 2:
        raise SpecError(f"a curve needs a board of at least two cells, and {str(spec)!r} has one")
    return spec
