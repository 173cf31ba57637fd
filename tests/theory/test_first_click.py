"""First clicks and openings: against all layouts one by one, the engine, and perfect play."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brute_force import all_layouts, number
from sapper.analysis import analyze
from sapper.boards import Board, board, graph, grid
from sapper.errors import BoardError, GameError
from sapper.perfect import optimal
from sapper.positions import Position
from sapper.strategies.opening import STEPS, book_move
from sapper.theory import (
    STANDARD_BOARDS,
    compare_first_clicks,
    first_number,
    likeliest_zero,
    opening_numbers,
    opening_tree,
    zero_probability,
)
from strategies_for_positions import random_graphs

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from sapper.theory import OpeningNode

SMALL = [grid(3, 3), grid(2, 4), board("torus:3x3"), board("hex:3x3"), board("rook:3x3")]


@st.composite
def small_boards(draw: DrawFn) -> Board:
    chosen = draw(st.sampled_from(SMALL) | random_graphs())
    assume(chosen.size <= 9)
    return chosen


def listed(
    where: Board, cell: int, first: str, mines: int, limit: int
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
    where: Board, first: str, limit: int, data: st.DataObject
) -> None:
    cell = data.draw(st.integers(0, where.size - 1))
    kept_free = {"any": 0, "safe": 1, "open": 1 + where.degree(cell)}[first]
    most = min((where.size - kept_free) * limit, where.size * limit - 1, 5)
    mines = data.draw(st.integers(0, most))
    found = first_number(where, cell, first, mines=mines, max_per_cell=limit)
    mined, shown = listed(where, cell, first, mines, limit)
    assert found.mine_probability == mined
    assert dict(found.shown) == shown
    assert found.expected == sum(k * p for k, p in shown.items()) / (1 - mined)


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
def test_on_4x4_the_likeliest_zero_is_soon_not_the_best(first: str) -> None:
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
        likeliest_zero("3x3/1", "never")
    with pytest.raises(GameError, match="clicked first"):
        likeliest_zero("2x2/1", "open")


# -- openings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", STANDARD_BOARDS)
def test_opening_numbers_are_those_of_the_engine(spec: str) -> None:
    found = opening_numbers(spec)
    position = Position.covered_board(spec)
    analysis = analyze(position)
    n, k = position.board.size, position.mines
    assert k is not None
    for cell, of_place in zip([(2, 3), (0, 3), (0, 0)], found.places.values(), strict=True):
        assert dict(of_place.shown) == analysis.exact_clue_distribution(cell)
        assert of_place.mine_probability == Fraction(k, n)
        assert of_place.expected == Fraction(of_place.degree * k, n - 1)
        assert sum(of_place.shown.values()) == 1 - Fraction(k, n)
    assert len(found.summary().splitlines()) == 5
    assert set(found.to_dict()["places"]) == {"interior", "edge", "corner"}


def test_opening_numbers_need_a_grid_with_an_inside() -> None:
    for spec in ("torus:9x9/10", "2x9/3"):
        with pytest.raises(BoardError, match="at least 3x3"):
            opening_numbers(spec)


@pytest.fixture(name="trees", scope="module")
def fixture_trees() -> dict[str, OpeningNode]:
    return {spec: opening_tree(spec) for spec in STANDARD_BOARDS}


def test_every_node_of_the_tree_is_exact(trees: dict[str, OpeningNode]) -> None:
    tree = trees["intermediate"]
    for node in tree.walk():
        if not node.numbers:
            continue
        analysis = analyze(node.position)
        exact = analysis.exact()
        covered = [cell for found in node.candidates for cell in found.cells]
        assert sorted(covered + analysis.mines) == node.position.covered
        for found in node.candidates:
            assert {exact[cell] for cell in found.cells} == {found.risk}
        risks = [found.risk for found in node.candidates]
        assert risks == sorted(risks)
        assert node.risk == exact[node.cell]
        assert node.book == book_move(node.position)


@pytest.mark.parametrize("spec", STANDARD_BOARDS)
def test_chances_of_the_tree_add_up(spec: str, trees: dict[str, OpeningNode]) -> None:
    for node in trees[spec].walk():
        if node.book is None:
            assert not node.then
            continue
        below = sum((child.reached for child in node.then.values()), Fraction())
        assert below == node.reached * (1 - node.risk - node.zero)
        for child in node.then.values():
            assert child.survival == node.survival * (1 - child.risk)


@pytest.mark.parametrize("spec", STANDARD_BOARDS)
def test_the_book_is_safest_on_every_standard_board(
    spec: str, trees: dict[str, OpeningNode]
) -> None:
    in_book = [node for node in trees[spec].walk() if node.numbers and node.book is not None]
    rows = {tuple(clue for clue in node.position.clues if clue is not None) for node in in_book}
    assert rows == set(STEPS)
    assert all(node.book_is_safest for node in in_book)


def test_the_tree_on_expert(trees: dict[str, OpeningNode]) -> None:
    tree = trees["expert"]
    risks = {(): 20.6, (1,): 12.5, (1, 1): 12.4, (1, 2): 5.5, (1, 1, 1): 10.3, (1, 1, 2): 6.4}
    for numbers, percent in risks.items():
        assert round(100 * float(tree.find(*numbers).risk), 1) == percent
    first = tree.find(1)
    assert first.reached == opening_numbers("expert").interior.shown[1]
    assert first.survival == Fraction(127, 160) * Fraction(7, 8)
    assert tree.find(2).chosen.clues == ()
    # The three cells on the far left: riskier, and likelier to open a region, as the paper guessed.
    shared, left = tree.find(1, 1, 2).candidates[:2]
    assert (len(shared.cells), len(left.cells)) == (2, 3)
    assert shared.zero < left.zero
    # Among cells of equal risk the paper's "say" is not the likeliest zero: a diagonal is.
    assert first.zero < first.chosen.zero


def test_after_a_one_on_9x9_the_outer_group_is_just_as_safe(trees: dict[str, OpeningNode]) -> None:
    risks = {found.risk for found in trees["beginner"].find(1).candidates}
    assert risks == {Fraction(1, 8)}


def test_the_tree_under_a_safe_first_click() -> None:
    risky, safe = opening_tree("beginner8", "any"), opening_tree("beginner8", "safe")
    assert safe.risk == 0
    assert [node.risk for node in safe.walk()][1:] == [node.risk for node in risky.walk()][1:]
    assert safe.find(1).reached == risky.find(1).reached / (1 - risky.risk)
    assert "1 1 2" in safe.summary()
    assert safe.to_dict()["then"]["1"]["risk"] == "1/8"


def test_trees_that_cannot_be() -> None:
    with pytest.raises(BoardError, match="needs a grid, not torus:9x9"):
        opening_tree("torus:9x9/10")
    for spec, first in (("9x9/0", "any"), ("9x9/10", "open")):
        with pytest.raises(GameError, match="no first click shows a clue above 0"):
            opening_tree(spec, first)
    with pytest.raises(KeyError, match="no 9"):
        opening_tree("beginner8").find(9)
