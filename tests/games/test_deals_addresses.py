"""All parameters of a game determine its layout, and nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

import pickle
from math import sqrt

import numpy as np
import pytest

import sapper
from sapper import _core
from sapper.games.deals import FIRST_CLICKS, Deal
from strategy_names import REPEATABLE

GAMES = 20_000


def layouts(deal: Deal, games: int, seed: int = 1) -> np.ndarray:
    return np.array([deal.game(seed, index).mines for index in range(games)])


def cells(deal: Deal, seed: int, index: int) -> list[int]:
    return np.flatnonzero(deal.game(seed, index).mines).tolist()


GOLDEN = [
    ("9x9/10", {}, 1, 0, [6, 25, 48, 50, 54, 60, 66, 67, 68, 76]),
    ("9x9/10", {}, 1, 1, [1, 3, 14, 19, 32, 36, 39, 40, 69, 73]),
    ("9x9/10", {}, 2**64 - 1, 2**64 - 1, [1, 14, 15, 16, 19, 21, 30, 34, 64, 78]),
    ("9x9/11", {}, 1, 0, [9, 11, 16, 25, 27, 34, 35, 38, 41, 71, 80]),
    ("9x9/10", {"first": "any"}, 1, 0, [11, 23, 32, 62, 64, 69, 70, 73, 74, 80]),
    ("9x9/10", {"first": "open"}, 1, 0, [1, 8, 14, 23, 36, 41, 46, 66, 76, 78]),
    ("9x9/10", {"start": 40}, 1, 0, [0, 8, 11, 15, 21, 25, 35, 54, 59, 60]),
    ("torus:9x12/9", {}, 1, 0, [13, 42, 44, 72, 75, 79, 87, 95, 104]),
    ("hex:6x6/8", {}, 7, 3, [1, 6, 21, 23, 25, 26, 27, 33]),
    ("box:3x3x3/5", {}, 1, 0, [4, 10, 15, 16, 23]),
    ("5x5/20", {}, 1, 0, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 24]),
    ("4x4/7", {"max_per_cell": 3}, 1, 0, [1, 2, 4, 11, 12]),
]


@pytest.mark.parametrize(("spec", "options", "seed", "index", "expected"), GOLDEN)
def test_layouts_stay_the_same_for_ever(
    spec: str, options: dict[str, object], seed: int, index: int, expected: list[int]
) -> None:
    """The deal of a seed and an index must never change: published results depend on it."""
    deal = Deal.read(spec, **options)  # type: ignore[arg-type]
    assert cells(deal, seed, index) == expected


def test_addresses_stay_the_same_for_ever() -> None:
    assert sapper.board("9x9").graph.address == 1939855364097743335
    assert Deal.read("9x9/10").core.address == 4694728408872906137
    several = Deal.read("4x4/7", max_per_cell=3).game(1, 0).mines
    assert several == [0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0]


def test_a_graph_is_addressed_by_its_edges() -> None:
    path = sapper.graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")])
    assert path.graph.address == 777747753895535494
    assert cells(Deal.read(path, mines=2), 1, 0) == [1, 3]
    renamed = sapper.graph([(0, 1), (1, 2), (2, 3), (3, 4)])
    star = sapper.graph([(0, 1), (0, 2), (0, 3), (0, 4)])
    assert renamed.graph.address == path.graph.address != star.graph.address


@pytest.mark.parametrize(
    ("board", "mines", "games"),
    [("9x9", (10, 11), GAMES), ("hex:8x8", (9, 10), GAMES), ("box:4x4x4", (5, 6), GAMES)],
)
def test_games_with_one_mine_more_are_independent(
    board: str, mines: tuple[int, int], games: int
) -> None:
    """The won and lost games of the same numbers are uncorrelated."""
    won = []
    for count in mines:
        result = sapper.simulate(board, "perimeter", games, mines=count, records=True)
        assert result.records is not None
        won.append(result.records.won)
    assert 0.05 < won[0].mean() < 0.95
    phi = np.corrcoef(won[0], won[1])[0, 1]
    assert abs(phi) < 4 / sqrt(games)


BASE = Deal.read("6x6/9")
OTHERS = {
    "mines": Deal.read("6x6/10"),
    "shape": Deal.read("4x9/9"),
    "turned": Deal.read("9x4/9"),
    "kind": Deal.read("torus:6x6/9"),
    "graph": Deal.read(sapper.graph(sapper.grid(6, 6).edges()), mines=9),
    "rule": Deal.read("6x6/9", first="any"),
    "first cell": Deal.read("6x6/9", start=35),
    "limit of a cell": Deal.read("6x6/9", max_per_cell=2),
}


@pytest.mark.parametrize("what", OTHERS)
def test_games_that_differ_in_anything_are_independent(what: str) -> None:
    """Two deals share mines with the expected frequency."""
    games, other = 3000, OTHERS[what]
    first, second = layouts(BASE, games) > 0, layouts(other, games) > 0
    if other.board.size == BASE.board.size:
        expected = (first.mean(axis=0) * second.mean(axis=0)).sum()
        shared = (first & second).sum(axis=1)
        assert abs(shared.mean() - expected) < 5 * shared.std() / sqrt(games)
    assert (first == second).all(axis=1).sum() < 3


def test_addresses_are_all_different() -> None:
    deals = [BASE, *OTHERS.values()]
    deals += [
        Deal.read("5x5/6", first=first, start=start) for first in FIRST_CLICKS for start in (0, 24)
    ]
    deals += [Deal.read("5x5", mines=mines) for mines in range(6)]
    deals += [Deal.read("5x5", mines=1, max_per_cell=limit) for limit in range(2, 9)]
    assert len({deal.core.address for deal in deals}) == len(deals)


def test_seeds_and_numbers_make_different_games() -> None:
    seen = {tuple(cells(BASE, seed, index)) for seed in range(30) for index in range(30)}
    assert len(seen) == 900


@pytest.mark.parametrize("strategy", [name for name in REPEATABLE if name != "optimal"])
def test_every_strategy_meets_the_same_layouts(strategy: str) -> None:
    deal = Deal.read("6x6/5", first="open")
    expected = [deal.game(3, index).bbbv for index in range(40)]
    result = sapper.simulate("6x6/5", strategy, 40, seed=3, first="open", records=True)
    assert result.records is not None
    assert result.records.bbbv.tolist() == expected


@pytest.mark.parametrize("first", FIRST_CLICKS)
@pytest.mark.parametrize("board", ["5x6", "torus:4x4", "hex:4x5", "box:3x3x4"])
def test_python_and_the_core_know_the_same_rule(board: str, first: FirstClickRule) -> None:
    size = sapper.board(board).size
    for mines in (0, 2, size):
        for start in (0, size // 2, size - 1):
            deal = Deal.read(board, mines=mines, first=first, start=start)
            assert deal.core.allowed == deal.allowed
            assert deal.core.full == deal.full
            assert deal.core.start_is_safe == deal.start_is_safe
            laid = set(cells(deal, 1, 0))
            assert not laid & deal.kept_free
            assert sorted([*deal.allowed, *deal.kept_free]) == list(range(size))


def test_a_deal_travels_between_processes() -> None:
    deal = Deal.read("6x6/9", first="open")
    game = deal.game(1, 5).mines
    copy = pickle.loads(pickle.dumps(deal))
    assert copy == deal
    assert copy.game(1, 5).mines == game
    assert isinstance(copy.core, _core.Deal)
