"""Boards, presets and strategies: what can be played and by whom."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Response

import sapper.boards
from sapper.analysis.answer import coordinates
from sapper.boards.kinds import GRAPH_KIND, KINDS
from sapper.boards.specs import NAMED, Spec, parse_spec
from sapper.errors import BoardError
from sapper.strategies.registry import entries
from sapper.web import answers, models
from sapper.web.errors import TooLargeError, json_response
from sapper.web.limits import MAX_CELLS, MAX_DRAWN, MAX_ENTRIES

if TYPE_CHECKING:
    from sapper.web.limits import Pool

_MOST_CACHED = 64


def read_board(
    given: models.Board, max_per_cell: int = 1
) -> tuple[sapper.boards.Board, int | None]:
    """Return the board of a request, and the mines of its spec."""
    if isinstance(given, models.Graph):
        return sapper.boards.graph(given.edges, nodes=range(given.nodes)), None
    spec = parse_spec(given.spec, max_per_cell)
    return build(spec), spec.mines


def build(spec: Spec) -> sapper.boards.Board:
    """Build the board of a spec that is not too large."""
    check_size(spec)
    return _build(spec.with_mines(None))


def check_size(spec: Spec) -> None:
    """Raise TooLargeError for a board that is too large to be asked about here."""
    if spec.size > MAX_CELLS:
        raise TooLargeError(f"{spec} has {spec.size:,} cells, where {MAX_CELLS:,} are allowed")
    pairs = KINDS[spec.kind].rule.entries(spec.shape)
    if pairs > MAX_ENTRIES:
        raise TooLargeError(
            f"{spec} has {pairs:,} pairs of neighbours, where {MAX_ENTRIES:,} are allowed"
        )


@lru_cache(maxsize=_MOST_CACHED)
def _build(spec: Spec) -> sapper.boards.Board:
    board = spec.board()
    board.graph  # noqa: B018  (made once, for all threads)
    return board


def describe(
    board: sapper.boards.Board, mines: int | None, positions: list[list[float]] | None = None
) -> answers.BoardInfo:
    """Return everything a page needs to draw a board."""
    offsets, targets = board.offsets.tolist(), board.targets.tolist()
    kind = board.described
    return answers.BoardInfo(
        spec=board.spec,
        kind=board.kind,
        tiling=GRAPH_KIND if kind is None else kind.tiling,
        wraps=kind is not None and kind.wraps,
        shape=list(board.shape),
        size=board.size,
        mines=mines,
        max_degree=board.max_degree,
        neighbors=[targets[offsets[i] : offsets[i + 1]] for i in range(board.size)],
        coordinates=coordinates(board, range(board.size)),
        positions=positions,
    )


def presets() -> list[answers.Preset]:
    """Return boards that go by a name: the usual ones, and one of every other kind."""
    shapes = {
        kind.preset_name or name: f"{name}:{kind.preset}"
        for name, kind in KINDS.items()
        if kind.preset is not None
    }
    named = {**NAMED, **shapes}
    return [answers.Preset(name, spec, "safe") for name, spec in named.items()]


def places(graph: models.Graph) -> list[list[float]]:
    """Return where to draw the nodes of a graph, within the unit square."""
    import networkx as nx

    if graph.nodes > MAX_DRAWN:
        raise TooLargeError(f"graphs of up to {MAX_DRAWN} nodes are drawn, not of {graph.nodes}")
    drawn: nx.Graph[int] = nx.Graph()
    drawn.add_nodes_from(range(graph.nodes))
    drawn.add_edges_from((first, second) for first, second in graph.edges)
    found = nx.spring_layout(drawn, seed=1)
    columns = [[float(found[node][axis]) for node in range(graph.nodes)] for axis in (0, 1)]
    reach = max(max(column) - min(column) for column in columns) or 1.0
    middles = [(max(column) + min(column)) / 2 for column in columns]
    return [
        [
            min(1.0, max(0.0, (column[node] - middle) / reach + 0.5))
            for column, middle in zip(columns, middles, strict=True)
        ]
        for node in range(graph.nodes)
    ]


def routes(pool: Pool, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """Return the routes about boards and strategies."""
    router = APIRouter(tags=["boards"], responses=problems)

    @router.get("/api/boards/{spec:path}", response_model=answers.BoardInfo)
    async def board(spec: models.Spec) -> Response:
        """Cells, neighbours and coordinates of the board of a spec, such as `hex:10x12/20`."""

        def work() -> Response:
            parsed = parse_spec(spec)
            found = describe(build(parsed), parsed.mines)
            return json_response(found, headers={"Cache-Control": "max-age=3600"})

        return await pool.run(work)

    @router.post("/api/graph", response_model=answers.BoardInfo)
    async def graph(graph: models.Graph) -> Response:
        """The board of a graph, with where to draw its nodes."""

        def work() -> Response:
            board, _ = read_board(graph)
            if board.size != graph.nodes:
                raise BoardError(f"{board.size} cells for {graph.nodes} nodes")
            return json_response(describe(board, None, places(graph)))

        return await pool.run(work)

    @router.get("/api/presets", response_model=list[answers.Preset])
    async def named() -> Response:
        """Boards that go by a name: the usual ones, and one of every other kind."""
        return json_response(presets())

    @router.get("/api/strategies", response_model=list[answers.StrategyInfo])
    async def strategies() -> Response:
        """Who can play, and whose each strategy is."""
        return json_response(
            [
                answers.StrategyInfo(
                    entry.name, entry.description, entry.source, family=entry.is_family
                )
                for entry in entries()
            ]
        )

    return router
