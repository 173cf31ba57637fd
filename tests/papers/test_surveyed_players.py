"""The players surveyed by the heuristic-agents report, against brute force and the engine."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import sapper
from sapper.games import Deal
from sapper.games.playing import clicks
from sapper.papers.heuristic_agents.half_at_random import HalfAtRandom
from sapper.papers.heuristic_agents.noisy_clues import NoiseError, posterior, win_rate
from sapper.papers.heuristic_agents.upper_confidence import UpperConfidence, fitting
from sapper.papers.heuristic_agents.window_table import WindowTable, settled, window_table
from sapper.perfect import optimal, strategy_value


def positions(spec: str, strategy: str, games: int) -> list[sapper.Position]:
    """The positions of some games before every click except the first."""
    deal = Deal.read(spec)
    player = sapper.strategies.compiled.Compiled(strategy)
    return [
        click.position
        for index in range(games)
        for click in list(clicks(deal, player, 3, index))[1:]
    ]


# -- limited search -------------------------------------------------------------------------------


def zone_proves(position: sapper.Position, cell: int) -> bool | None:
    """Conclusions from the zone of interest of a cell, by enumeration: safe, a mine or none."""
    board, covered = position.board, set(position.covered)
    shown = set(position.revealed)
    near = shown.intersection(board.neighbors(cell))
    zone = {
        clue
        for other in {cell}.union(*(covered.intersection(board.neighbors(c)) for c in near))
        for clue in shown.intersection(board.neighbors(other))
    }
    cells = sorted(covered.intersection(*[set().union(*(board.neighbors(c) for c in zone))]))
    if not near:
        return None
    found = {
        dict(zip(cells, filling, strict=True))[cell]
        for filling in product((0, 1), repeat=len(cells))
        if all(
            sum(mine for other, mine in zip(cells, filling, strict=True) if other in set(
                board.neighbors(clue)
            )) == position.clue(clue)
            for clue in zone
        )
    }  # fmt: skip
    return None if len(found) == 2 else found == {0}


def test_limited_search_opens_what_zones_prove_and_nothing_else_as_certain() -> None:
    proved = 0
    for position in positions("4x4/3", "limited-search", 12):
        move = sapper._core.advise(
            position.board.graph, position.states, 3, 1, "limited-search", 1, 1
        )
        safe = set(sapper.analyze(position).safe)
        if move.certain:
            assert move.cell in safe
            proved += 1
        else:
            few = len(position.covered) < 11
            assert not few or not any(zone_proves(position, cell) for cell in position.covered), (
                position
            )
    assert proved > 10


def test_limited_search_stands_between_single_clues_and_all() -> None:
    wins = [
        sapper.simulate("9x9/10", name, 3_000, seed=2).wins
        for name in ("basic", "limited-search", "perimeter")
    ]
    assert wins == sorted(wins)
    assert wins[1] - wins[0] > 200


def test_limited_search_with_several_mines_a_cell() -> None:
    found = sapper.simulate("5x5/6", "limited-search", 200, max_per_cell=2)
    assert found.games == 200
    assert 0 < found.wins < 200


# -- ties to the edge -----------------------------------------------------------------------------


def test_ties_go_to_the_edge() -> None:
    deal = Deal.read("7x9/10")
    guesses = 0
    for index in range(40):
        player = sapper.strategies.compiled.Compiled("near-edge")
        for click in list(clicks(deal, player, 4, index))[1:]:
            if click.certain or click.analysis is None:
                continue
            chances = click.analysis.mine_probability
            ties = np.flatnonzero(chances <= np.nanmin(chances) + 1e-9)
            rows, columns = np.divmod(ties, 9)
            distance = np.minimum.reduce([rows, columns, 6 - rows, 8 - columns])
            assert distance[ties == click.cell] == distance.min()
            guesses += 1
    assert guesses > 20
    assert sapper.simulate("torus:6x6/5", "near-edge", 20).games == 20


# -- upper confidence trees -----------------------------------------------------------------------


def test_layouts_that_fit_are_those_of_the_engine() -> None:
    for position in positions("3x4/3", "random", 10):
        layouts = fitting(position)
        exact = sapper.analyze(position)
        assert len(layouts) == exact.solutions
        for cell in position.covered:
            share = sum(layout >> cell & 1 for layout in layouts) / len(layouts)
            assert share == pytest.approx(exact.mine_probability[cell])


def test_trees_are_between_the_myopic_program_and_perfect_play() -> None:
    for board in ("2x5/3", "3x4/3"):
        trees = strategy_value(board, UpperConfidence(400)).probability
        assert trees <= optimal(board, first="safe", start=0).probability
        assert trees > strategy_value(board, "perimeter").probability


def test_trees_become_perfect() -> None:
    assert strategy_value("2x4/2", UpperConfidence(1_500)).probability == (
        optimal("2x4/2", first="safe", start=0).probability
    )


def test_the_same_position_gets_the_same_guess() -> None:
    position = sapper.parse("1###\n####\n####", mines=3)
    player = UpperConfidence(60)
    first = player.choose(position)
    player.choose(sapper.parse("2###\n####\n####", mines=3))
    assert player.choose(position) == first == UpperConfidence(60).choose(position)


def test_trees_refuse_what_they_cannot_do() -> None:
    with pytest.raises(sapper.StrategyError, match="at least 1 simulation"):
        UpperConfidence(0)
    with pytest.raises(sapper.StrategyError, match="small boards"):
        UpperConfidence().choose(sapper.Position.covered_board("9x9/10"))
    with pytest.raises(sapper.StrategyError, match="a known number of mines"):
        UpperConfidence().choose(sapper.Position(sapper.grid(2, 2), [None] * 4, density=0.2))


# -- noisy clues ----------------------------------------------------------------------------------


def test_without_noise_bayes_is_the_engine() -> None:
    for position in positions("3x4/3", "random", 10):
        exact = sapper.analyze(position).mine_probability
        chances = posterior(position, 0.0)
        for cell in position.covered:
            assert chances[cell] == pytest.approx(exact[cell])


def test_noise_by_hand() -> None:
    """1x3/1, the first cell shows 0 and is wrong with chance 1/4: 0 and 1 are all it can show."""
    position = sapper.Position(sapper.grid(1, 3), [0, None, None], 1)
    assert posterior(position, 0.25).tolist() == pytest.approx([0, 0.25, 0.75])
    # The middle one can show 0, 1 or 2, so a wrong number is one of two.
    position = sapper.Position(sapper.grid(1, 4), [None, 2, None, None], 1)
    assert posterior(position, 0.3).tolist() == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])


def test_noise_is_survived_by_who_reckons_with_it() -> None:
    aware, unaware = (win_rate("3x3/2", 0.15, believed, 150, 1) for believed in (0.15, 0.0))
    assert aware > unaware
    assert win_rate("3x3/1", 0.0, 0.0, 60, 1) > 0.8


def test_noise_refuses_what_it_cannot_do() -> None:
    position = sapper.parse("2##", mines=1)
    with pytest.raises(NoiseError, match="no layout can produce"):
        posterior(position, 0.0)
    with pytest.raises(NoiseError, match="at least 0 and below 1, not 1"):
        posterior(position, 1)
    with pytest.raises(NoiseError, match="more than 100000 layouts"):
        posterior(sapper.Position.covered_board("9x9/10"), 0.1)
    with pytest.raises(NoiseError, match="no number of mines"):
        win_rate("3x3", 0.1, 0.1, 5, 1)


# -- look-up and random start ---------------------------------------------------------------------


def test_windows_settle_what_single_clues_settle() -> None:
    """A second way to the same: the look-up again and again against `basic` of the core."""
    certain = 0
    for position in positions("5x5/4", "basic", 25):
        safe, mines = settled(position)
        analysis = sapper.analyze(position)
        assert safe <= set(analysis.safe)
        assert mines <= set(analysis.mines)
        move = sapper._core.advise(position.board.graph, position.states, 4, 1, "basic", 1, 1)
        assert move.certain == bool(safe)
        assert not safe or move.cell in safe
        certain += bool(safe)
    assert certain > 20
    assert window_table()[3, "uuummmoo"] == "safe"
    assert window_table()[9 - 1, "u" * 8] == "mines"


def test_the_look_up_and_the_random_start_play() -> None:
    assert sapper.simulate("6x6/4", WindowTable, 30).wins > 5
    first, second = (sapper.simulate("6x6/4", HalfAtRandom, 40, seed=7) for _ in range(2))
    assert first.wins == second.wins
    assert first.wins < sapper.simulate("6x6/4", "perimeter", 40, seed=7).wins
