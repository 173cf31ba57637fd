"""With some thousands of layouts left, ``best`` evaluates clicks on all of them."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper import _core

if TYPE_CHECKING:
    from collections.abc import Iterable

COVERED = -1
MEMORY = 1 << 24


class Follower:
    """Plays a position as it is advised, on all layouts that fit."""

    def __init__(self, board: sapper.Board, mines: int) -> None:
        self.graph, self.mines = board.graph, mines
        self.around = [frozenset(board.neighbors(cell)) for cell in range(board.size)]
        self.states = np.full(board.size, COVERED, np.int16)

    def wins(self, layouts: list[frozenset[int]]) -> int:
        """Return how many of them are won."""
        if len(layouts) == 1:
            return 1
        mined = frozenset().union(*layouts)
        for cell in range(len(self.states)):
            if self.states[cell] == COVERED and cell not in mined:
                return self.opened(cell, layouts)
        found = _core.nearly_perfect(self.graph, self.states, self.mines)
        assert found.layouts == len(layouts)
        return self.opened(found.cell, [layout for layout in layouts if found.cell not in layout])

    def opened(self, cell: int, layouts: Iterable[frozenset[int]]) -> int:
        """Return how many are won after a click that is safe in all of them."""
        by_number: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
        for layout in layouts:
            by_number[len(layout & self.around[cell])].append(layout)
        total = 0
        for number, fitting in by_number.items():
            self.states[cell] = number
            total += self.wins(fitting)
        self.states[cell] = COVERED
        return total


# The last one has more cells than bits in a word.
@pytest.mark.parametrize("spec", ["3x4/4", "3x5/3", "hex:3x4/3", "torus:3x4/4", "8x9/1"])
def test_what_is_promised_is_won(spec: str) -> None:
    deal = sapper.games.deals.Deal.read(spec)
    board, mines = deal.board, deal.mines
    player = Follower(board, mines)
    promised = _core.nearly_perfect(board.graph, player.states, mines)
    layouts = [frozenset(mined) for mined in combinations(range(board.size), mines)]
    assert promised.layouts == len(layouts)
    assert player.wins(layouts) >= promised.wins > 0


@given(st.integers(0, 10_000), st.sampled_from(["4x4/5", "3x6/6", "4x5/5", "hex:4x4/5"]))
def test_no_more_is_promised_than_perfect_play_wins(index: int, spec: str) -> None:
    game = sapper.Game(spec, seed=31, index=index, first="any")
    if not any(state >= 0 for state in game.position.states):
        game.open(index % game.position.board.size)
    while game.status == "playing":
        safe = [cell for cell in game.analysis.safe if game.position.states[cell] == COVERED]
        if not safe:
            break
        game.open(safe[0])
    if game.status != "playing":
        return
    position = game.position
    assert position.mines is not None
    graph = position.board.graph
    found = _core.nearly_perfect(graph, position.states, position.mines)
    perfect = _core.PerfectSearch(graph, position.mines, [], MEMORY).advise(position.states)
    assert found.layouts == perfect.layouts == game.analysis.solutions
    assert 0 < found.wins <= perfect.wins


def test_too_many_layouts_are_left_alone() -> None:
    position = sapper.Position("10x10/20", [None] * 100)
    assert _core.nearly_perfect(position.board.graph, position.states, 20).cell == -1


@pytest.mark.parametrize("spec", ["4x5/5", "5x5/4", "4x4/7", "3x6/12"])
def test_best_is_perfect_on_tiny_boards(spec: str) -> None:
    """More than 4,096 layouts are left after the first click on most of these."""
    value = sapper.strategy_value(spec, "best", start=0)
    assert value.wins == sapper.optimal(spec, start=0).wins
