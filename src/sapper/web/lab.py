"""The laboratory: what the store holds, its curves and critical densities, as tables and figures.

One store, the one that the server was started with. It is opened for every request, so that other
processes may write to it at the same time; a store that does not exist yet is an empty one.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Response
from pydantic import AfterValidator

from sapper.boards import parse_spec
from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.games.deals import MAX_SEED
from sapper.intervals import wilson
from sapper.lab.fits.definitions import (
    DEFAULT_METHOD,
    METHODS,
    check_method,
    critical_density,
)
from sapper.lab.store.blocks import own_start
from sapper.lab.store.export import to_csv
from sapper.lab.store.store import Store
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.sweeps.densities import BoardDensity
from sapper.strategies.registry import find
from sapper.web import lab_answers
from sapper.web.errors import NotFoundError, json_response
from sapper.web.models import First, Name, Spec
from sapper.web.phases import PhaseKind, stored_phases, study_phases

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.lab.fits.curve import Curve
    from sapper.lab.fits.definitions import CriticalDensity
    from sapper.lab.store.store import Tally
    from sapper.web.pools import Pool

_FIT_POINTS = 120
_MOST_FITS = 1_000
_MEMORY = ":memory:"

_SHARES = ("wins", "guess_free")
"""Columns of a curve that are games out of all games."""

Strategy = Annotated[Name, Query(description="As in /api/strategies.")]
Board = Annotated[Spec, Query(description="A board without mines.", examples=["8x8"])]
Rule = Annotated[First, Query(description="The rule of the first click.")]
Start = Annotated[
    int | None,
    Query(ge=0, description="The first cell; left out, the strategy's own or the rule's."),
]
Seed = Annotated[int, Query(ge=0, le=MAX_SEED, description="The seed of the games.")]


def known_method(name: str) -> str:
    """Return the name of a definition of the critical density; a ValueError lists them."""
    check_method(name)
    return name


MethodName = Annotated[
    str,
    AfterValidator(known_method),
    Query(
        description="What the critical density means; see /api/lab/methods.",
        json_schema_extra={"enum": list(METHODS)},
    ),
]


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
        first: str | None = None,
        seed: int | None = None,
        start: int | None = None,
    ) -> list[Tally]:
        """Return the points of the store, added up."""
        with Store(self.path if self.path.exists() else _MEMORY) as store:
            return store.tallies(
                boards=None if board is None else [parse_spec(board).board_text],
                strategies=None if strategy is None else [find(strategy).name],
                first=first,
                start=start,
                seed=seed,
            )

    def boards(self) -> list[lab_answers.StoredBoard]:
        """Return what there is, by board, strategy, rule, first cell and seed."""
        found: dict[tuple[str, str, str, int, int], list[int]] = {}
        for tally in self.tallies():
            point = tally.point
            key = (point.board, point.strategy, point.first, point.start, point.seed)
            counts = found.setdefault(key, [0, 0])
            counts[0] += 1
            counts[1] += tally.games
        return [
            lab_answers.StoredBoard(board, strategy, first, start, str(seed), points, games)
            for (board, strategy, first, start, seed), (points, games) in found.items()
        ]

    def density(
        self,
        board: str,
        strategy: str,
        first: str,
        seed: int,
        method: str,
        start: int | None = None,
    ) -> BoardDensity:
        """Return the curve of a board and its critical density.

        ``start`` is the first cell; without it the strategy's own, if it has one, else the rule's.
        """
        if start is None:
            start = own_start(parse_spec(board).board_text, find(strategy).name, first)
        tallies = self.tallies(board, strategy, first, seed, start)
        if not tallies:
            raise NotFoundError(
                f"the store has no game of {strategy} on {board} with first click {first} in "
                f"cell {start} and seed {seed}"
            )
        return _density(tallies, method)

    def table(self, strategy: str, first: str, seed: int, method: str) -> lab_answers.Table:
        """Return the critical densities of all grids that were played or published."""
        by_sides: dict[tuple[int, int], list[Tally]] = {}
        for tally in self.tallies(None, strategy, first, seed):
            spec = parse_spec(tally.point.board)
            if spec.kind == "grid" and tally.point.begins_by_itself:
                by_sides.setdefault((spec.shape[0], spec.shape[1]), []).append(tally)
        played: dict[tuple[int, int], CriticalDensity] = {}
        for sides, tallies in sorted(by_sides.items()):
            # A board and the same one turned share a place; the upright one is shown if there.
            played.setdefault((min(sides), max(sides)), _density(tallies, method).critical)
        cells = []
        for sides in sorted({*played, *CRITICAL_DENSITIES}):
            critical, published = played.get(sides), CRITICAL_DENSITIES.get(sides)
            interval = None if critical is None else critical.interval
            cells.append(
                lab_answers.TableCell(
                    p=sides[0],
                    q=sides[1],
                    value=None if critical is None else critical.value,
                    interval=None if interval is None else list(interval),
                    published=None if published is None else float(published),
                )
            )
        return lab_answers.Table(cells)

    def figure(self, result: BoardDensity) -> str:
        """Draw a curve as SVG."""
        from sapper.lab.figures.style import need_matplotlib, to_svg
        from sapper.lab.figures.win_rates import win_rates

        need_matplotlib()
        with self._drawing:
            return to_svg(win_rates([result]))


def _density(tallies: list[Tally], method: str) -> BoardDensity:
    point = tallies[0].point
    curve = curve_of(tallies)
    critical = _critical(_Same(curve), method)
    asked = (point.board, point.strategy, point.first, point.start, point.seed)
    return BoardDensity(*asked, curve, critical)


class _Same:
    """A curve that is equal to others of the same games, so that fits can be kept."""

    def __init__(self, curve: Curve) -> None:
        self.curve = curve
        columns = (curve.mines, curve.wins, curve.games, curve.guess_free, curve.guesses)
        more = (curve.moves, curve.cpu_seconds)
        self._key = (
            curve.spec,
            *(None if column is None else column.tobytes() for column in (*columns, *more)),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=_MOST_FITS)
def _critical(same: _Same, method: str) -> CriticalDensity:
    return critical_density(same.curve, method)


def described(result: BoardDensity) -> lab_answers.StoredCurve:
    """Return a curve with its critical density for machines."""
    curve, critical = result.curve, result.critical
    return lab_answers.StoredCurve(
        curve=lab_answers.CurveColumns(
            mines=curve.mines.tolist(),
            densities=curve.densities.tolist(),
            wins=curve.wins.tolist(),
            games=curve.games.tolist(),
            win_rates=curve.win_rates.tolist(),
            intervals=curve.intervals.tolist(),
        ),
        critical=lab_answers.Critical(
            method=critical.method,
            value=critical.value,
            interval=None if critical.interval is None else list(critical.interval),
            why=critical.why,
        ),
        measured=measured(curve, critical.method),
        fit=fitted(result),
        published=result.published,
    )


def measured(curve: Curve, method: str) -> lab_answers.Measured:
    """Return what a definition of the critical density looks at."""
    looks_at = METHODS[method].looks_at
    column = getattr(curve, looks_at)
    quantity = "seconds" if looks_at == "cpu_seconds" else looks_at
    if column is None:
        return lab_answers.Measured(quantity, [], None)
    values = (column / curve.games).tolist()
    if quantity not in _SHARES:
        return lab_answers.Measured(quantity, values, None)
    counts = zip(column.tolist(), curve.games.tolist(), strict=True)
    return lab_answers.Measured(quantity, values, [list(wilson(*count)) for count in counts])


def fitted(result: BoardDensity) -> list[list[float]]:
    """Return points of the fitted curve, none where no win rates were fitted."""
    from sapper.lab.figures.win_rates import win_rate_fit

    fit = win_rate_fit(result)
    if fit is None:
        return []
    places = np.linspace(fit.densities[0], fit.densities[-1], _FIT_POINTS).tolist()
    return [[place, float(fit.win_rate(place))] for place in places]


def routes(
    pool: Pool, laboratory: Laboratory, problems: dict[int | str, dict[str, Any]]
) -> APIRouter:
    """Return the routes that read the store."""
    router = APIRouter(prefix="/api/lab", tags=["laboratory"], responses=problems)

    @router.get("/boards", response_model=list[lab_answers.StoredBoard])
    async def boards() -> Response:
        """What the store holds."""
        return await pool.run(lambda: json_response(laboratory.boards()))

    @router.get("/methods", response_model=list[lab_answers.Method])
    async def methods() -> Response:
        """What the critical density may mean."""
        return json_response(
            [lab_answers.Method(name, method.meaning) for name, method in METHODS.items()]
        )

    @router.get("/curve", response_model=lab_answers.StoredCurve)
    async def curve(
        board: Board,
        strategy: Strategy = "perimeter",
        first: Rule = "safe",
        start: Start = None,
        seed: Seed = 1,
        method: MethodName = DEFAULT_METHOD,
    ) -> Response:
        """Win rates by number of mines, with the fit and the critical density."""

        def work() -> Response:
            return json_response(
                described(laboratory.density(board, strategy, first, seed, method, start))
            )

        return await pool.run(work)

    @router.get("/table", response_model=lab_answers.Table)
    async def table(
        strategy: Strategy = "perimeter",
        first: Rule = "safe",
        seed: Seed = 1,
        method: MethodName = DEFAULT_METHOD,
    ) -> Response:
        """Critical densities of all grids p x q, beside those of Chong et al. 2024."""

        def work() -> Response:
            return json_response(laboratory.table(strategy, first, seed, method))

        return await pool.run(work)

    @router.get("/phases", response_model=lab_answers.Phases)
    async def phases(
        kind: Annotated[PhaseKind, Query(description="The squares: grids or tori.")] = "grid",
        strategy: Annotated[
            Name | None,
            Query(description="Whose games of the store; left out, those of the study."),
        ] = None,
        first: Rule = "safe",
    ) -> Response:
        """Size by density, and how many games are won: the study's squares, or the store's."""

        def work() -> Response:
            if strategy is None:
                return json_response(study_phases(kind))
            name = find(strategy).name
            return json_response(
                stored_phases(kind, name, first, laboratory.tallies(None, name, first))
            )

        return await pool.run(work)

    @router.get(
        "/export.csv",
        response_class=Response,
        responses={200: {"content": {"text/csv": {}}, "description": "A row for every point."}},
    )
    async def export(
        board: Annotated[Spec | None, Query(description="One board; left out, all.")] = None,
        strategy: Annotated[Name | None, Query(description="One strategy; left out, all.")] = None,
        first: Annotated[First | None, Query(description="One rule; left out, all.")] = None,
        start: Annotated[int | None, Query(ge=0, description="One first cell; else all.")] = None,
        seed: Annotated[int | None, Query(ge=0, le=MAX_SEED)] = None,
    ) -> Response:
        """The points of the store as a table."""

        def work() -> Response:
            table = to_csv(laboratory.tallies(board, strategy, first, seed, start))
            return Response(table, headers=_as_file("sapper.csv"), media_type="text/csv")

        return await pool.run(work)

    @router.get(
        "/figure.svg",
        response_class=Response,
        responses={200: {"content": {"image/svg+xml": {}}, "description": "The figure."}},
    )
    async def figure(
        board: Board,
        strategy: Strategy = "perimeter",
        first: Rule = "safe",
        start: Start = None,
        seed: Seed = 1,
        method: MethodName = DEFAULT_METHOD,
    ) -> Response:
        """The curve of a board as a figure for print."""

        def work() -> Response:
            found = laboratory.density(board, strategy, first, seed, method, start)
            headers = _as_file("sapper.svg")
            return Response(laboratory.figure(found), headers=headers, media_type="image/svg+xml")

        return await pool.run(work)

    return router


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'inline; filename="{name}"'}
