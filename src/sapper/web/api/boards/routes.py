"""The routes of boards, presets and strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from sapper.analysis.answer import coordinates
from sapper.boards.kinds import GRAPH_KIND, KINDS, NAMED
from sapper.errors import BoardError
from sapper.strategies.registry import entries
from sapper.web.api.boards import answers, models
from sapper.web.api.boards.boards import (
    build,
    parse_within_limits,
    read_board,
    seconds_for,
)
from sapper.web.errors import PROBLEMS, TooLargeError, json_response
from sapper.web.limits import MAX_CELLS, MAX_DRAWN

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.web.serving.pools import Pool


def describe(
    board: Board, mines: int | None, positions: list[list[float]] | None = None
) -> answers.BoardInfo:
    """Return everything that a page needs to draw a board."""
    kind = board.described
    large = board.size > MAX_CELLS
    patterns, phase = ([], []) if kind is None or not large else kind.core.patterns(board.shape)
    return answers.BoardInfo(
        spec=board.spec,
        kind=board.kind,
        tiling=GRAPH_KIND if kind is None else kind.tiling,
        wraps=kind is not None and kind.wraps,
        shape=list(board.shape),
        size=board.size,
        mines=mines,
        max_degree=board.max_degree,
        neighbors=[] if large else _neighbors(board),
        coordinates=[] if large else coordinates(board, range(board.size)),
        steps=[[list(step) for step in pattern] for pattern in patterns],
        phase=list(phase),
        positions=positions,
    )


def _neighbors(board: Board) -> list[list[int]]:
    offsets, targets = board.offsets.tolist(), board.targets.tolist()
    return [targets[offsets[i] : offsets[i + 1]] for i in range(board.size)]


def _places(board: Board) -> list[list[float]] | None:
    """Return the places of the nodes of a graph in a drawing; None for a lattice."""
    from sapper.boards.graph_layout import unit_places

    if board.kind != GRAPH_KIND:
        return None
    if board.size > MAX_DRAWN:
        raise TooLargeError(f"graphs of up to {MAX_DRAWN} nodes are drawn, not of {board.size}")
    return unit_places(board.size, board.edges())


def presets() -> list[answers.Preset]:
    """Return the named boards: the standard ones, and one of every other kind."""
    shapes = {
        kind.preset_name or name: f"{name}:{kind.preset}"
        for name, kind in KINDS.items()
        if kind.preset is not None
    }
    named = {**NAMED, **shapes}
    return [answers.Preset(name, spec, "safe") for name, spec in named.items()]


def routes(pool: Pool) -> APIRouter:
    """Return the routes about boards and strategies."""
    router = APIRouter(tags=["boards"], responses=PROBLEMS)

    @router.get("/api/boards/{spec:path}", response_model=answers.BoardInfo)
    async def board(spec: models.Spec, *, analysed: bool = False) -> Response:
        """Cells, neighbours and coordinates of the board of a spec, such as `hex:10x12/20`.

        With `analysed`, a board that is too large for an analysis is rejected.
        """

        def work() -> Response:
            parsed = parse_within_limits(spec)
            made = build(parsed, to_play=not analysed)
            found = describe(made, parsed.mines, _places(made))
            return json_response(found, headers={"Cache-Control": "max-age=3600"})

        return await pool.run(work, seconds_for(models.SpecBoard(spec=spec)))

    @router.post("/api/graph", response_model=answers.BoardInfo)
    async def graph(graph: models.Graph) -> Response:
        """The board of a graph, with the places of its nodes in a drawing."""

        def work() -> Response:
            board, _ = read_board(graph)
            if board.size != graph.nodes:
                raise BoardError(f"{board.size} cells for {graph.nodes} nodes")
            return json_response(describe(board, None, _places(board)))

        return await pool.run(work)

    @router.get("/api/presets", response_model=list[answers.Preset])
    async def named() -> Response:
        """Named boards: the standard ones, and one of every other kind."""
        return json_response(presets())

    @router.get("/api/strategies", response_model=list[answers.StrategyInfo])
    async def strategies() -> Response:
        """All strategies with their descriptions and sources."""
        return json_response(
            [
                answers.StrategyInfo(
                    entry.name, entry.description, entry.source, family=entry.is_family
                )
                for entry in entries()
            ]
        )

    return router
