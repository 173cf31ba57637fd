"""Exact values of strategies: against enumeration of all games, a slow tree, and perfect play."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.analysis.remainders import fraction
from sapper.boards import Board, graph, grid, torus
from sapper.errors import StrategyError, TooHardError
from sapper.intervals import wilson
from sapper.perfect import optimal, strategy_value
from sapper.positions import Position
from sapper.strategies.compiled import Compiled

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

DETERMINISTIC = ["pseq", "best", "infer-guess", "heuristic:P", "heuristic:QU", "neighborhood-sum"]
WITH_LOTS = ["random", "basic", "perimeter", "frontier", "entropy", "perimeter-entropy"]


class ByPosition(Compiled):
    """A strategy of the core, asked through Python one position at a time."""


def slow_value(board: Board, mines: int, name: str, start: int) -> int:
    """Every layout played to its end, one by one."""
    player, wins = Compiled(name), 0
    cells = [cell for cell in range(board.size) if cell != start]
    for some in combinations(cells, mines):
        wins += survives(board, set(some), player, start)
    return wins


def survives(board: Board, mines: set[int], player: Compiled, start: int) -> bool:
    states = np.full(board.size, -1, dtype=np.int16)
    cell = start
    while True:
        if cell in mines:
            return False
        todo = [cell]
        while todo:
            here = todo.pop()
            if states[here] < 0:
                states[here] = sum(other in mines for other in board.neighbors(here))
                if states[here] == 0:
                    todo += board.neighbors(here)
        if int((states < 0).sum()) == len(mines):
            return True
        cell = player.choose(Position.from_states(board, states, len(mines)))


@pytest.mark.parametrize("name", DETERMINISTIC)
@pytest.mark.parametrize(("spec", "mines"), [("3x3", 2), ("3x4", 4), ("torus:3x4", 3), ("2x5", 5)])
def test_every_layout_played_gives_the_same(name: str, spec: str, mines: int) -> None:
    board = sapper.board(spec)
    found = strategy_value(board, name, mines=mines, start=1)
    assert found.wins == slow_value(board, mines, name, 1)
    assert found.layouts == comb(board.size - 1, mines)


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Board, int, int]:
    kind = draw(st.sampled_from(["grid", "torus", "graph"]))
    if kind == "graph":
        n = draw(st.integers(2, 9))
        pairs = [(i, j) for i in range(n) for j in range(i)]
        board = graph(draw(st.sets(st.sampled_from(pairs), max_size=14)), nodes=range(n))
    else:
        shape = draw(st.sampled_from([(1, 5), (2, 3), (2, 4), (3, 3)]))
        board = grid(*shape) if kind == "grid" else torus(*shape)
    mines = draw(st.integers(0, board.size - 1))
    return board, mines, draw(st.integers(0, board.size - 1))


@given(small_games(), st.sampled_from(["pseq", "best", "heuristic:PU"]))
@settings(max_examples=40, deadline=None)
def test_the_python_tree_agrees(game: tuple[Board, int, int], name: str) -> None:
    board, mines, start = game
    fast = strategy_value(board, name, mines=mines, start=start)
    assert strategy_value(board, ByPosition(name), mines=mines, start=start).wins == fast.wins


@given(small_games(), st.sampled_from(["any", "safe"]))
@settings(max_examples=60, deadline=None)
def test_nothing_beats_perfect_play(game: tuple[Board, int, int], first: FirstClickRule) -> None:
    board, mines, start = game
    best = optimal(board, first, start, mines=mines)
    for name in ["pseq", "best", "perimeter", "basic", "random"]:
        found = strategy_value(board, name, first, start, mines=mines)
        assert 0 < found.wins <= best.wins, name
        assert found.layouts == best.layouts
    assert strategy_value(board, "optimal", first, start, mines=mines).wins == best.wins


@pytest.mark.parametrize("name", [*WITH_LOTS, "infer-guess-published"])
def test_games_agree_with_the_value(name: str) -> None:
    for spec in ("4x4/4", "3x5/3"):
        exact = strategy_value(spec, name).probability
        played = sapper.simulate(spec, name, games=6000, seed=5)
        low, high = wilson(played.wins, played.games, z=4.5)
        assert low <= exact <= high, (name, spec, float(exact), played.win_rate)


def test_random_ties_are_averaged_by_hand() -> None:
    # Three cells in a row, one mine, the first click in the middle of nothing known: 1 shows it.
    # Then both ends are as likely; either click wins half of the layouts.
    assert strategy_value("1x3/1", "perimeter", start=1).wins == 1
    # Every cell of 2x2 sees the mine: two of three random clicks are safe, then one of two.
    assert strategy_value("2x2/1", "random").probability == Fraction(1, 3)
    assert strategy_value("1x2/1", "random", first="any").probability == Fraction(1, 2)


def test_a_full_board_and_one_without_mines() -> None:
    assert strategy_value("2x2/4", "pseq").probability == 1
    assert strategy_value("3x3/0", "random").probability == 1


def test_bad_strategies_and_boards() -> None:
    class Wrong:
        def choose(self, position: Position) -> int:
            return 0

    with pytest.raises(StrategyError, match="not a covered cell"):
        strategy_value("3x3/2", Wrong)
    with pytest.raises(TooHardError, match="layouts"):
        strategy_value("7x7/20", "pseq")
    with pytest.raises(TooHardError, match="64 cells"):
        strategy_value("9x9/10", "pseq")
    with pytest.raises(TooHardError, match="50,000"):
        strategy_value("5x6/6", ByPosition("pseq"))


def test_fractions_from_residues() -> None:
    from sapper import _core

    for wanted in (Fraction(0), Fraction(7), Fraction(10**30, 3**40)):
        residues = [
            wanted.numerator * pow(wanted.denominator, -1, _core.prime(i)) % _core.prime(i)
            for i in range(6)
        ]
        assert fraction(residues) == wanted
    huge = [pow(3, -200, _core.prime(i)) for i in range(3)]
    assert fraction(huge) is None
