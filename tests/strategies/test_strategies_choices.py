"""Choices of the strategies, against brute force over all layouts and the slow oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest

import sapper
from brute_force import Fitting, keep_best
from sapper import _core
from sapper.analysis import reference
from sapper.games import Deal
from sapper.games.playing import Click, clicks
from sapper.strategies import find
from sapper.strategies.compiled import Compiled, as_strategy
from sapper.strategies.perfect import MOST_ENTRIES, PerfectStrategy, WeightedSearch
from strategy_names import REPEATABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[1] / "data"
SMALL = [("3x4/3", 1), ("4x4/4", 1), ("hex:3x4/3", 1), ("torus:3x4/3", 1), ("3x3/4", 2)]


def guesses(strategy: str, spec: str, limit: int, games: int, seed: int = 5) -> Iterator[Click]:
    """Yield the clicks of a strategy in positions without certain cells."""
    deal = Deal.read(spec, max_per_cell=limit)
    for index in range(games):
        for click in clicks(deal, Compiled(strategy), seed, index):
            if click.analysis is not None and not click.analysis.safe:
                yield click


@pytest.mark.parametrize(("spec", "limit"), SMALL)
def test_perimeter_takes_the_least_likely_mine(spec: str, limit: int) -> None:
    """Against the slow oracle, at every click of a few games."""
    seen = 0
    for strategy in ("perimeter", "infer-guess", "infer-guess-text", "frontier", "pseq"):
        deal = Deal.read(spec, max_per_cell=limit)
        for index in range(4):
            for click in list(clicks(deal, Compiled(strategy), 9, index))[1:]:
                chances = reference.mine_probability(click.position)
                least = min(chance for chance in chances if chance is not None)
                assert chances[click.cell] == least
                seen += 1
    assert seen > 20


def test_perimeter_leaves_ties_to_chance() -> None:
    position = sapper.parse("1##\n###\n###", mines=2)
    chosen = {
        _core.advise(position.board.graph, position.states, 2, 1, "perimeter", 1, index).cell
        for index in range(300)
    }
    assert chosen == {2, 5, 6, 7, 8}
    position = sapper.parse("2##\n###", mines=2)
    chosen = {
        _core.advise(position.board.graph, position.states, 2, 1, "random", 1, index).cell
        for index in range(300)
    }
    assert chosen == {1, 2, 3, 4, 5}


def test_basic_sees_no_further_than_single_clues() -> None:
    """1-2-1 takes two clues at once, so basic guesses where perimeter knows."""
    position = sapper.parse("###\n121\n...", mines=2)
    assert Compiled("perimeter").advise(position).certain
    chosen = set()
    for index in range(100):
        player = Compiled("basic")
        player.begin(1, index)
        move = player.advise(position)
        assert not move.certain
        chosen.add(move.cell)
    assert chosen == {0, 1, 2}
    move = Compiled("basic").advise(sapper.parse("1#1##", mines=2))
    assert (move.cell, move.certain) == (3, True)


@pytest.mark.parametrize("spec", ["4x5/5", "hex:4x4/4", "torus:4x4/3"])
def test_neighborhood_sum_takes_the_least_sum(spec: str) -> None:
    deal = Deal.read(spec)
    for index in range(25):
        for click in list(clicks(deal, Compiled("neighborhood-sum"), 4, index))[1:]:
            position = click.position
            sums = {
                cell: sum(max(int(position.states[n]), 0) for n in deal.board.neighbors(cell))
                for cell in position.frontier
            }
            assert sums[click.cell] == min(sums.values())


@pytest.mark.parametrize(("spec", "limit"), SMALL)
@pytest.mark.parametrize("order", ["PSEQ", "PQ", "PE", "PUS", "SEQP", "QSE"])
def test_criteria_choose_as_brute_force_does(order: str, spec: str, limit: int) -> None:
    name = "pseq" if order == "PSEQ" else f"heuristic:{order}"
    for click in guesses(name, spec, limit, 5):
        fitting = Fitting(click.position)
        promises = {
            cell: fitting.promise(cell) for cell in fitting.covered if fitting.safety(cell) > 0
        }
        left = list(promises)
        for letter in order:
            left = keep_best(left, {cell: promises[cell][letter] for cell in left})
        assert click.cell == left[0], click.position


@pytest.mark.parametrize(("spec", "limit"), SMALL)
def test_entropy_takes_the_most_informative_number(spec: str, limit: int) -> None:
    deal = Deal.read(spec, max_per_cell=limit)
    for index in range(8):
        for click in list(clicks(deal, Compiled("entropy"), 6, index))[1:]:
            fitting = Fitting(click.position)
            entropy = {
                cell: fitting.promise(cell)["Q"]
                for cell in fitting.covered
                if fitting.safety(cell) > 0
            }
            assert entropy[click.cell] == pytest.approx(max(entropy.values()))


def test_perimeter_entropy_orders_safe_cells_too() -> None:
    deal = Deal.read("4x4/3")
    for index in range(12):
        for click in list(clicks(deal, Compiled("perimeter-entropy"), 6, index))[1:]:
            fitting = Fitting(click.position)
            safety = {cell: float(fitting.safety(cell)) for cell in fitting.covered}
            left = keep_best(list(safety), safety)
            entropy = {cell: fitting.promise(cell)["Q"] for cell in left}
            assert click.cell in keep_best(left, entropy)


def test_infer_guess_text_leaves_ties_to_chance() -> None:
    """Its text guesses one of the safest cells at random, which makes it perimeter."""
    position = sapper.parse("###\n#1#\n###", mines=1)
    chosen = set()
    for index in range(200):
        player = Compiled("infer-guess-text")
        player.begin(1, index)
        chosen.add(player.advise(position).cell)
    assert chosen == set(range(9)) - {4}
    text, perimeter, corners = (
        sapper.simulate("6x6/7", strategy, 300, seed=4, records=True).records
        for strategy in ("infer-guess-text", "perimeter", "infer-guess")
    )
    assert text is not None
    assert perimeter is not None
    assert corners is not None
    assert (text.won == perimeter.won).all()
    assert (text.won != corners.won).any()


@pytest.mark.parametrize("spec", ["4x4/4", "5x5/5", "hex:4x4/3", "torus:4x5/5"])
def test_infer_guess_breaks_ties_towards_corners(spec: str) -> None:
    """Fewest neighbours, then most opened ones, then the first."""
    for click in guesses("infer-guess", spec, 1, 8):
        assert click.analysis is not None
        chances, board = click.analysis.mine_probability, click.position.board
        least = np.nanmin(chances)
        ties = [cell for cell in click.position.covered if chances[cell] <= least + 1e-9]
        opened = set(click.position.revealed)

        def rank(cell: int) -> tuple[int, int, int]:
            around = board.neighbors(cell)  # noqa: B023
            return len(around), -len(opened.intersection(around)), cell  # noqa: B023

        assert click.cell == min(ties, key=rank)


@pytest.mark.parametrize("spec", ["5x5/5", "hex:5x5/4", "torus:5x5/5"])
def test_frontier_stays_near_what_is_open(spec: str) -> None:
    for click in guesses("frontier", spec, 1, 8):
        assert click.analysis is not None
        chances, board = click.analysis.mine_probability, click.position.board
        least = np.nanmin(chances)
        network: nx.Graph[Any] = board.to_networkx()
        opened = set(click.position.revealed)
        distance = nx.multi_source_dijkstra_path_length(network, opened)
        ties = [cell for cell in click.position.covered if chances[cell] <= least + 1e-9]
        assert click.cell in ties
        assert distance[click.cell] == min(distance[cell] for cell in ties)


def test_few_layouts_are_played_perfectly() -> None:
    for spec in ("4x4/4", "3x5/5"):
        deal = Deal.read(spec)
        search = WeightedSearch(deal.board, deal.mines)
        for click in guesses("pseq-d256", spec, 1, 25):
            fitting = search.fitting(click.position)
            if search.weight(fitting) <= 256:
                won = search.value_after(click.cell, fitting)
                assert won == search.best_guess(fitting)[1], click.position


@pytest.mark.parametrize("name", [*REPEATABLE, "heuristic:U"])
def test_nothing_is_chosen_where_nothing_is_safe(name: str) -> None:
    with pytest.raises(sapper.StrategyError, match="no cell is safe"):
        as_strategy(find(name)).choose(sapper.parse("#1\n11", mines=1))


# -- perfect play -------------------------------------------------------------------------------


def test_perfect_play_is_known_exactly() -> None:
    known = json.loads((DATA / "optimal.json").read_text())
    checked = 0
    for case in known:
        board = sapper.grid(case["rows"], case["cols"])
        if board.size > 12 and case["mines"] > 3:
            continue
        search = WeightedSearch(board, case["mines"])
        for first in case["first"]:
            cell = board.cell(first["cell"])
            assert search.value_after(cell, search.all) == first["wins"]
            checked += 1
    assert checked > 20


def test_perfect_play_with_several_mines_a_cell() -> None:
    """2x2/2: the second click wins half of the layouts, and a game that continues reveals the rest.

    Next to the safe corner lie 2+0+0 in 3 ways and 1+1+0 in 6. Any guess survives 4 of 9; then
    1+1 is won at once, and else one of the two cells left is empty, of which one can be guessed.
    """
    board = sapper.grid(2, 2)
    search = WeightedSearch(board, 2, 2)
    assert search.value_after(0, search.all) == 3
    found = sapper.simulate("2x2/2", "optimal", 600, max_per_cell=2)
    low, high = found.interval
    assert low < 3 / 9 < high


def test_perfect_play_knows_its_limits() -> None:
    for spec, limit in (("9x9/10", 1), ("1000x1000/500000", 1), ("6x6/20", 3), ("4x4/9", 2)):
        with pytest.raises(sapper.StrategyError, match="too hard") as caught:
            sapper.simulate(spec, "optimal", 1, max_per_cell=limit)
        assert isinstance(caught.value.__cause__, sapper.TooHardError)
    assert MOST_ENTRIES > 0
    with pytest.raises(sapper.StrategyError, match="needs the number of mines, which is unknown"):
        PerfectStrategy().choose(sapper.Position("1x2", [None, None], density=0.5))
