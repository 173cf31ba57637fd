"""The agents exactly as in the heuristic-agents report, against an independent S."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import log2

import numpy as np
import pytest

import sapper
from sapper import _core
from sapper.games import Deal
from sapper.games.playing import clicks
from sapper.papers.claims import Effort
from sapper.papers.heuristic_agents import table_one
from sapper.papers.heuristic_agents.other_readings import FrontierOnly, SomeSets
from sapper.papers.heuristic_agents.table_one_games import (
    TABLE,
    Mean,
    Played,
    distinct,
    played,
)
from sapper.strategies.compiled import Compiled

QUICK = Effort(quick=True)

NEAR_AND_FAR = ([11.0, 23.0], [16.0, 29.0])


def sets(position: sapper.Position, mines: int) -> list[frozenset[int]]:
    """S of section 4.3, for an agent that assumes a number of mines."""
    board = position.board
    return [
        held
        for held in map(frozenset, combinations(position.covered, mines))
        if all(
            len(held.intersection(board.neighbors(b))) == position.clue(b)
            for b in position.revealed
        )
    ]


def entropy(position: sapper.Position, found: list[frozenset[int]], cell: int) -> float:
    """q(b) of section 4.4."""
    near = position.board.neighbors(cell)
    numbers = [len(held.intersection(near)) for held in found if cell not in held]
    shares = [numbers.count(n) / len(found) for n in set(numbers)]
    return -sum(share * log2(share) for share in shares)


def candidates(position: sapper.Position, agent: int, mines: int) -> set[int]:
    """The cells among which an agent may choose, by the letter."""
    covered, found = position.covered, sets(position, mines)
    if not found:
        return set(covered)
    if agent in (3, 5):
        held = {cell: sum(cell in some for some in found) for cell in covered}
        covered = [cell for cell in covered if held[cell] == min(held.values())]
    if agent in (4, 5):
        gains = {cell: entropy(position, found, cell) for cell in covered}
        covered = [cell for cell in covered if gains[cell] >= max(gains.values()) - 1e-9]
    return set(covered)


@pytest.mark.parametrize("extra", [0, 2])
@pytest.mark.parametrize("agent", [3, 4, 5])
def test_agents_choose_among_the_cells_of_the_text(agent: int, extra: int) -> None:
    met = set()
    for spec, there in (("4x4", 2), ("3x4", 3)):
        deal = Deal.read(f"{spec}/{there}", first="any", start=0)
        for index in range(6):
            for click in list(clicks(deal, Compiled("agent003:1"), 5, index))[1:]:
                position = click.position
                allowed = candidates(position, agent, there + extra)
                for lot in range(3):
                    move = _core.advise(
                        position.board.graph,
                        position.states,
                        there,
                        1,
                        f"agent003:{agent}" + (f"+{extra}" if extra else ""),
                        lot,
                        index,
                    )
                    assert move.cell in allowed, position
                    met.add(len(allowed) > 1)
    assert met == {True, False} or (agent, extra) == (3, 0)


def test_agent_4_clicks_on_mines_that_it_knows() -> None:
    """One layout is left: every entropy is 0, that of the mine as well."""
    position = sapper.parse("1#1#", mines=1)
    assert sets(position, 1) == [frozenset({1})]
    clicked = {
        _core.advise(position.board.graph, position.states, 1, 1, "agent003:4", lot, 0).cell
        for lot in range(30)
    }
    assert clicked == {1, 3}
    assert Compiled("entropy").choose(position) == 3


def test_exact_values_of_the_agents_lie_in_the_intervals_of_the_games() -> None:
    for agent in range(1, 6):
        value = sapper.strategy_value("3x3/2", f"agent003:{agent}", "any", 0)
        low, high = sapper.simulate("3x3/2", f"agent003:{agent}", 5_000, 2, "any", 0).interval
        assert low < value.probability < high


def test_agents_1_and_2_are_the_strategies_there_were() -> None:
    for agent, name in ((1, "random"), (2, "neighborhood-sum")):
        own, other = (sapper.simulate("5x5/4", n, 300) for n in (f"agent003:{agent}", name))
        assert (own.wins, own.moves) == (other.wins, other.moves)


# -- mines that may share a cell ------------------------------------------------------------------


def test_how_many_cells_are_hit() -> None:
    assert distinct(36, 1) == {1: 1}
    for cells, draws in ((16, 2), (3, 4), (25, 4)):
        chances = distinct(cells, draws)
        assert sum(chances.values()) == 1
        empty = Fraction(cells - 1, cells) ** draws  # a cell that no draw hits
        assert sum(k * p for k, p in chances.items()) == cells * (1 - empty)
    assert distinct(2, 3) == {1: Fraction(1, 4), 2: Fraction(3, 4)}


def test_games_with_shared_cells_are_weighed_by_their_chance() -> None:
    own = played(QUICK, "4x4/2", 3, "shared")
    one, two = own.parts
    assert (one[0], two[0]) == (1 / 16, 15 / 16)
    again = sapper.simulate("4x4/1", "agent003:3+1", len(one[1]), 1, "any", 0)
    assert one[1].sum() == again.wins
    assert own.won.value == pytest.approx(one[1].mean() / 16 + two[1].mean() * 15 / 16)


def test_means_of_several_kinds() -> None:
    mean = Mean.of([(0.25, np.array([0.0, 4.0])), (0.75, np.array([1.0, 1.0, 1.0]))])
    assert mean.value == pytest.approx(1.25)
    assert mean.error == pytest.approx(1.959963984540054 * 0.25 * 2 / 2**0.5)
    assert mean.spread == pytest.approx((0.25 * 8 + 0.75 * 1 - 1.25**2) ** 0.5)


def test_a_table_that_does_not_fit_is_ruled_out() -> None:
    expected, variances = np.array([10.0, 20.0]), np.array([4.0, 9.0])
    drawn = np.random.default_rng(1).normal(expected, np.sqrt(variances), (20_000, 2))
    near, far = (table_one.beyond(np.array(x), drawn, expected, variances) for x in NEAR_AND_FAR)
    assert near[0] == pytest.approx(1.25)
    assert near[1] == pytest.approx(0.535, abs=0.02)  # exp(-1.25 / 2)
    assert far[0] == pytest.approx(36 / 4 + 9)
    assert far[1] < 0.001


def test_intervals_that_meet_and_that_do_not() -> None:
    row = TABLE["6x6/6"][2]  # 40 % of 100, 7.66 moves

    def games(wins: int, moves: int) -> Played:
        return Played(((1.0, np.arange(1000) < wins, np.arange(1000) % 2 * 2 + moves - 1),))

    assert table_one.wins_meet(row, games(450, 8))
    assert not table_one.wins_meet(row, games(650, 8))
    assert table_one.moves_meet(row, games(450, 8)) is (abs(8 - 7.66) < 0.27)
    assert not table_one.moves_meet(row, games(450, 9))


def test_other_readings_look_at_less() -> None:
    position = sapper.parse("1###\n####\n####\n####", mines=2)
    assert FrontierOnly().choose(position) in (1, 4, 5)
    assert SomeSets(10**6, at_random=False).choose(position) not in (1, 4, 5)
    missed = sapper.parse("####\n####\n####\n###1", mines=2)  # which the first set does not fit
    assert {SomeSets(1, at_random=False).choose(missed)} <= set(missed.covered)
