"""Boards, presets and strategies: what can be played and by whom."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Response

import sapper.boards
from sapper.analysis.answer import coordinates
from sapper.boards.kinds import GRAPH_KIND, KINDS
from sapper.boards.specs import NAMED, Spec, parse_spec
from sapper.errors import BoardError, SapperError
from sapper.strategies.registry import entries
from sapper.web import answers, models
from sapper.web.errors import TooLargeError, json_response
from sapper.web.limits import (
    LARGE_SECONDS,
    MAX_CELLS,
    MAX_DRAWN,
    MAX_ENTRIES,
    MAX_GAME_CELLS,
    MAX_GAME_ENTRIES,
    SECONDS,
)

if TYPE_CHECKING:
    from sapper.web.pools import Pool

_MOST_CACHED = 64
_MOST_LARGE_CACHED = 3


def read_board(
    given: models.Board, max_per_cell: int = 1, *, to_play: bool = False
) -> tuple[sapper.boards.Board, int | None]:
    """Return the board of a request, and the mines of its spec."""
    if isinstance(given, models.Graph):
        return sapper.boards.graph(given.edges, nodes=range(given.nodes)), None
    spec = parse_spec(given.spec, max_per_cell)
    return build(spec, to_play=to_play), spec.mines


def build(spec: Spec, *, to_play: bool = False) -> sapper.boards.Board:
    """Build the board of a spec that is not too large to be analysed, or to be played."""
    check_size(spec, to_play=to_play)
    bare = spec.with_mines(None)
    return _build(bare) if spec.size <= MAX_CELLS else _build_large(bare)


def seconds_for(given: models.Board) -> float:
    """Return how long a request about a board may take; a spec that is wrong takes none."""
    try:
        large = isinstance(given, models.SpecBoard) and parse_spec(given.spec).size > MAX_CELLS
    except SapperError:
        large = False
    return LARGE_SECONDS if large else SECONDS


def check_size(spec: Spec, *, to_play: bool = False) -> None:
    """Raise TooLargeError for a board that is too large to be asked about here."""
    cells = MAX_GAME_CELLS if to_play else MAX_CELLS
    if spec.size > cells:
        whom = "" if to_play else " to be analysed"
        raise TooLargeError(f"{spec} has {spec.size:,} cells, where {cells:,} are allowed{whom}")
    most = MAX_GAME_ENTRIES if spec.size > MAX_CELLS else MAX_ENTRIES
    pairs = KINDS[spec.kind].rule.entries(spec.shape)
    if pairs > most:
        raise TooLargeError(f"{spec} has {pairs:,} pairs of neighbours, where {most:,} are allowed")


@lru_cache(maxsize=_MOST_CACHED)
def _build(spec: Spec) -> sapper.boards.Board:
    return _built(spec)


@lru_cache(maxsize=_MOST_LARGE_CACHED)
def _build_large(spec: Spec) -> sapper.boards.Board:
    """Build a board of up to a hundred megabytes, of which few are kept."""
    return _built(spec)


def _built(spec: Spec) -> sapper.boards.Board:
    board = spec.board()
    board.graph  # noqa: B018  (made once, for all threads)
    return board


def describe(
    board: sapper.boards.Board, mines: int | None, positions: list[list[float]] | None = None
) -> answers.BoardInfo:
    """Return everything a page needs to draw a board."""
    kind = board.described
    large = board.size > MAX_CELLS
    patterns, phase = ([], []) if kind is None or not large else kind.rule.steps(board.shape)
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


def _neighbors(board: sapper.boards.Board) -> list[list[int]]:
    offsets, targets = board.offsets.tolist(), board.targets.tolist()
    return [targets[offsets[i] : offsets[i + 1]] for i in range(board.size)]


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
    from sapper.web.graph_drawing import draw

    if graph.nodes > MAX_DRAWN:
        raise TooLargeError(f"graphs of up to {MAX_DRAWN} nodes are drawn, not of {graph.nodes}")
    return draw(graph.nodes, graph.edges)


def routes(pool: Pool, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """Return the routes about boards and strategies."""
    router = APIRouter(tags=["boards"], responses=problems)

    @router.get("/api/boards/{spec:path}", response_model=answers.BoardInfo)
    async def board(spec: models.Spec, *, analysed: bool = False) -> Response:
        """Cells, neighbours and coordinates of the board of a spec, such as `hex:10x12/20`.

        With `analysed` one that is too large for an analysis is refused.
        """

        def work() -> Response:
            parsed = parse_spec(spec)
            found = describe(build(parsed, to_play=not analysed), parsed.mines)
            return json_response(found, headers={"Cache-Control": "max-age=3600"})

        return await pool.run(work, seconds_for(models.SpecBoard(spec=spec)))

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
