"""Random layouts, positions and replays, small enough to read a million of them quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import Board, board, graph
from sapper.layouts import Layout
from sapper.positions import COVERED, FLAGGED, Position
from sapper.replays import Click, Replay

if TYPE_CHECKING:
    from random import Random

_SPECS = (
    *("1x1", "1x7", "2x2", "3x4", "5x5", "4x9", "9x9", "12x3", "torus:4x5", "torus:3x3"),
    *("hex:4x5", "tri:4x6", "box:2x3x3", "rook:4x4", "knight:5x5", "reach2:5x5", "box:2x2x2x2"),
)
_GRIDS = 8
_KINDS = ("open", "open", "open", "flag", "chord")
_BOARDS: dict[str, Board] = {}


def any_board(random: Random, *, grid: bool) -> Board:
    """Return a board; with ``grid`` always a flat one with 8 neighbours."""
    if not grid and random.random() < 0.15:
        size = random.randint(1, 8)
        pairs = [(a, b) for a in range(size) for b in range(a) if random.random() < 0.4]
        return graph(pairs, nodes=range(size))
    spec = random.choice(_SPECS[:_GRIDS] if grid else _SPECS)
    if spec not in _BOARDS:
        _BOARDS[spec] = board(spec)
    return _BOARDS[spec]


def any_layout(random: Random, *, grid: bool = True, most: int = 1) -> Layout:
    """Return a layout of any density."""
    where = any_board(random, grid=grid)
    density = random.random() * random.random()
    mines = [random.randint(1, most) if random.random() < density else 0 for _ in range(where.size)]
    return Layout(where, mines)


def any_position(random: Random, *, grid: bool = True, true: bool | None = None) -> Position:
    """Return a position; ``true`` ones can occur in a game, others may contradict themselves."""
    layout = any_layout(random, grid=grid)
    where = layout.board
    shown = random.random()
    states = np.full(where.size, COVERED, dtype=np.int16)
    for cell in range(where.size):
        if random.random() >= shown:
            continue
        if layout.mines[cell]:
            states[cell] = FLAGGED if random.random() < 0.3 else COVERED
        else:
            states[cell] = int(layout.mines[list(where.neighbors(cell))].sum())
    if true is not True and random.random() < 0.3:
        cell = random.randrange(where.size)
        states[cell] = random.randint(0, min(8, len(where.neighbors(cell))))
    return Position.from_states(where, states, layout.mine_count)


def any_replay(random: Random) -> Replay:
    """Return a replay of a few clicks anywhere."""
    layout = any_layout(random)
    time = 0.0
    clicks = []
    for _ in range(random.randint(0, 8)):
        time += random.randrange(2000) / 1000
        clicks.append(
            Click(round(time, 3), random.choice(_KINDS), random.randrange(layout.board.size))
        )
    name = random.choice((None, "Ann", "Ann Example"))
    return Replay(layout, tuple(clicks), name, random.choice((None, "Sapper 1")))
