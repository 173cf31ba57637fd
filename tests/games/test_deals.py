"""Deals: fair layouts under every first-click rule, and the cells that a click opens."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from scipy.stats import chisquare

import sapper
from brute_force import all_layouts, number
from sapper import _core
from sapper.games.deals import Deal, default_start

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.types import FirstClickRule


def dealt(deal: Deal, games: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(deal.game(7, index).mines) for index in range(games))


@pytest.mark.parametrize(
    ("board", "mines", "limit", "first", "start"),
    [
        (sapper.grid(2, 3), 2, 1, "any", 0),
        (sapper.grid(2, 3), 2, 1, "safe", 1),
        (sapper.grid(2, 3), 4, 1, "safe", 0),
        (sapper.grid(2, 4), 2, 1, "open", 0),
        (sapper.grid(3, 3), 8, 1, "any", 0),
        (sapper.torus(3, 3), 3, 1, "any", 0),
        (sapper.graph([(0, 1), (1, 2), (3, 4)]), 2, 1, "open", 1),
        (sapper.grid(2, 2), 3, 2, "any", 0),
        (sapper.grid(1, 4), 4, 3, "any", 2),
        (sapper.grid(2, 2), 4, 2, "safe", 3),
        (sapper.grid(1, 5), 3, 2, "open", 0),
        (sapper.grid(1, 4), 7, 2, "any", 0),
    ],
)
def test_layouts_are_dealt_evenly(
    board: Board, mines: int, limit: int, first: FirstClickRule, start: int
) -> None:
    games = 12_000
    deal = Deal.read(board, mines=mines, max_per_cell=limit, first=first, start=start)
    free = {"any": [], "safe": [start], "open": [start, *board.neighbors(start)]}[first]
    fair = {
        layout: weight
        for layout, weight in all_layouts(board, mines, limit)
        if not any(layout[cell] for cell in free)
    }
    found = dealt(deal, games)
    assert set(found) <= set(fair)
    if len(fair) == 1:
        return
    expected = np.array(list(fair.values())) * (games / sum(fair.values()))
    assert chisquare([found[layout] for layout in fair], expected).pvalue > 1e-3


def test_numbers_cascades_and_3bv_of_the_core() -> None:
    for index in range(40):
        deal = Deal.read("5x6/4", first="any")
        game = deal.game(3, index)
        layout = tuple(game.mines)
        safe = [cell for cell in range(30) if not layout[cell]]
        network: nx.Graph[int] = deal.board.to_networkx()
        zeros = network.subgraph([c for c in safe if number(deal.board, layout, c) == 0])
        openings = list(nx.connected_components(zeros))
        shown = {c for cells in openings for z in cells for c in [z, *deal.board.neighbors(z)]}
        assert game.bbbv == len(openings) + len(set(safe) - shown)
        opened = game.open(safe[0])
        area = next((cells for cells in openings if safe[0] in cells), None)
        wanted = (
            {safe[0]} if area is None else {c for z in area for c in [z, *deal.board.neighbors(z)]}
        )
        assert set(opened or ()) == wanted
        assert all(game.states[c] == number(deal.board, layout, c) for c in wanted)
        assert game.safe_left == len(safe) - len(wanted)


def test_the_default_first_cell() -> None:
    assert default_start(sapper.grid(9, 9), "any") == 0
    assert default_start(sapper.grid(4, 9), "open") == 3 * 9 + 3
    assert default_start(sapper.grid(3, 9), "open") == 1 * 9 + 4
    assert default_start(sapper.box(3, 3, 3), "open") == 13
    assert default_start(sapper.torus(6, 6), "open") == 21
    assert default_start(sapper.graph([(0, 1), (1, 2)]), "open") == 1
    assert sapper.simulate("16x30/99", "random", 1, start=(2, 5)).start == 65


def test_the_core_refuses_what_the_edge_lets_through() -> None:
    graph = sapper.grid(2, 2).graph
    with pytest.raises(ValueError, match="any, safe or open"):
        _core.Deal(graph, 1, 1, "never", 0)
    with pytest.raises(ValueError, match="covered"):
        _core.Game(_core.Deal(graph, 1, 1, "safe", 0), 1, 0).open(4)
