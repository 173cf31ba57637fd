"""First clicks: against enumeration of all layouts, and against perfect play."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brute_force import all_layouts, number
from sapper.boards import Board, board, graph, grid
from sapper.errors import GameError
from sapper.perfect import optimal
from sapper.theory import compare_first_clicks, first_number, likeliest_zero, zero_probability
from strategies_for_positions import random_graphs

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from sapper.types import FirstClickRule


SMALL = [grid(3, 3), grid(2, 4), board("torus:3x3"), board("hex:3x3"), board("rook:3x3")]


@st.composite
def small_boards(draw: DrawFn) -> Board:
    chosen = draw(st.sampled_from(SMALL) | random_graphs())
    assume(chosen.size <= 9)
    return chosen


def listed(
    where: Board, cell: int, first: FirstClickRule, mines: int, limit: int
) -> tuple[Fraction, dict[int, Fraction]]:
    """P(mine), and P(safe and showing k), over all layouts that the rule allows."""
    free = {"any": [], "safe": [cell], "open": [cell, *where.neighbors(cell)]}[first]
    layouts = [
        (layout, weight)
        for layout, weight in all_layouts(where, mines, limit)
        if not any(layout[other] for other in free)
    ]
    total = sum(weight for _, weight in layouts)
    shown: dict[int, Fraction] = {}
    for layout, weight in layouts:
        if not layout[cell]:
            k = number(where, layout, cell)
            shown[k] = shown.get(k, Fraction()) + Fraction(weight, total)
    return 1 - sum(shown.values(), Fraction()), shown


@settings(max_examples=60)
@given(small_boards(), st.sampled_from(["any", "safe", "open"]), st.integers(1, 2), st.data())
def test_first_numbers_by_listing(
    where: Board, first: FirstClickRule, limit: int, data: st.DataObject
) -> None:
    cell = data.draw(st.integers(0, where.size - 1))
    kept_free = {"any": 0, "safe": 1, "open": 1 + where.degree(cell)}[first]
    most = min((where.size - kept_free) * limit, where.size * limit - 1, 5)
    mines = data.draw(st.integers(0, most))
    found = first_number(where, cell, first, mines=mines, max_per_cell=limit)
    mined, shown = listed(where, cell, first, mines, limit)
    assert found.mine_probability == mined
    assert dict(found.shown) == shown
    assert found.expected == (sum(k * p for k, p in shown.items()) / (1 - mined) if shown else 0)


def test_a_cell_that_is_never_safe_has_no_mean_number() -> None:
    found = first_number("1x1", first="any", mines=1, max_per_cell=2)
    assert dict(found.shown) == {}
    assert found.mine_probability == 1
    assert found.expected == 0
    assert found.to_dict()["expected"] == "0"


def test_lemma_3_and_proposition_7_of_paper_000() -> None:
    for mines in range(1, 16):
        chances = [zero_probability(grid(4, 4), cell, mines=mines) for cell in (0, 1, 5)]
        assert chances == [Fraction(comb(15 - d, mines), comb(15, mines)) for d in (3, 5, 8)]
        assert chances == sorted(chances, reverse=True)
        any_rule = [zero_probability(grid(4, 4), cell, "any", mines=mines) for cell in (0, 1, 5)]
        assert any_rule == [chance * Fraction(16 - mines, 16) for chance in chances]


def test_the_likeliest_zero_has_the_fewest_neighbours() -> None:
    star = graph([("hub", leaf) for leaf in "abcd"])
    assert likeliest_zero(star, mines=2) == (1, 2, 3, 4)
    assert likeliest_zero("3x3/8") == tuple(range(9))  # no zero anywhere
    assert likeliest_zero("4x4/2", "open") == tuple(range(16))
    assert likeliest_zero("3x3/4", "open") == (0, 2, 6, 8)
    assert likeliest_zero("expert", "any") == (0, 29, 450, 479)


@pytest.mark.parametrize("first", ["any", "safe"])
def test_on_4x4_the_likeliest_zero_is_soon_not_the_best(first: FirstClickRule) -> None:
    corner, edge, inner = (0, 3, 12, 15), (1, 2, 4, 7, 8, 11, 13, 14), (5, 6, 9, 10)
    for mines in range(1, 16):
        found = compare_first_clicks(f"4x4/{mines}", first)
        assert [click.cells for click in found.clicks] == [corner, edge, inner]
        best = {2: corner, 3: corner, 13: tuple(sorted(edge + inner))}
        everything = tuple(range(16))
        expected = best.get(mines, edge if mines < 8 else inner)
        assert found.best == (everything if mines in (1, 14, 15) else expected)
        assert found.likeliest_zero == (corner if mines <= 12 else everything)
        assert found.zero_is_best == (not 4 <= mines <= 12)


def test_comparison_has_the_values_of_perfect_play() -> None:
    found = compare_first_clicks("3x4/3", "safe")
    for click in found.clicks:
        for cell in click.cells:
            play = optimal("3x4/3", "safe", cell)
            assert click.win == play.probability
            assert click.zero == zero_probability("3x4/3", cell)
            assert click.degree == grid(3, 4).degree(cell)
    assert sorted(cell for click in found.clicks for cell in click.cells) == list(range(12))
    assert "best" in found.summary()
    assert found.to_dict()["clicks"][0]["cells"][0] == [0, 0]


def test_first_clicks_that_cannot_be() -> None:
    for refused in (first_number, likeliest_zero, compare_first_clicks):
        with pytest.raises(GameError, match="full of mines"):
            refused("2x2/4")
    with pytest.raises(GameError, match="room for"):
        first_number("3x3/1", (1, 1), "open")
    with pytest.raises(GameError, match="not 'never'"):
        likeliest_zero("3x3/1", "never")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="clicked first"):
        likeliest_zero("2x2/1", "open")
