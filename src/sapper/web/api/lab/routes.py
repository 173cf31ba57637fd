"""The routes of the laboratory: the store as tables and figures, and comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Response

from sapper import defaults
from sapper.games.deals import MAX_SEED
from sapper.lab.fits.definitions import DEFAULT_METHOD, METHODS
from sapper.lab.store.export import to_csv
from sapper.positions.states import MAX_PER_CELL
from sapper.strategies.registry import find
from sapper.types import DensityMethod, FirstClickRule
from sapper.web.api.boards.models import Name, Spec
from sapper.web.api.lab import answers, comparing, models
from sapper.web.api.lab.laboratory import described
from sapper.web.api.lab.phases import PhaseKind, stored_phases, study_phases
from sapper.web.errors import PROBLEMS, json_response

if TYPE_CHECKING:
    from sapper.web.api.lab.laboratory import Laboratory
    from sapper.web.serving.pools import Pool

Strategy = Annotated[Name, Query(description="A strategy of /api/strategies.")]
Board = Annotated[Spec, Query(description="A board without mines.", examples=["8x8"])]
Rule = Annotated[FirstClickRule, Query(description="The first-click rule.")]
Start = Annotated[
    int | None,
    Query(ge=0, description="The first cell. Default: that of the strategy or of the rule."),
]
Seed = Annotated[int, Query(ge=0, le=MAX_SEED, description="The seed of the games.")]
MaxPerCell = Annotated[
    int, Query(ge=1, le=MAX_PER_CELL, description="Maximum number of mines in one cell.")
]


MethodName = Annotated[
    DensityMethod,
    Query(
        description="The definition of the critical density; see /api/lab/methods.",
    ),
]


def routes(fits: Pool, play: Pool, laboratory: Laboratory) -> APIRouter:
    """Return the routes that read the store, and that of comparisons.

    ``fits`` is the pool for work on the store, ``play`` the pool for games.
    """
    router = APIRouter(tags=["laboratory"], responses=PROBLEMS)

    @router.get("/api/lab/boards", response_model=list[answers.StoredBoard])
    async def boards() -> Response:
        """The contents of the store."""
        return await fits.run(lambda: json_response(laboratory.boards()))

    @router.get("/api/lab/methods", response_model=list[answers.Method])
    async def methods() -> Response:
        """The definitions of the critical density."""
        return json_response(
            [answers.Method(name, method.meaning) for name, method in METHODS.items()]
        )

    @router.get("/api/lab/curve", response_model=answers.StoredCurve)
    async def curve(
        board: Board,
        strategy: Strategy = defaults.STRATEGY,
        first: Rule = defaults.FIRST,
        start: Start = None,
        seed: Seed = defaults.SEED,
        max_per_cell: MaxPerCell = 1,
        method: MethodName = DEFAULT_METHOD,
    ) -> Response:
        """Win rates by number of mines, with the fit and the critical density."""

        def work() -> Response:
            return json_response(
                described(
                    laboratory.density(board, strategy, first, seed, method, start, max_per_cell)
                )
            )

        return await fits.run(work)

    @router.get("/api/lab/table", response_model=answers.Table)
    async def table(
        strategy: Strategy = defaults.STRATEGY,
        first: Rule = defaults.FIRST,
        seed: Seed = defaults.SEED,
        method: MethodName = DEFAULT_METHOD,
    ) -> Response:
        """Critical densities of all grids p x q, next to those of Chong et al. 2024."""

        def work() -> Response:
            return json_response(laboratory.table(strategy, first, seed, method))

        return await fits.run(work)

    @router.get("/api/lab/phases", response_model=answers.Phases)
    async def phases(
        kind: Annotated[PhaseKind, Query(description="The squares: grids or tori.")] = "grid",
        strategy: Annotated[
            Name | None,
            Query(
                description="A strategy with games in the store. Default: the games of the study."
            ),
        ] = None,
        first: Rule = defaults.FIRST,
    ) -> Response:
        """The win rates of squares by size and density, from the study or from the store."""

        def work() -> Response:
            if strategy is None:
                return json_response(study_phases(kind))
            name = find(strategy).name
            return json_response(
                stored_phases(
                    kind, name, first, laboratory.tallies(None, name, first, max_per_cell=1)
                )
            )

        return await fits.run(work)

    @router.get(
        "/api/lab/export.csv",
        response_class=Response,
        responses={200: {"content": {"text/csv": {}}, "description": "One row per point."}},
    )
    async def export(
        board: Annotated[Spec | None, Query(description="A board. Default: all.")] = None,
        strategy: Annotated[Name | None, Query(description="A strategy. Default: all.")] = None,
        first: Annotated[
            FirstClickRule | None, Query(description="A first-click rule. Default: all.")
        ] = None,
        start: Annotated[int | None, Query(ge=0, description="A first cell. Default: all.")] = None,
        seed: Annotated[int | None, Query(ge=0, le=MAX_SEED)] = None,
        max_per_cell: Annotated[
            int | None,
            Query(ge=1, le=MAX_PER_CELL, description="Mines per cell. Default: all."),
        ] = None,
    ) -> Response:
        """The points of the store as a table."""

        def work() -> Response:
            tallies = laboratory.tallies(board, strategy, first, seed, start, max_per_cell)
            table = to_csv(tallies)
            return Response(table, headers=_as_file("sapper.csv"), media_type="text/csv")

        return await fits.run(work)

    @router.get(
        "/api/lab/figure.svg",
        response_class=Response,
        responses={200: {"content": {"image/svg+xml": {}}, "description": "The figure."}},
    )
    async def figure(
        board: Board,
        strategy: Strategy = defaults.STRATEGY,
        first: Rule = defaults.FIRST,
        start: Start = None,
        seed: Seed = defaults.SEED,
        max_per_cell: MaxPerCell = 1,
        method: MethodName = DEFAULT_METHOD,
    ) -> Response:
        """The curve of a board as a figure for print."""

        def work() -> Response:
            found = laboratory.density(board, strategy, first, seed, method, start, max_per_cell)
            headers = _as_file("sapper.svg")
            return Response(laboratory.figure(found), headers=headers, media_type="image/svg+xml")

        return await fits.run(work)

    @router.post("/api/compare", response_model=answers.Compared)
    async def compare(comparison: models.Comparison) -> Response:
        """The win rates of strategies on the same games, from half a second of play.

        For narrower intervals, send another request with `games` of the answer as `games_before`
        and the counts of its strategies as `before`.
        """
        return await play.run(lambda: json_response(comparing.compared(comparison)))

    return router


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'inline; filename="{name}"'}
