"""Level 3 of Fowler & Young 2004 by the letter: the counts of won games, and what they choose."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

import pytest

import sapper
from sapper.papers.fowler_young2004.basic_theorems import opened
from sapper.papers.fowler_young2004.perfect_strategy import (
    TINY,
    PerfectByTheLetter,
    won_games,
)
from sapper.perfect import optimal, strategy_value

if TYPE_CHECKING:
    from collections.abc import Iterator


def positions(spec: str, games: int) -> Iterator[sapper.Position]:
    for index in range(games):
        game = sapper.Game(spec, seed=3, index=index)
        while game.status == "playing":
            yield game.position
            best = sapper.analyze(game.position).best
            assert best is not None
            game.open(best)


def enumerated(position: sapper.Position, zeros_open: bool) -> dict[int, int]:
    """Steps I to III by listing every order of clicks in every layout."""
    total = dict.fromkeys(position.covered, 0)
    board, known = position.board, set(position.revealed)
    for layout in sapper.analyze(position).layouts():
        mined = set(layout.mined)
        safe = [cell for cell in position.covered if cell not in mined]
        if zeros_open:
            seen = set()
            for order in permutations(safe):
                shown, clicks = set(known), []
                for cell in order:
                    if cell not in shown:
                        clicks.append(cell)
                        shown |= set(opened(board, mined, [cell]))
                seen.add(tuple(clicks))
            for clicks_of_a_game in seen:
                total[clicks_of_a_game[0]] += 1
        else:
            for order in permutations(safe):
                total[order[0]] += 1
    return total


@pytest.mark.parametrize("zeros_open", [False, True])
@pytest.mark.parametrize("spec", ["2x3/2", "2x4/3", "3x3/4"])
def test_the_games_are_those_of_an_enumeration(spec: str, zeros_open: bool) -> None:
    for position in positions(spec, 3):
        assert won_games(position, zeros_open=zeros_open) == enumerated(position, zeros_open)


@pytest.mark.parametrize("spec", ["3x3/3", "3x4/4", "torus:3x3/3", "hex:3x4/3"])
def test_the_count_is_a_factorial_times_the_layouts_in_which_the_click_is_safe(spec: str) -> None:
    """So by the letter level 3 opens a cell with the least mine probability, as level 2 does."""
    player = PerfectByTheLetter()
    seen = 0
    for position in positions(spec, 6):
        analysis = sapper.analyze(position)
        assert position.mines is not None
        safe = len(position.covered) - position.mines
        exact = analysis.exact()
        expected = {
            cell: factorial(safe - 1) * (1 - (exact[cell] or 0)) * analysis.solutions
            for cell in position.covered
        }
        assert won_games(position) == expected
        least = min(exact[cell] or 0 for cell in position.covered)
        assert exact[player.choose(position)] == least
        seen += 1
    assert seen > 10


def test_it_wins_as_much_as_level_2_and_less_than_perfect_play() -> None:
    found = {}
    for spec in TINY:
        by_letter = strategy_value(spec, PerfectByTheLetter(), "any", 0).wins
        assert by_letter == strategy_value(spec, "heuristic:P", "any", 0).wins
        found[spec] = (by_letter, optimal(spec, "any", 0).wins)
    assert all(wins <= best for wins, best in found.values())
    assert found["3x3/3"] == (Fraction(30), 33)
    assert found["3x4/4"] == (Fraction(150), 170)


def test_too_many_games_to_consider() -> None:
    with pytest.raises(sapper.TooHardError, match=r"75,287,520 layouts with 95 safe cells each"):
        won_games(sapper.parse("\n".join(["#" * 10] * 10), mines=5))
