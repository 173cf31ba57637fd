"""The methods behind played claims: pairs of games, crossings, levels."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from sapper import Deal, analyze, parse, simulate
from sapper.errors import LabError
from sapper.intervals import wilson
from sapper.lab.figures import to_svg, win_rates_by_mines
from sapper.papers.chong2024.earlier_work import (
    crossing,
    opened_by_clues,
    opened_by_inference,
)
from sapper.papers.chong2024.guessing import choices, gain
from sapper.papers.chong2024.inference import InferThenGuess, reach
from sapper.papers.chong2024.long_rows import half_density
from sapper.papers.claims import Effort
from sapper.papers.fowler_young2004 import clicks_or_flags
from sapper.papers.fowler_young2004.basic_strategy import positions
from sapper.papers.fowler_young2004.levels import BASIC, FLAGGING, PERIMETER, figure_v1, won
from sapper.papers.fowler_young2004.winning_factor import INNER, factor

QUICK = Effort(quick=True)


# -- 000 ----------------------------------------------------------------------------------------


def test_a_gain_is_that_of_the_same_games() -> None:
    none = gain(QUICK, "5x5/5", "perimeter", "perimeter", 200, 200)
    assert none.agrees
    assert none.ours.startswith("+0.00 points [+0.00, +0.00]")
    large = gain(QUICK, "5x5/5", "perimeter", "random", 500, 500)
    assert not large.agrees
    rates = [
        simulate("5x5/5", name, games=500, seed=1).win_rate for name in ("perimeter", "random")
    ]
    assert large.ours.startswith(f"{100 * (rates[0] - rates[1]):+.2f} points")
    assert gain(QUICK, "5x5/5", "random", "perimeter", 500, 500).ours.startswith("-")


def test_choices_among_equals() -> None:
    position = parse("###\n#1#\n###", mines=1)
    assert len(set(analyze(position).exact()) - {None}) == 1
    assert choices("perimeter", position) == set(position.covered)
    assert choices("heuristic:P", position) == {0}
    assert len(choices("infer-guess", position)) == 1


def test_the_inferrer_plays_as_infer_guess_does() -> None:
    for spec in ("4x4/4", "5x5/6"):
        ours = simulate(spec, InferThenGuess(), games=40, seed=2, records=True).records
        exact = simulate(spec, "infer-guess", games=40, seed=2, records=True).records
        assert ours is not None
        assert exact is not None
        assert np.array_equal(ours.won, exact.won)


def test_the_inferrer_misses_more_without_the_mine_count() -> None:
    whole, local = (reach("4x4/4", 40, 1, mine_count=mine_count) for mine_count in (True, False))
    assert whole.missed < local.missed <= local.stuck
    assert whole.won == local.won


def test_a_crossing_lies_between_its_points() -> None:
    found = crossing([(0.1, [1.0, 1.0]), (0.2, [0.75, 0.75]), (0.3, [0.25, 0.25])])
    assert found.density == pytest.approx(0.25)
    assert found.error == 0
    wide = crossing([(0.2, [1.0, 0.5]), (0.3, [0.0, 0.5])])
    assert wide.error > 0
    with pytest.raises(ValueError, match="no share falls to a half"):
        crossing([(0.1, [1.0]), (0.2, [0.9])])


def test_shares_that_inference_opens() -> None:
    deal = Deal.read("8x8/10", first="open", start=(4, 4))
    exact, clues = opened_by_inference(deal, 30, 1), opened_by_clues(deal, 30, 1)
    assert len(exact) == len(clues) == 30
    assert all(0 < share <= 1 for share in exact + clues)
    assert sum(exact) >= sum(clues)
    guess_free = simulate("8x8/10", "perimeter", 30, 1, "open", (4, 4)).guess_free
    assert exact.count(1.0) == guess_free


def test_the_density_of_a_half_on_a_row() -> None:
    assert half_density(50) == pytest.approx(2 * half_density(200))
    assert round(half_density(200) * 200) == 12


# -- 001 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "level", "chance"),
    [
        ("1x3/1", 1, Fraction(1)),  # theorem 1 flags the mine, or a zero opens the rest
        ("1x3/1", 0, Fraction(3, 4)),  # a mine next to the first cell leaves a fair guess
        # A half is right; a third of that is the mine, and the rest has one more choice.
        ("2x2/1", 0, Fraction(1, 2) * (Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 2))),
        ("4x4/16", 0, Fraction(1)),
    ],
)
def test_clicks_or_flags_by_hand(spec: str, level: int, chance: Fraction) -> None:
    games = 4000
    wins = clicks_or_flags.wins(spec, level, games, seed=1, start=0)
    low, high = wilson(wins, games, z=4)
    assert low <= chance <= high


def test_clicks_or_flags_are_reproducible_and_level_1_is_better() -> None:
    first = [clicks_or_flags.wins("4x4/3", level, 300, seed=7) for level in (0, 1)]
    assert first == [clicks_or_flags.wins("4x4/3", level, 300, seed=7) for level in (0, 1)]
    assert first[0] < first[1]
    with pytest.raises(ValueError, match="0 and 1, not 2"):
        clicks_or_flags.wins("4x4/3", 2, 1, seed=1)


def test_figure_v1_has_what_was_played() -> None:
    found = figure_v1(QUICK)
    assert list(found) == [BASIC, PERIMETER]
    for level, points in found.items():
        assert [point.mines for point in points] == list(range(17))
        for point in points:
            wins, games = won(QUICK, level, point.mines)
            assert point.win_rate == wins / games
            assert point.interval == wilson(wins, games)


def test_the_factor_of_equal_play_is_one() -> None:
    same = factor(QUICK, PERIMETER, INNER)
    assert same.ours.startswith("1.00; ")
    assert not same.agrees
    assert won(QUICK, FLAGGING, 4)[1] == 4000


def test_positions_are_those_of_games_by_least_probability() -> None:
    found = list(positions("3x3/2", 3, seed=1))
    assert found
    assert all(position.mines == 2 and position.revealed for position in found)


def test_win_rates_by_mines_are_drawn_with_intervals_and_in_order() -> None:
    points = [(0, 1.0, (0.9, 1.0)), (1, 0.5, (0.4, 0.6)), (2, 0.1, (0.05, 0.2))]
    exact = {"exact": [(0, 1.0), (1, 0.6), (2, 0.2)]}
    figure = win_rates_by_mines({"one": points, "two": points}, exact, title="A board")
    (axes,) = figure.axes
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["one", "two", "exact"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "number of mines",
        "win rate (share of games won)",
    )
    ends = [segment.tolist() for segment in axes.collections[0].get_segments()]  # type: ignore[attr-defined]
    assert ends == [[[x, low], [x, high]] for x, _, (low, high) in points]
    assert to_svg(figure) == to_svg(
        win_rates_by_mines({"one": points, "two": points}, exact, title="A board")
    )
    with pytest.raises(LabError, match="at least one point"):
        win_rates_by_mines({"one": []})
