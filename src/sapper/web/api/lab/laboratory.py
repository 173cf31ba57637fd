"""The store of the server: its contents, curves and critical densities, as tables and figures.

There is one store. It is opened for every request, so that other processes may write to it at the
same time; a store that does not exist yet is an empty one.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.formatting import amount
from sapper.intervals import wilson
from sapper.lab.fits.definitions import METHODS, critical_density
from sapper.lab.store.blocks import own_start
from sapper.lab.store.store import Store
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.sweeps.densities import BoardDensity
from sapper.strategies.registry import find
from sapper.web.api.lab import answers
from sapper.web.errors import NotFoundError

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.lab.fits.curve import Curve
    from sapper.lab.fits.definitions import CriticalDensity
    from sapper.lab.store.store import Tally
    from sapper.types import DensityMethod, FirstClickRule

_FIT_POINTS = 120
_MOST_FITS = 1_000
_MEMORY = ":memory:"

_SHARES = ("wins", "guess_free")
"""Columns of a curve that are games out of all games."""


class Laboratory:
    """Reads one store."""

    def __init__(self, path: Path) -> None:
        self.path = path
        """The file of the store."""
        self._drawing = threading.Lock()  # the settings of Matplotlib are those of the process

    def tallies(
        self,
        board: str | None = None,
        strategy: str | None = None,
        first: FirstClickRule | None = None,
        seed: int | None = None,
        start: int | None = None,
        max_per_cell: int | None = None,
    ) -> list[Tally]:
        """Return the totals of the points in the store."""
        with self._opened() as store:
            tallies = store.tallies(
                boards=None if board is None else [parse_spec(board).board_text],
                strategies=None if strategy is None else [find(strategy).name],
                first=first,
                start=start,
                seed=seed,
            )
        return [each for each in tallies if max_per_cell in (None, each.point.max_per_cell)]

    def _opened(self) -> Store:
        """Return the store, whose graphs are then known; an empty one if there is no file."""
        store = Store(self.path if self.path.exists() else _MEMORY)
        try:
            store.know_boards()
        except BaseException:
            store.close()
            raise
        return store

    def boards(self) -> list[answers.StoredBoard]:
        """Return points and games by board, strategy, rule, first cell, seed and mines per cell."""
        found: dict[tuple[str, str, FirstClickRule, int, int, int], list[int]] = {}
        for tally in self.tallies():
            point = tally.point
            most = point.max_per_cell
            key = (point.board, point.strategy, point.first, point.start, point.seed, most)
            counts = found.setdefault(key, [0, 0])
            counts[0] += 1
            counts[1] += tally.games
        return [
            answers.StoredBoard(board, strategy, first, start, str(seed), most, points, games)
            for (board, strategy, first, start, seed, most), (points, games) in found.items()
        ]

    def density(
        self,
        board: str,
        strategy: str,
        first: FirstClickRule,
        seed: int,
        method: DensityMethod,
        start: int | None = None,
        max_per_cell: int = 1,
    ) -> BoardDensity:
        """Return the curve of a board and its critical density.

        ``start`` is the first cell; without it the strategy's own, if it has one, else the rule's.
        """
        if start is None:
            with self._opened():
                start = own_start(parse_spec(board).board_text, find(strategy).name, first)
        tallies = self.tallies(board, strategy, first, seed, start, max_per_cell)
        if not tallies:
            raise NotFoundError(
                f"the store has no games of {strategy} on {board} with first click {first} in "
                f"cell {start}, seed {seed} and up to {amount(max_per_cell, 'mine')} per cell"
            )
        return _density(tallies, method)

    def table(
        self, strategy: str, first: FirstClickRule, seed: int, method: DensityMethod
    ) -> answers.Table:
        """Return the critical densities of all grids that were played or published."""
        by_sides: dict[tuple[int, int], list[Tally]] = {}
        for tally in self.tallies(None, strategy, first, seed, max_per_cell=1):
            spec = parse_spec(tally.point.board)
            if spec.kind == "grid" and tally.point.has_default_start:
                by_sides.setdefault((spec.shape[0], spec.shape[1]), []).append(tally)
        played: dict[tuple[int, int], CriticalDensity] = {}
        for sides, tallies in sorted(by_sides.items()):
            if len({tally.identity for tally in tallies}) > 1:
                continue  # different strategies of one name have no common curve
            # p x q and q x p share a cell of the table; the upright one has precedence.
            played.setdefault((min(sides), max(sides)), _density(tallies, method).critical)
        cells = []
        for sides in sorted({*played, *CRITICAL_DENSITIES}):
            critical, published = played.get(sides), CRITICAL_DENSITIES.get(sides)
            interval = None if critical is None else critical.interval
            cells.append(
                answers.TableCell(
                    p=sides[0],
                    q=sides[1],
                    value=None if critical is None else critical.value,
                    interval=None if interval is None else list(interval),
                    published=None if published is None else float(published),
                    why=None if critical is None or critical.value is not None else critical.why,
                )
            )
        return answers.Table(cells)

    def figure(self, result: BoardDensity) -> str:
        """Draw a curve as SVG."""
        from sapper.lab.figures.style import need_matplotlib, to_svg
        from sapper.lab.figures.win_rates import win_rates

        need_matplotlib()
        with self._drawing:
            return to_svg(win_rates([result]))


def _density(tallies: list[Tally], method: DensityMethod) -> BoardDensity:
    point = tallies[0].point
    curve = curve_of(tallies)
    critical = _critical(_Same(curve), method)
    asked = (point.board, point.strategy, point.first, point.start, point.seed)
    return BoardDensity(*asked, curve, critical)


class _Same:
    """A curve that compares by its counts, as a cache key of fits."""

    def __init__(self, curve: Curve) -> None:
        self.curve = curve
        columns = (curve.mines, curve.wins, curve.games, curve.guess_free, curve.guesses)
        more = (curve.moves, curve.cpu_seconds)
        self._key = (
            curve.spec,
            curve.max_per_cell,
            curve.most_mines,
            *(None if column is None else column.tobytes() for column in (*columns, *more)),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=_MOST_FITS)
def _critical(same: _Same, method: DensityMethod) -> CriticalDensity:
    return critical_density(same.curve, method)


def described(result: BoardDensity) -> answers.StoredCurve:
    """Return a curve with its critical density as an answer."""
    curve, critical = result.curve, result.critical
    return answers.StoredCurve(
        curve=answers.CurveColumns(
            mines=curve.mines.tolist(),
            densities=curve.densities.tolist(),
            wins=curve.wins.tolist(),
            games=curve.games.tolist(),
            win_rates=curve.win_rates.tolist(),
            intervals=curve.intervals.tolist(),
        ),
        critical=answers.Critical(
            method=critical.method,
            value=critical.value,
            interval=None if critical.interval is None else list(critical.interval),
            why=critical.why,
            needs=None if critical.needs is None else list(critical.needs),
        ),
        measured=measured(curve, critical.method),
        fit=fitted(result),
        published=result.published,
    )


def measured(curve: Curve, method: DensityMethod) -> answers.Measured:
    """Return the quantity that a definition of the critical density uses."""
    looks_at = METHODS[method].looks_at
    column = getattr(curve, looks_at)
    quantity = "seconds" if looks_at == "cpu_seconds" else looks_at
    if column is None:
        return answers.Measured(quantity, [], None)
    values = (column / curve.games).tolist()
    if quantity not in _SHARES:
        return answers.Measured(quantity, values, None)
    counts = zip(column.tolist(), curve.games.tolist(), strict=True)
    return answers.Measured(quantity, values, [list(wilson(*count)) for count in counts])


def fitted(result: BoardDensity) -> list[list[float]]:
    """Return points of the fitted curve in the range of the games; none if there is no fit."""
    from sapper.lab.figures.win_rates import fit_line

    line: list[list[float]] = fit_line(result, _FIT_POINTS).tolist()
    return line
