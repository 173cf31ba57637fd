"""The tree of an opening: every node against the engine, and its opening book."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sapper.analysis import analyze
from sapper.errors import BoardError, GameError
from sapper.strategies.opening import STEPS, book_move
from sapper.theory import STANDARD_BOARDS, opening_numbers, opening_tree

if TYPE_CHECKING:
    from sapper.theory import OpeningNode
    from sapper.types import FirstClickRule


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
    cases: list[tuple[str, FirstClickRule]] = [("9x9/0", "any"), ("9x9/10", "open")]
    for spec, first in cases:
        with pytest.raises(GameError, match="no first click shows a clue above 0"):
            opening_tree(spec, first)
    with pytest.raises(KeyError, match="no 9"):
        opening_tree("beginner8").find(9)
