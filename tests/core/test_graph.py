"""A regular board, whose cells share their steps, equals one with explicit neighbour lists."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper import _core
from sapper.positions.states import COVERED, FLAGGED, States

MOST_IN_SETS = 128
"""Boards of this size use sets instead of the code that is tested here."""

SPECS = (
    "12x12",
    "16x30",
    "1x150",
    "150x1",
    "2x80",
    "torus:11x13",
    "torus:1x140",
    "hex:12x12",
    "tri:12x12",
    "rook:12x12",
    "knight:12x12",
    "reach2:12x12",
    "box:5x6x5",
    "box:4x4x3x3",
)


def answers(graph: _core.Graph, states: States, mines: int, most: int) -> list[object]:
    """The engine's answer for a position, or the reason why there is none."""
    asked = _core.Question(graph, states, mines, most, 30.0, 1 << 28)
    try:
        solution = asked.solve()
        found: list[object] = [bytes(solution.mine_probability), solution.log2_layouts]
        unknown = [int(cell) for cell in np.flatnonzero(states == COVERED)]
        for cell in unknown[:: max(1, len(unknown) // 3)]:
            try:
                shown = asked.shown(cell)
                found.append((shown.first, shown.probability))
            except _core.Contradiction as mine:
                found.append(str(mine))
    except (_core.Contradiction, _core.BudgetExceeded) as failure:
        return [str(failure)]
    return found


@given(
    spec=st.sampled_from(SPECS),
    density=st.sampled_from((0.05, 0.12, 0.2)),
    share=st.sampled_from((0.1, 0.5, 0.9)),
    flagged=st.sampled_from((0.0, 0.0, 0.3)),
    most=st.sampled_from((1, 1, 2)),
    seed=st.integers(0, 10_000),
)
def test_both_are_answered_alike(
    spec: str, density: float, share: float, flagged: float, most: int, seed: int
) -> None:
    board = sapper.board(spec)
    assert board.size > MOST_IN_SETS
    random = np.random.default_rng(seed)
    layout = (random.random(board.size) < density).astype(np.int16)
    around = np.add.reduceat(np.append(layout[board.targets], 0), board.offsets[:-1])
    around[np.diff(board.offsets) == 0] = 0
    opened = (layout == 0) & (random.random(board.size) < share)
    states = np.where(opened, around, COVERED).astype(np.int16)
    states[(layout == 1) & (random.random(board.size) < flagged)] = FLAGGED
    lists = _core.Graph(board.offsets, board.targets)
    mines = int(layout.sum())
    assert answers(board.graph, states, mines, most) == answers(lists, states, mines, most)
